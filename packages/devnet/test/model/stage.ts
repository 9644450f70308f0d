import { collection721Abi, collection1155Abi, dollarTokenAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import {
  type Chain,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
  parseEther,
  parseSignature,
  type Tokens,
  type Transport,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { callRpc, type Testnet } from '../../src/index.ts'
import type { Royalty, World } from './exchange-model.ts'
import type { Cast } from './random-fills.ts'

export interface Stage {
  world: World
  cast: Cast
  keys: ReadonlyMap<Hex, Hex>
  /** Sends from any account; books the gas cost. */
  send(from: Hex, to: Hex, data: Hex, value?: bigint): Promise<boolean>
}

/** What `transact` sends. */
export interface Transaction {
  from: Hex
  to: Hex
  data: Hex
  value: bigint
  gas?: number
}

const ZERO: Hex = `0x${'00'.repeat(20)}`
const COIN = parseEther('1000000')
const TOKENS = 10n ** 15n
const UNITS = 10n ** 6n
const MOST = 2n ** 256n - 1n

const accountOf = (index: number) => privateKeyToAccount(numberToHex(0x6d0de1 + index, { size: 32 }))
const addressOf = (account: PrivateKeyAccount) => account.address.toLowerCase() as Hex

/** By the very types of the result: inferred ones take the compiler seconds to compare with it. */
export function readerOf({ rpcUrl }: Pick<Testnet, 'rpcUrl'>): PublicClient {
  return createPublicClient<Transport, Chain | undefined, undefined, undefined, Tokens | undefined>({
    transport: http(rpcUrl, { batch: true }),
  })
}

/** Three makers and three takers with all assets, except the last taker, who has coin and approvals only; two receivers. */
export async function openWorld(testnet: Testnet, numbers: number): Promise<Stage> {
  const { rpcUrl, contracts, chainId } = testnet
  const people = Array.from({ length: 8 }, (_, index) => accountOf(index))
  const names = people.map(addressOf)
  const [makers, takers, outsiders] = [names.slice(0, 3), names.slice(3, 6), names.slice(6)]
  const traders = names.slice(0, 5)
  const moneys: Hex[] = [ZERO, contracts.wrappedCoin, contracts.dollar]
  const [one, other] = outsiders as [Hex, Hex]
  const royalties = new Map<bigint, readonly Royalty[]>([
    [1n, []],
    [2n, [{ recipient: one, bps: 500n }]],
    [
      3n,
      [
        { recipient: one, bps: 300n },
        { recipient: other, bps: 200n },
      ],
    ],
  ])
  const itemIds = Array.from({ length: 40 }, (_, index) => BigInt(100 + index))
  const block = await testnet.publicClient.getBlock()
  const world: World = {
    exchange: contracts.exchange,
    chainId: BigInt(chainId),
    beneficiary: addressOf(privateKeyToAccount(testnet.keys.operator)),
    wrappedCoin: contracts.wrappedCoin,
    defaultFee: 250n,
    minimumSellerFee: 250n,
    now: block.timestamp,
    royalties,
    registered: new Set(),
    approved: new Set([...makers, ...takers]),
    spent: new Set(),
    filled: new Map(),
    epochs: new Map(),
    money: new Map(),
    units: new Map(),
    holders: new Map(),
  }
  const stage: Stage = {
    world,
    cast: {
      makers,
      takers,
      outsiders,
      editions: contracts.official1155,
      items: contracts.official721,
      moneys,
      editionIds: [1n, 2n, 3n],
      itemIds,
      now: block.timestamp,
      numbers,
      epochs: world.epochs,
    },
    keys: new Map(people.map((person, index) => [addressOf(person), numberToHex(0x6d0de1 + index, { size: 32 })])),
    send: async (from, to, data, value = 0n) => (await transact(rpcUrl, world, { from, to, data, value })).passed,
  }
  await callRpc(rpcUrl, 'anvil_autoImpersonateAccount', [true])
  for (const name of names) {
    await callRpc(rpcUrl, 'anvil_setBalance', [name, numberToHex(COIN)])
    world.money.set(`${ZERO}:${name}`, COIN)
  }
  await approveAll(testnet, stage, [...makers, ...takers])
  for (const name of traders) await fund(testnet, stage, name)
  for (const id of [1n, 2n, 3n]) await mintEdition(testnet, stage, id, one, traders)
  for (const [index, id] of itemIds.entries()) await mintItem(testnet, stage, id, traders[index % traders.length] as Hex)
  return stage
}

const GAS = 2_000_000

/** Sends from any account; books the gas cost. */
export async function transact(rpcUrl: string, { money }: Pick<World, 'money'>, { value, gas = GAS, ...call }: Transaction) {
  const transaction = { ...call, value: numberToHex(value), gas: numberToHex(gas) }
  const hash = await callRpc<Hex>(rpcUrl, 'eth_sendTransaction', [transaction])
  type Receipt = { status: Hex; blockNumber: Hex; gasUsed: Hex; effectiveGasPrice: Hex }
  let receipt: Receipt | null = null
  while (!receipt) receipt = await callRpc<Receipt | null>(rpcUrl, 'eth_getTransactionReceipt', [hash])
  const name = `${ZERO}:${call.from}`
  money.set(name, (money.get(name) ?? 0n) - BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
  return { passed: BigInt(receipt.status) === 1n, blockNumber: BigInt(receipt.blockNumber) }
}

async function approveAll({ contracts }: Testnet, stage: Stage, names: readonly Hex[]): Promise<void> {
  const approve = encodeFunctionData({ abi: dollarTokenAbi, functionName: 'approve', args: [contracts.transferProxy, MOST] })
  const approveItems = encodeFunctionData({
    abi: collection721Abi,
    functionName: 'setApprovalForAll',
    args: [contracts.transferProxy, true],
  })
  for (const name of names) {
    for (const token of [contracts.wrappedCoin, contracts.dollar]) await stage.send(name, token, approve)
    for (const token of [contracts.official721, contracts.official1155]) await stage.send(name, token, approveItems)
  }
}

async function fund({ contracts }: Testnet, { send: sendAs, world }: Stage, name: Hex): Promise<void> {
  await sendAs(name, contracts.wrappedCoin, encodeFunctionData({ abi: wrappedCoinAbi, functionName: 'deposit' }), TOKENS)
  world.money.set(`${ZERO}:${name}`, (world.money.get(`${ZERO}:${name}`) ?? 0n) - TOKENS)
  await sendAs(name, contracts.dollar, encodeFunctionData({ abi: dollarTokenAbi, functionName: 'mint', args: [name, TOKENS] }))
  for (const token of [contracts.wrappedCoin, contracts.dollar]) world.money.set(`${token}:${name}`, TOKENS)
}

async function voucherOf(testnet: Testnet, collection: Hex, tokenId: bigint, minter: Hex) {
  const domain = { name: 'Plinth Collection', version: '1', chainId: testnet.chainId, verifyingContract: collection }
  const types = {
    Mint: [
      { name: 'tokenId', type: 'uint256' },
      { name: 'minter', type: 'address' },
    ],
  }
  const signature = await testnet.miner.signTypedData({ domain, types, primaryType: 'Mint', message: { tokenId, minter } })
  const { r, s, v } = parseSignature(signature)
  return { r, s, v: Number(v) }
}

async function mintEdition(
  testnet: Testnet,
  { send: sendAs, world }: Stage,
  id: bigint,
  creator: Hex,
  holders: readonly Hex[],
): Promise<void> {
  const collection = testnet.contracts.official1155
  const { v, r, s } = await voucherOf(testnet, collection, id, creator)
  const fees = (world.royalties.get(id) ?? []).map(({ recipient, bps }) => ({ recipient, value: bps }))
  const supply = UNITS * BigInt(holders.length)
  await sendAs(
    creator,
    collection,
    encodeFunctionData({ abi: collection1155Abi, functionName: 'mint', args: [id, v, r, s, fees, supply, '/x'] }),
  )
  for (const holder of holders) {
    const data = encodeFunctionData({ abi: collection1155Abi, functionName: 'safeTransferFrom', args: [creator, holder, id, UNITS, '0x'] })
    await sendAs(creator, collection, data)
    world.units.set(`${collection}:${id}:${holder}`, UNITS)
  }
}

async function mintItem(testnet: Testnet, { send: sendAs, world }: Stage, id: bigint, creator: Hex): Promise<void> {
  const collection = testnet.contracts.official721
  const { v, r, s } = await voucherOf(testnet, collection, id, creator)
  const bps = (id * 37n) % 1_001n
  const fees = bps === 0n ? [] : [{ recipient: creator, value: bps }]
  ;(world.royalties as Map<bigint, readonly Royalty[]>).set(id, bps === 0n ? [] : [{ recipient: creator, bps }])
  await sendAs(creator, collection, encodeFunctionData({ abi: collection721Abi, functionName: 'mint', args: [id, v, r, s, fees, '/x'] }))
  world.holders.set(`${collection}:${id}`, creator)
}
