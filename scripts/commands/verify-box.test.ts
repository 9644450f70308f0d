/** @module-tag more */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { receiptOf, startTestnet, type Testnet } from '@plinth/devnet'
import {
  ASSET_TYPE,
  type Asset,
  type BlindBox,
  boxPreimages,
  boxStructHash,
  coin,
  commitmentOf,
  toAddress,
  toBoxOrder,
} from '@plinth/protocol'
import { blindBoxAbi, prizeCollectionAbi } from '@plinth/protocol/abi'
import { type Hex, keccak256, parseEther, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runCommand } from './run-command.ts'

const PRICE = parseEther('1')
const WORDS = boxPreimages(keccak256(stringToHex('secret')), 3)

let testnet: Testnet
let liar: Server | undefined
let box: Hex
beforeAll(async () => {
  testnet = await startTestnet()
  box = await openSeries(1n)
  liar = await startLiar(testnet.rpcUrl)
})
afterAll(async () => {
  liar?.close()
  await testnet.stop()
})

/** The command as a user runs it. */
function verify(rpc: string, ...more: string[]): Promise<Ended> {
  return runCommand(['verify', 'box', '--rpc', rpc, '--contract', testnet.contracts.blindBox, ...more])
}

const mined = async (sent: Promise<Hex>) => expect((await receiptOf(testnet.publicClient, await sent)).status).toBe('success')

/** Three minted kinds, two per box. */
async function registerSeries(salt: bigint, { buyAsset, bondEach }: { buyAsset: Asset; bondEach: bigint }): Promise<Hex> {
  const { publicClient, operator, contracts } = testnet
  const [owner, buyer] = [testnet.walletOf('Alice'), testnet.walletOf('Bob')]
  for (const { account } of [operator, owner, buyer]) await testnet.setBalance(account.address, parseEther('100'))
  const { timestamp } = await publicClient.getBlock()
  const series: BlindBox = {
    owner: toAddress(owner.account.address),
    salt,
    sellAssets: [1n, 2n, 3n].map((tokenId) => ({ token: contracts.prizeCollection, tokenId, assetType: 5 })),
    buyAsset,
    opening: 2,
    repeat: false,
    startTime: Number(timestamp) - 10,
    endTime: Number(timestamp) + 86_400,
    buying: 10n * PRICE,
    assetAmounts: [10, 7, 3],
    sellerFee: 250n,
    uris: ['/ipfs/a', '/ipfs/b', '/ipfs/c'],
  }
  const prizes = { address: contracts.prizeCollection, abi: prizeCollectionAbi } as const
  await mined(operator.writeContract({ ...prizes, functionName: 'addKinds', args: [series.uris] }))
  await mined(operator.writeContract({ ...prizes, functionName: 'setServed', args: [series.owner, true] }))
  const args = [toBoxOrder(series), commitmentOf(WORDS[0] as Hex), 3n, bondEach] as const
  await mined(owner.writeContract({ address: contracts.blindBox, abi: blindBoxAbi, functionName: 'register', args }))
  return boxStructHash(series)
}

/** Paid in coin; two requests are drawn, one is pending. */
async function openSeries(salt: bigint): Promise<Hex> {
  const id = await registerSeries(salt, { buyAsset: coin(), bondEach: PRICE })
  const [owner, buyer] = [testnet.walletOf('Alice'), testnet.walletOf('Bob')]
  const at = { address: testnet.contracts.blindBox, abi: blindBoxAbi } as const
  await mined(owner.writeContract({ ...at, functionName: 'depositBond', args: [id, 9n * PRICE], value: 9n * PRICE }))
  const open = (boxes: bigint) =>
    mined(buyer.writeContract({ ...at, functionName: 'open', args: [id, boxes], value: (boxes * PRICE * 1025n) / 1000n }))
  for (const [request, boxes] of [2n, 3n].entries()) {
    await open(boxes)
    await testnet.mine(2)
    await mined(buyer.writeContract({ ...at, functionName: 'reveal', args: [id, WORDS[request] as Hex] }))
  }
  await open(1n)
  return id
}

