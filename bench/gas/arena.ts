import { strictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { getDemoAccount, startTestnet, type Testnet } from '@plinth/devnet'
import { type Abi, type Address, encodeDeployData, type Hex, parseEther } from 'viem'
import { type Compiled, compile } from './compile.ts'

export const PRICE = parseEther('1')
export const FEE = PRICE / 40n
export const ROYALTY = PRICE / 20n

export interface Row {
  operation: string
  market: string
  used: number
  fresh: number
}

/** One chain with the same tokens for all markets. Alice sells or bids, Bob takes, Carol is the creator, Eve collects fees. */
export interface Arena {
  testnet: Testnet
  /** With a royalty of 5 % for Carol, and without. */
  royal: Address
  plain: Address
  editions: Address
  weth: Address
  people: Record<'alice' | 'bob' | 'carol' | 'eve', Address>
  stop(): Promise<void>
  deploy(contract: Compiled, args?: readonly unknown[]): Promise<Address>
  send(who: 'Alice' | 'Bob' | 'Eve', to: Address, abi: Abi, functionName: string, args: readonly unknown[], value?: bigint): Promise<number>
  read<T>(to: Address, abi: Abi, functionName: string, args?: readonly unknown[]): Promise<T>
  /** A new item of Alice's, or of Bob's. */
  give(token: Address, to: Address): Promise<bigint>
  /** Ten units of Alice's, of which Bob owns one more already. */
  giveEdition(): Promise<bigint>
  /** The gas of an act, whose economics are checked to the wei. */
  trade(act: () => Promise<number>, expected: Expected): Promise<number>
  allow(market: Address): Promise<void>
}

export interface Expected {
  /** Changes of coin, or of wrapped coin where `inToken`. */
  seller: bigint
  creator: bigint
  sellerIs: Address
  inToken?: boolean
  items: readonly (readonly [token: Address, id: bigint, owner: Address])[]
}

const ROOT = join(import.meta.dirname, '../..')
export const OPTIMIZED = { optimizer: { enabled: true, runs: 50_000 }, viaIR: true, evmVersion: 'cancun' }

export async function openArena(): Promise<Arena> {
  const testnet = await startTestnet()
  try {
    return await furnish(testnet)
  } catch (error) {
    await testnet.stop()
    throw error
  }
}

async function furnish(testnet: Testnet): Promise<Arena> {
  const names = ['RoyaltyERC721', 'PlainERC721', 'PlainERC1155']
  const file = 'contracts/test/base/Tokens.sol'
  const [royalToken, plainToken, editionsToken] = compile({
    settings: OPTIMIZED,
    contracts: names.map((name) => `${file}:${name}`),
    root: ROOT,
  }) as [Compiled, Compiled, Compiled]
  const addressOf = (name: 'Alice' | 'Bob' | 'Carol' | 'Eve') => getDemoAccount(name).account.address
  const people = { alice: addressOf('Alice'), bob: addressOf('Bob'), carol: addressOf('Carol'), eve: addressOf('Eve') }
  let nextId = 1n

  const finish = async (hash: Hex) => {
    const receipt = await testnet.publicClient.waitForTransactionReceipt({ hash })
    strictEqual(receipt.status, 'success', `transaction ${hash}`)
    return receipt
  }
  const deploy: Arena['deploy'] = async ({ abi, bytecode }, args = []) => {
    const hash = await testnet.walletOf('Eve').sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) })
    return (await finish(hash)).contractAddress as Address
  }
  const send: Arena['send'] = async (who, to, abi, functionName, args, value = 0n) => {
    const hash = await testnet.walletOf(who).writeContract({ address: to, abi, functionName, args, value })
    return Number((await finish(hash)).gasUsed)
  }
  const read: Arena['read'] = (to, abi, functionName, args = []) =>
    testnet.publicClient.readContract({ address: to, abi, functionName, args }) as Promise<never>
  const [royal, plain, editions] = [await deploy(royalToken, [people.carol, 500n]), await deploy(plainToken), await deploy(editionsToken)]
  const weth = testnet.contracts.wrappedCoin
  const money = (inToken: boolean, account: Address) =>
    inToken ? read<bigint>(weth, plainToken.abi, 'balanceOf', [account]) : testnet.publicClient.getBalance({ address: account })

  const give: Arena['give'] = async (token, to) => {
    const id = nextId++
    if (token === editions) await send('Eve', token, editionsToken.abi, 'give', [to, id, 10n])
    else await send('Eve', token, plainToken.abi, 'give', [to, id])
    return id
  }
  const giveEdition: Arena['giveEdition'] = async () => {
    const id = await give(editions, people.alice)
    await send('Eve', editions, editionsToken.abi, 'give', [people.bob, id, 1n])
    return id
  }
  const trade: Arena['trade'] = async (act, { seller, creator, sellerIs, inToken = false, items }) => {
    const before = [await money(inToken, sellerIs), await money(inToken, people.carol)] as const
    const gas = await act()
    // Who takes pays gas besides: only receivers who sent nothing are compared in coin.
    strictEqual((await money(inToken, sellerIs)) - before[0], seller, 'what the seller receives')
    strictEqual((await money(inToken, people.carol)) - before[1], creator, 'what the creator receives')
    for (const [token, id, owner] of items) {
      if (token === editions) strictEqual((await read<bigint>(token, editionsToken.abi, 'balanceOf', [owner, id])) > 0n, true, 'units')
      else strictEqual(await read(token, plainToken.abi, 'ownerOf', [id]), owner, 'the owner')
    }
    return gas
  }
  const allow: Arena['allow'] = async (market) => {
    for (const who of ['Alice', 'Bob'] as const) {
      for (const token of [royal, plain]) await send(who, token, plainToken.abi, 'setApprovalForAll', [market, true])
      await send(who, editions, editionsToken.abi, 'setApprovalForAll', [market, true])
      await send(who, weth, plainToken.abi, 'approve', [market, 2n ** 256n - 1n])
    }
  }
  await send(
    'Alice',
    weth,
    [{ type: 'function', name: 'deposit', inputs: [], outputs: [], stateMutability: 'payable' }],
    'deposit',
    [],
    PRICE * 100n,
  )
  // Recipients exist and the buyer owns one already.
  for (const token of [royal, plain, editions]) for (const to of [people.alice, people.alice, people.bob]) await give(token, to)
  for (const to of [people.bob, people.carol, people.eve]) await send('Alice', weth, TRANSFER, 'transfer', [to, 1n])
  return { testnet, royal, plain, editions, weth, people, deploy, send, read, give, giveEdition, trade, allow, stop: testnet.stop }
}

const TRANSFER: Abi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
  },
]
