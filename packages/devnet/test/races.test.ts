import { coin, erc1155, orderDomain, orderTypedData, packSalt, parseSignature, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection1155Abi, exchangeAbi, transferProxyAbi } from '@plinth/protocol/abi'
import { type Abi, decodeErrorResult, encodeFunctionData, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callRpc, type DemoName, getDemoAccount, receiptOf, startTestnet, type Testnet } from '../src/index.ts'

const UNIT = parseEther('1')
const WITH_FEE = 1_025_000_000_000_000_000n
const NO_SIGNATURE = { v: 0, r: `0x${'00'.repeat(32)}`, s: `0x${'00'.repeat(32)}` } as const
const ERRORS: Abi = [...exchangeAbi, ...transferProxyAbi, ...collection1155Abi]

let testnet: Testnet
let sequence = 0n
let tokenId = 0n
beforeAll(async () => {
  testnet = await startTestnet()
})
afterAll(() => testnet.stop())

const gas = 1_000_000n
const alice = getDemoAccount('Alice')

/** Alice mints three of a new number and approves the market. */
beforeEach(async () => {
  tokenId += 1n
  const { official1155, transferProxy } = testnet.contracts
  const domain = { name: 'Plinth Collection', version: '1', chainId: testnet.chainId, verifyingContract: official1155 }
  const types = {
    Mint: [
      { name: 'tokenId', type: 'uint256' },
      { name: 'minter', type: 'address' },
    ],
  }
  const message = { tokenId, minter: alice.address }
  const { v, r, s } = parseSignature(await testnet.miner.signTypedData({ domain, types, primaryType: 'Mint', message }))
  const wallet = testnet.walletOf('Alice')
  const contract = { address: official1155, abi: collection1155Abi }
  const minted = await wallet.writeContract({ ...contract, functionName: 'mint', args: [tokenId, v, r, s, [], 3n, '/x'] })
  const approved = await wallet.writeContract({ ...contract, functionName: 'setApprovalForAll', args: [transferProxy, true] })
  for (const hash of [minted, approved]) await receiptOf(testnet.publicClient, hash)
})

async function saleOfThree(unit = UNIT, number?: bigint) {
  const key = {
    owner: alice.address,
    salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: number ?? ++sequence }),
    sellAsset: erc1155(testnet.contracts.official1155, tokenId),
    buyAsset: coin(),
  }
  const terms = { selling: 3n, buying: 3n * unit, sellerFee: 250n }
  const typed = orderTypedData({ ...key, ...terms }, orderDomain(testnet.chainId, testnet.contracts.exchange))
  return { order: { key, ...terms }, signature: parseSignature(await alice.account.signTypedData(typed)) }
}

type Sale = Awaited<ReturnType<typeof saleOfThree>>
type Act = { who: DemoName; data: Hex; value: bigint }

const buy = (who: DemoName, { order, signature }: Sale, amount: bigint, unitWithFee = WITH_FEE): Act => ({
  who,
  value: unitWithFee * amount,
  data: encodeFunctionData({
    abi: exchangeAbi,
    functionName: 'exchange',
    args: [order, signature, 250n, NO_SIGNATURE, amount, ZERO_ADDRESS],
  }),
})
const cancel = ({ order }: Sale): Act => ({
  who: 'Alice',
  value: 0n,
  data: encodeFunctionData({ abi: exchangeAbi, functionName: 'cancel', args: [order.key] }),
})

/** Mines all acts in one block in this order; the error's name for each that failed. */
async function inOneBlock(...acts: Act[]): Promise<(string | undefined)[]> {
  await testnet.setAutomine(false)
  const hashes: Hex[] = []
  for (const [index, { who, data, value }] of acts.entries()) {
    const maxPriorityFeePerGas = parseEther('0.0000001') - BigInt(index) * 10n ** 9n
    const to = testnet.contracts.exchange
    hashes.push(
      await testnet.walletOf(who).sendTransaction({ to, data, value, gas, maxPriorityFeePerGas, maxFeePerGas: parseEther('0.000001') }),
    )
  }
  await testnet.mine()
  await testnet.setAutomine(true)
  const receipts = await Promise.all(hashes.map((hash) => receiptOf(testnet.publicClient, hash)))
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
  expect(receipts.map(({ transactionIndex }) => transactionIndex)).toEqual(acts.map((_, index) => index))
  return Promise.all(receipts.map(({ status, transactionHash }) => (status === 'success' ? undefined : revertOf(transactionHash))))
}

async function revertOf(hash: Hex): Promise<string> {
  const trace = await callRpc<{ output: Hex }>(testnet.rpcUrl, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }])
  const { errorName, args } = decodeErrorResult({ abi: ERRORS, data: trace.output })
  return `${errorName}(${(args ?? []).map(String).join()})`
}

const held = (who: DemoName) =>
  testnet.publicClient.readContract({
    address: testnet.contracts.official1155,
    abi: collection1155Abi,
    functionName: 'balanceOf',
    args: [getDemoAccount(who).address, tokenId],
  })
const spent = () => `ExchangeOrderSpent(${getDemoAccount('Alice').account.address},${sequence})`

describe('several transactions in one block', () => {
  it('sell the last unit to the first of two, and take nothing from the second', async () => {
    const sale = await saleOfThree()
    await inOneBlock(buy('Bob', sale, 2n))
    const before = await testnet.publicClient.getBalance({ address: toAddress(getDemoAccount('Carol').address) })
    expect(await inOneBlock(buy('Bob', sale, 1n), buy('Carol', sale, 1n))).toEqual([undefined, spent()])
    expect([await held('Bob'), await held('Carol')]).toEqual([3n, 0n])
    const after = await testnet.publicClient.getBalance({ address: toAddress(getDemoAccount('Carol').address) })
    expect(before - after).toBeLessThan(UNIT)
  })

  it('refuse the second of two who want more than there is together', async () => {
    const sale = await saleOfThree()
    expect(await inOneBlock(buy('Bob', sale, 2n), buy('Carol', sale, 2n))).toEqual([undefined, 'ExchangeAmountAboveLeft(2,1)'])
  })

  it('let a cancel that comes first stop the fill', async () => {
    const sale = await saleOfThree()
    expect(await inOneBlock(cancel(sale), buy('Bob', sale, 1n))).toEqual([undefined, spent()])
    expect(await held('Alice')).toBe(3n)
  })

  it('let a fill that comes first stop the cancel', async () => {
    const sale = await saleOfThree()
    expect(await inOneBlock(buy('Bob', sale, 3n), cancel(sale))).toEqual([undefined, spent()])
    expect(await held('Bob')).toBe(3n)
  })

  it('cancel what a part left over', async () => {
    const sale = await saleOfThree()
    expect(await inOneBlock(buy('Bob', sale, 2n), cancel(sale), buy('Carol', sale, 1n))).toEqual([undefined, undefined, spent()])
    expect(await held('Alice')).toBe(1n)
  })

  it('count both prices of an edited sale together', async () => {
    const sale = await saleOfThree()
    const edited = await saleOfThree(UNIT / 2n, sequence)
    const acts = [buy('Bob', edited, 2n, WITH_FEE / 2n), buy('Carol', sale, 1n), buy('Dan', edited, 1n, WITH_FEE / 2n)]
    expect(await inOneBlock(...acts)).toEqual([undefined, undefined, spent()])
    expect([await held('Bob'), await held('Carol')]).toEqual([2n, 1n])
  })
})