/** A node that returns another hash for every block. */
async function startLiar(rpcUrl: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.concat(chunks) })
    response.setHeader('content-type', 'application/json')
    response.end((await answer.text()).replaceAll(/"hash":"0x..../g, '"hash":"0x0bad'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

describe('npm run verify -- box', { timeout: 60_000 }, () => {
  it('draws a series again from the chain alone', async () => {
    const { code, printed } = await verify(testnet.rpcUrl, '--box', box)
    expect(printed).toMatch(/^✓ Request 0, 2 boxes of 0x[0-9a-f]{40}: prizes \d, \d, \d, \d\.$/m)
    expect(printed).toMatch(/^✓ Request 1, 3 boxes of 0x[0-9a-f]{40}: prizes \d(, \d){5}\.$/m)
    expect(printed).toContain('✓ 2 draws, 0 missed reveals, 1 request waiting at block')
    expect(printed).toContain('✓ A draw that the owner withholds costs it 1 of the chain’s coin a box; the price is 1.')
    expect(printed).toContain('✓ What the contract has left is what these draws leave.')
    expect(printed).not.toContain('✗')
    expect(code).toBe(0)
  })

  it('reads the logs in steps', async () => {
    const { printed } = await verify(testnet.rpcUrl, '--box', box, '--from', '5', '--step', '3')
    expect(printed).toContain('✓ 2 draws, 0 missed reveals, 1 request waiting')
  })

  it('[F-4] says what a missed draw would have been once its word is shown', async () => {
    const { publicClient, contracts } = testnet
    const owner = testnet.walletOf('Alice')
    const at = { address: contracts.blindBox, abi: blindBoxAbi } as const
    const lapsed = await openSeries(2n)
    const { timestamp } = await publicClient.getBlock()
    await testnet.setNextBlockTimestamp(Number(timestamp) + 1_800)
    const refund = await owner.writeContract({ ...at, functionName: 'refund', args: [lapsed] })
    expect((await receiptOf(publicClient, refund)).status).toBe('success')
    const before = await verify(testnet.rpcUrl, '--box', lapsed)
    expect(before.printed).toMatch(/^✓ Request 2, 1 box of 0x[0-9a-f]{40}, was not revealed .*: its word is withheld, not shown yet\.$/m)
    const args = [lapsed, WORDS[2] as Hex, commitmentOf(WORDS[0] as Hex), 3n] as const
    const commit = await owner.writeContract({ ...at, functionName: 'commit', args })
    expect((await receiptOf(publicClient, commit)).status).toBe('success')
    const after = await verify(testnet.rpcUrl, '--box', lapsed)
    expect(after.printed).toMatch(/^✓ Request 2, .* went back: it would have drawn prizes \d, \d\.$/m)
    expect(after.code).toBe(0)
  })

  it('says that no price stands behind the bond of a series paid in tickets', async () => {
    const buyAsset = { token: testnet.contracts.official1155, tokenId: 7n, assetType: ASSET_TYPE.ERC1155 }
    const { code, printed } = await verify(testnet.rpcUrl, '--box', await registerSeries(9n, { buyAsset, bondEach: 1n }))
    expect(printed).toContain(
      '✓ A draw that the owner withholds costs it 0.000000000000000001 of the chain’s coin a box. The series is paid',
    )
    expect(printed).toContain('in tickets, which have no price on the chain: no rule sets this bond beside what a box is worth.')
    expect(code).toBe(0)
  })

  it('says what is wrong, and ends with 1', async () => {
    const place = liar?.address() as AddressInfo | null | undefined
    const { code, printed } = await verify(`http://127.0.0.1:${place?.port}`, '--box', box)
    expect(printed).toMatch(/^✗ Request 0, .*: the hash is not that of the block after the request\.$/m)
    expect(code).toBe(1)
  })

  it('refuses in a sentence what it can’t use', async () => {
    expect((await verify(testnet.rpcUrl, '--box', '0x1')).printed).toMatch(/^Say what to verify: npm run verify -- box .*\n$/)
    const unknown = keccak256('0x')
    expect(await verify(testnet.rpcUrl, '--box', unknown)).toMatchObject({
      code: 1,
      printed: `✗ ${testnet.contracts.blindBox} has registered no series ${unknown} since block 0.\n`,
    })
    expect((await verify('nowhere', '--box', box)).printed).toMatch(/^Say which node to ask: /)
  })
})
