import { type Artifact, readArtifact } from '@plinth/devnet'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { type Address, encodeAbiParameters, getContractAddress, type Hex, numberToHex, zeroAddress } from 'viem'
import { type Arena, FEE, PRICE, type Row, type Sender } from './arena.ts'
import { type Member, memberOf } from './crowd.ts'
import { signHash } from './signing.ts'

export const NONE = { v: 0, r: numberToHex(0, { size: 32 }), s: numberToHex(0, { size: 32 }) }
export const MARKET = 'Plinth'
export const CID = '/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const COIN: { token: Address; tokenId: bigint; assetType: number } = { token: zeroAddress, tokenId: 0n, assetType: 0 }

/** Neighbouring ids of our collections share storage, by 64. */
export const SHEET = 64n
/** Kinds of orders, in their salts. */
export const CRITERIA = 1n << 64n
export const PRIVATE = 2n << 64n

export type Order = ReturnType<typeof saleOf>

export function saleOf(owner: Address, number: bigint, token: Address, tokenId: bigint, assetType: number, fee: bigint, quantity = 1n) {
  const key = { owner, salt: number, sellAsset: { token, tokenId, assetType }, buyAsset: COIN }
  return { key, selling: quantity, buying: PRICE * quantity, sellerFee: fee }
}

export async function deployExchange(
  arena: Arena,
  fee: bigint,
  artifact: Pick<Artifact, 'abi' | 'bytecode'> = readArtifact('Exchange'),
): Promise<Address> {
  const { eve } = arena.people
  const nonce = BigInt(await arena.testnet.publicClient.getTransactionCount({ address: eve }))
  const proxy = getContractAddress({ from: eve, nonce: nonce + 1n })
  const exchange = await arena.deploy(artifact, [eve, proxy, eve, [eve], fee, fee, arena.weth])
  await arena.deploy(readArtifact('TransferProxy'), [exchange, zeroAddress, zeroAddress, zeroAddress])
  await arena.allow(proxy)
  // Fees lie in the exchange already, as they do on any day but the first.
  await arena.testnet.setBalance(exchange, 1n)
  return exchange
}

/** The typed data that its maker signs, for every kind of order. */
export const digestOf = (arena: Arena, exchange: Address, order: Order, taker: Address = zeroAddress): Promise<Hex> =>
  arena.read(exchange, exchangeAbi, 'digestByTerms', [order, taker])

export async function signOrder(
  arena: Arena,
  exchange: Address,
  order: Order,
  { privateKey }: Member = memberOf('Alice'),
  taker?: Address,
) {
  return signHash(await digestOf(arena, exchange, order, taker), privateKey)
}

/** Owner of a new sale of a royal item. */
export async function royalSale(arena: Arena, number: bigint, owner: Address = arena.people.alice): Promise<Order> {
  return saleOf(owner, number, arena.royal, await arena.give(arena.royal, owner), 3, 250n)
}

/** The same sale for an ERC20. */
export function paidIn(token: Address, { key, ...order }: Order): Order {
  return { ...order, key: { ...key, buyAsset: { token, tokenId: 0n, assetType: 1 } } }
}

/** Afterwards the bitmap word of this number is in use. */
export async function markUsed(arena: Arena, exchange: Address, who: Sender = 'Alice', number = 0n): Promise<void> {
  const args = [[number >> 8n], [1n << 255n]]
  await arena.send(who, exchange, exchangeAbi, 'cancelMany', args)
}

/** A bitmap word that none of the maker's orders has used, below the numbers for which a fill reads the maker's epoch. */
const FRESH_WORD = 512n

/** Gas with a number below 256, whose bitmap word is in use, and with one in a fresh word. */
export async function pairOf(arena: Arena, operation: string, number: bigint, measure: (number: bigint) => Promise<number>): Promise<Row> {
  const used = await measure(number)
  return { operation, market: MARKET, used, fresh: await arena.undone(() => measure(FRESH_WORD + number)) }
}

export const same = (operation: string, gas: number): Row => ({ operation, market: MARKET, used: gas, fresh: gas })

/** Bob pays Alice in coin, and each a part; fees lie in the exchange. */
export function saleLegs({ people }: Arena, exchange: Address, { part = FEE, royalty = 0n, times = 1n }) {
  return {
    seller: [people.alice, times * (PRICE - part - royalty)],
    creator: [people.carol, times * royalty],
    fees: [exchange, times * 2n * part],
    buyer: [people.bob, -times * (PRICE + part)],
  } as const
}

/** The official collection's mint signer lets the exchange mint this for `creator`, as the exchange takes it. */
export async function voucherOf(arena: Arena, exchange: Address, tokenId: bigint, creator: Address, royaltyBps: bigint): Promise<Hex> {
  const collection = arena.testnet.contracts.official721
  const fees = royaltyBps === 0n ? [] : [{ recipient: creator, value: royaltyBps }]
  const terms = { fees, uri: CID, supply: 1n, deadline: 2n ** 40n, sig: NONE }
  const digest = await arena.read<Hex>(collection, collection721Abi, 'settlementMintDigest', [exchange, tokenId, creator, terms])
  const sig = await signHash(digest, arena.testnet.keys.miner)
  return encodeAbiParameters(VOUCHER, [fees, CID, 1n, terms.deadline, sig])
}

const VOUCHER = [
  {
    type: 'tuple[]',
    components: [
      { name: 'recipient', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  { type: 'string' },
  { type: 'uint256' },
  { type: 'uint256' },
  {
    type: 'tuple',
    components: [
      { name: 'v', type: 'uint8' },
      { name: 'r', type: 'bytes32' },
      { name: 's', type: 'bytes32' },
    ],
  },
] as const
