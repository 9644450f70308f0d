import { strictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { getDemoAccount, receiptOf, startTestnet, type Testnet } from '@plinth/devnet'
import { type Abi, type Address, ContractFunctionExecutionError, encodeDeployData, type Hex, parseEther, zeroAddress } from 'viem'
import { type Compiled, compile } from './compile.ts'
import { type Member, makeCrowd, type WalletOf, walletsOf } from './crowd.ts'

export const PRICE = parseEther('1')
export const FEE = PRICE / 40n
export const ROYALTY = PRICE / 20n

export interface Row {
  operation: string
  market: string
  used: number
  fresh: number
}

export type Sender = 'Alice' | 'Bob' | 'Eve' | Member

/** One chain with the same tokens for all markets. Alice sells or bids, Bob takes, Carol is the creator, Eve collects fees. */
export interface Arena {
  testnet: Testnet
  /** Ten more makers, who own an item and wrapped coin each. */
  crowd: readonly Member[]
  /** With a royalty of 5 % for Carol, and without. */
  royal: Address
  plain: Address
  editions: Address
  weth: Address
  /** An ERC20 that no market knows as wrapped coin; Bob has plenty, and each payee one unit. */
  pay: Address
  people: Record<'alice' | 'bob' | 'carol' | 'eve', Address>
  stop(): Promise<void>
  deploy(contract: Compiled, args?: readonly unknown[], who?: 'Bob' | 'Eve'): Promise<Address>
  send(who: Sender, to: Address, abi: Abi, functionName: string, args: readonly unknown[], value?: bigint): Promise<number>
  read<T>(to: Address, abi: Abi, functionName: string, args?: readonly unknown[]): Promise<T>
  /** A new item of Alice's, or of Bob's. */
  give(token: Address, to: Address): Promise<bigint>
  /** Ten units of Alice's, of which Bob owns one more already. */
  giveEdition(): Promise<bigint>
  /** What a call would return. */
  simulate<T>(who: 'Alice' | 'Bob', to: Address, abi: Abi, functionName: string, args: readonly unknown[], value?: bigint): Promise<T>
  /** Whether a call would revert. */
  isRefused(who: 'Alice' | 'Bob', to: Address, abi: Abi, functionName: string, args: readonly unknown[], value?: bigint): Promise<boolean>
  /** The gas of an act, whose balance changes are checked to the wei. */
  trade(act: () => Promise<number>, expected: Expected): Promise<number>
  /** The gas of an act that cancels open offers. */
  close(act: () => Promise<number>, isOver: () => Promise<readonly boolean[]>): Promise<number>
  /** The gas of an act that mints these items to one owner. */
  mint(act: () => Promise<number>, minted: Minted | readonly Minted[]): Promise<number>
  /** The gas of an act that deploys a collection of Alice's. */
  open(act: () => Promise<number>, collection: Address): Promise<number>
  /** Measures an act, then reverts the chain. */
  undone<T>(act: () => Promise<T>): Promise<T>
  allow(market: Address): Promise<void>
  /** The crowd's approvals of the royal items, and of wrapped coin. */
  allowCrowd(market: Address): Promise<void>
}

/** Balance changes by account, without gas. */
export type Leg = readonly [account: Address, change: bigint]

/** Balance changes of a trade; all legs sum to zero. */
export interface Expected {
  seller: Leg
  creator: Leg
  fees: Leg
  /** Payer: the market itself where it holds the money in escrow. */
  buyer: Leg
  /** Losing bidders, who share. */
  dividends?: readonly Leg[]
  /** Further sellers or buyers. */
  others?: readonly Leg[]
  /** What is paid, an ERC20; coin where there is none. */
  token?: Address | undefined
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
  /** Of an ERC1155. */
  units?: bigint
}

export const ROOT = join(import.meta.dirname, '../..')
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
  const names = ['RoyaltyERC721', 'PlainERC721', 'PlainERC1155', 'PlainERC20']
  const file = 'contracts/test/base/PlainTokens.sol'
  const [royalToken, plainToken, editionsToken, payToken] = compile({
    settings: OPTIMIZED,
    contracts: names.map((name) => `${file}:${name}`),
    root: ROOT,
  }) as [Compiled, Compiled, Compiled, Compiled]
  const addressOf = (name: 'Alice' | 'Bob' | 'Carol' | 'Eve') => getDemoAccount(name).account.address
  const people = { alice: addressOf('Alice'), bob: addressOf('Bob'), carol: addressOf('Carol'), eve: addressOf('Eve') }
  let nextId = 1n
  /** Gas fees paid by each account. */
  const gasPaid = new Map<string, bigint>()

  const finish = async (hash: Hex) => {
    const receipt = await receiptOf(testnet.publicClient, hash)
    strictEqual(receipt.status, 'success', `transaction ${hash}`)
    const from = receipt.from.toLowerCase()
    gasPaid.set(from, (gasPaid.get(from) ?? 0n) + receipt.gasUsed * receipt.effectiveGasPrice)
    return receipt
  }
  const deploy: Arena['deploy'] = async ({ abi, bytecode }, args = [], who = 'Eve') => {
    const hash = await testnet.walletOf(who).sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) })
    return (await finish(hash)).contractAddress as Address
  }
  const walletOf: WalletOf = walletsOf(testnet)
  const send: Arena['send'] = async (who, to, abi, functionName, args, value = 0n) => {
    const hash = await walletOf(who).writeContract({ address: to, abi, functionName, args, value })
    return Number((await finish(hash)).gasUsed)
  }
  const read: Arena['read'] = (to, abi, functionName, args = []) =>
    testnet.publicClient.readContract({ address: to, abi, functionName, args }) as Promise<never>
  const simulate: Arena['simulate'] = async (who, address, abi, functionName, args, value = 0n) => {
    const call = { address, abi, functionName, args, account: addressOf(who), value }
    // Of the type that its caller expects of this function.
    return (await testnet.publicClient.simulateContract(call)).result as never
  }
  const isRefused: Arena['isRefused'] = async (...call) =>
    simulate(...call).then(
      () => false,
      (error: unknown) => {
        if (error instanceof ContractFunctionExecutionError) return true
        throw error
      },
    )
  const [royal, plain, editions] = [await deploy(royalToken, [people.carol, 500n]), await deploy(plainToken), await deploy(editionsToken)]
  // By Bob: what Eve deploys stays at its addresses, whose zeros count in the calls.
  const pay = await deploy(payToken, [], 'Bob')
  const weth = testnet.contracts.wrappedCoin
  const money = async (token: Address | undefined, account: Address) =>
    token
      ? read<bigint>(token, plainToken.abi, 'balanceOf', [account])
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
  const trade: Arena['trade'] = async (act, { token, items, dividends = [], others = [], ...legs }) => {
    const further = [...dividends.map((leg) => ['losing bidder', leg] as const), ...others.map((leg) => ['other maker', leg] as const)]
    const parts = [...Object.entries(legs), ...further]
    const sum = parts.reduce((all, [, [, change]]) => all + change, 0n)
    strictEqual(sum, 0n, 'what is paid is what is received')
    const look = () => Promise.all(parts.map(([, [account]]) => money(token, account)))
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
  const mint: Arena['mint'] = async (act, minted) => {
    const all = 'token' in minted ? [minted] : minted
    const held = ({ token, id, owner, units }: Minted) =>
      units === undefined ? unitsOf(token, id, owner) : read<bigint>(token, editionsToken.abi, 'balanceOf', [owner, id])
    for (const one of all) strictEqual(await held(one), 0n, 'not there before')
    const gas = await act()
    for (const one of all) {
      const { token, id, owner, uri, royaltyBps, units } = one
      strictEqual(await held(one), units ?? 1n, 'what the owner has')
      const metadata =
        units === undefined ? read<string>(token, royalToken.abi, 'tokenURI', [id]) : read<string>(token, editionsToken.abi, 'uri', [id])
      strictEqual((await metadata).endsWith(uri), true, 'its metadata')
      const [recipient, amount] = await read<readonly [Address, bigint]>(token, royalToken.abi, 'royaltyInfo', [id, PRICE])
      strictEqual(amount, (PRICE * royaltyBps) / 10_000n, 'its royalty')
      if (royaltyBps > 0n) strictEqual(recipient, owner, 'whose royalty')
    }
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
    await send('Bob', pay, payToken.abi, 'approve', [market, 2n ** 256n - 1n])
  }
  const undone: Arena['undone'] = async (act) => {
    const before = await testnet.snapshot()
    try {
      return await act()
    } finally {
      await testnet.revert(before)
    }
  }
  const crowd = makeCrowd()
  const allowCrowd: Arena['allowCrowd'] = async (market) => {
    for (const member of crowd) {
      await send(member, royal, plainToken.abi, 'setApprovalForAll', [market, true])
      await send(member, weth, plainToken.abi, 'approve', [market, 2n ** 256n - 1n])
    }
  }
  await send('Alice', weth, DEPOSIT, 'deposit', [], PRICE * 100n)
  for (const member of crowd) {
    await testnet.setBalance(member.address, PRICE * 1_000n)
    await send(member, weth, DEPOSIT, 'deposit', [], PRICE * 100n)
    await give(royal, member.address)
  }
  // Recipients exist and the buyer owns one already.
  for (const token of [royal, plain, editions]) for (const to of [people.alice, people.alice, people.bob]) await give(token, to)
  for (const to of [people.bob, people.carol, people.eve]) await send('Alice', weth, TRANSFER, 'transfer', [to, 1n])
  await send('Bob', pay, payToken.abi, 'give', [people.bob, PRICE * 1_000n])
  for (const to of [people.alice, people.carol, people.eve, ...crowd.map(({ address }) => address)])
    await send('Bob', pay, payToken.abi, 'give', [to, 1n])
  const checks = { trade, close, mint, open }
  return {
    testnet,
    royal,
    plain,
    editions,
    weth,
    pay,
    people,
    crowd,
    deploy,
    send,
    read,
    simulate,
    isRefused,
    give,
    giveEdition,
    ...checks,
    undone,
    allow,
    allowCrowd,
    stop: testnet.stop,
  }
}

const DEPOSIT: Abi = [{ type: 'function', name: 'deposit', inputs: [], outputs: [], stateMutability: 'payable' }]
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
