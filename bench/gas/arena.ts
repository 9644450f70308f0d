import { strictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { getDemoAccount, startTestnet, type Testnet } from '@plinth/devnet'
import { type Abi, type Address, encodeDeployData, type Hex, parseEther, zeroAddress } from 'viem'
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
  /** What a call would return. */
  simulate<T>(who: 'Alice' | 'Bob', to: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<T>
  /** The gas of an act, whose economics are checked to the wei. */
  trade(act: () => Promise<number>, expected: Expected): Promise<number>
  /** The gas of an act that ends what was open. */
  close(act: () => Promise<number>, isOver: () => Promise<readonly boolean[]>): Promise<number>
  /** The gas of an act that mints one ERC721. */
  mint(act: () => Promise<number>, minted: Minted): Promise<number>
  /** The gas of an act that deploys a collection of Alice's. */
  open(act: () => Promise<number>, collection: Address): Promise<number>
  allow(market: Address): Promise<void>
}

/** Who has more, or less, and by how much: gas aside. */
export type Leg = readonly [account: Address, change: bigint]

/** What a trade moves; all legs together are nothing. */
export interface Expected {
  seller: Leg
  creator: Leg
  fees: Leg
  /** Who pays: the market itself where the money waited in it. */
  buyer: Leg
  /** Losing bidders, who share. */
  dividends?: readonly Leg[]
  /** In wrapped coin rather than coin. */
  inToken?: boolean
  /** Each owner has one more of it. */
  items: readonly (readonly [token: Address, id: bigint, owner: Address])[]
}

export interface Minted {
  token: Address
  id: bigint
  owner: Address
  /** How its metadata ends. */
  uri: string
  royaltyBps: bigint
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
  /** What each has paid for gas. */
  const gasPaid = new Map<string, bigint>()

  const finish = async (hash: Hex) => {
    const receipt = await testnet.publicClient.waitForTransactionReceipt({ hash })
    strictEqual(receipt.status, 'success', `transaction ${hash}`)
    const from = receipt.from.toLowerCase()
    gasPaid.set(from, (gasPaid.get(from) ?? 0n) + receipt.gasUsed * receipt.effectiveGasPrice)
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
  const simulate: Arena['simulate'] = async (who, address, abi, functionName, args) => {
    const call = { address, abi, functionName, args, account: addressOf(who) }
    return (await testnet.publicClient.simulateContract(call)).result as never
  }
  const [royal, plain, editions] = [await deploy(royalToken, [people.carol, 500n]), await deploy(plainToken), await deploy(editionsToken)]
  const weth = testnet.contracts.wrappedCoin
  const money = async (inToken: boolean, account: Address) =>
    inToken
      ? read<bigint>(weth, plainToken.abi, 'balanceOf', [account])
      : (await testnet.publicClient.getBalance({ address: account })) + (gasPaid.get(account.toLowerCase()) ?? 0n)

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
  const unitsOf = async (token: Address, id: bigint, owner: Address) => {
    if (token === editions) return read<bigint>(token, editionsToken.abi, 'balanceOf', [owner, id])
    const holder = await read<Address>(token, plainToken.abi, 'ownerOf', [id]).catch(() => zeroAddress)
    return holder.toLowerCase() === owner.toLowerCase() ? 1n : 0n
  }
  const trade: Arena['trade'] = async (act, { inToken = false, items, dividends = [], ...legs }) => {
    const parts = [...Object.entries(legs), ...dividends.map((leg) => ['losing bidder', leg] as const)]
    const sum = parts.reduce((all, [, [, change]]) => all + change, 0n)
    strictEqual(sum, 0n, 'what is paid is what is received')
    const look = () => Promise.all(parts.map(([, [account]]) => money(inToken, account)))
    const count = () => Promise.all(items.map(([token, id, owner]) => unitsOf(token, id, owner)))
    const [before, held] = [await look(), await count()]
    const gas = await act()
    const [after, holding] = [await look(), await count()]
    for (const [index, [name, [account, change]]] of parts.entries())
      strictEqual((after[index] ?? 0n) - (before[index] ?? 0n), change, `what the ${name} (${account}) has more`)
    for (const [index] of items.entries()) strictEqual((holding[index] ?? 0n) - (held[index] ?? 0n), 1n, 'one more of the item')
    return gas
  }
  const close: Arena['close'] = async (act, isOver) => {
    for (const over of await isOver()) strictEqual(over, false, 'open before')
    const gas = await act()
    for (const over of await isOver()) strictEqual(over, true, 'over after')
    return gas
  }
  const mint: Arena['mint'] = async (act, { token, id, owner, uri, royaltyBps }) => {
    const abi = royalToken.abi
    const balance = await read<bigint>(token, abi, 'balanceOf', [owner])
    strictEqual(await unitsOf(token, id, owner), 0n, 'not there before')
    const gas = await act()
    strictEqual(await unitsOf(token, id, owner), 1n, 'the owner')
    strictEqual((await read<bigint>(token, abi, 'balanceOf', [owner])) - balance, 1n, 'one more')
    strictEqual((await read<string>(token, abi, 'tokenURI', [id])).endsWith(uri), true, 'its metadata')
    const [recipient, amount] = await read<readonly [Address, bigint]>(token, abi, 'royaltyInfo', [id, PRICE])
    strictEqual(amount, (PRICE * royaltyBps) / 10_000n, 'its royalty')
    if (royaltyBps > 0n) strictEqual(recipient, owner, 'whose royalty')
    return gas
  }
  const open: Arena['open'] = async (act, collection) => {
    strictEqual(await testnet.publicClient.getCode({ address: collection }), undefined, 'no code before')
    const gas = await act()
    strictEqual((await testnet.publicClient.getCode({ address: collection })) !== undefined, true, 'code')
    strictEqual(await read(collection, OWNED, 'owner'), people.alice, 'its owner')
    strictEqual(await read(collection, plainToken.abi, 'name'), 'Fifteen letters', 'its name')
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
  const checks = { trade, close, mint, open }
  return {
    testnet,
    royal,
    plain,
    editions,
    weth,
    people,
    deploy,
    send,
    read,
    simulate,
    give,
    giveEdition,
    ...checks,
    allow,
    stop: testnet.stop,
  }
}

const OWNED: Abi = [{ type: 'function', name: 'owner', stateMutability: 'view', inputs: [], outputs: [{ type: 'address' }] }]

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
