/** Balances for the model of the BlindBox: each change can be undone, as a revert does. */
import type { Hex } from 'viem'
import type { Series } from './box-series.ts'
import type { ModelAsset, World } from './exchange-model.ts'

/** The market's books, with what only boxes know. */
export interface BoxWorld extends World {
  readonly blindBox: Hex
  readonly proxy: Hex
  readonly prizeCollection: Hex
  /** Whose signature a foreign one is. */
  readonly outsider: Hex
  /** Contracts that accept neither coin nor items with a receiver check. */
  readonly refusers: ReadonlySet<Hex>
  /** Owners whose series may have kinds of the prize collection. */
  readonly served: ReadonlySet<Hex>
  readonly kindUris: ReadonlyMap<bigint, string>
  readonly minted: Map<bigint, bigint>
  readonly series: Map<Hex, Series>
  /** Undelivered prizes, and tickets by kind 255, by `series:account:kind`. */
  readonly kept: Map<string, bigint>
  /** Undelivered coin of accounts that refused it. */
  readonly credits: Map<Hex, bigint>
  readonly fees: { collected: bigint }
  readonly blockHashes: Map<bigint, Hex>
}
/** Undoes one change. */
export type Change = () => void

const ZERO: Hex = `0x${'00'.repeat(20)}`
const ITEMS_PER_KIND = 1_000_000n

/** The chain's error in text: its name and arguments. */
export const refusal = (name: string, ...facts: readonly (Hex | bigint | number)[]) => `${name}(${facts.join()})`

export function undo(changes: readonly Change[]): void {
  for (const change of [...changes].reverse()) change()
}

/** Undefined takes the entry out. */
export function put<Key, Value>(changes: Change[], book: Map<Key, Value>, key: Key, value: Value | undefined): void {
  const [had, old] = [book.has(key), book.get(key)]
  changes.push(() => void (had ? book.set(key, old as Value) : book.delete(key)))
  if (value === undefined) book.delete(key)
  else book.set(key, value)
}

export function changeOf<Entry extends object>(changes: Change[], entry: Entry, fields: Partial<Entry>): void {
  const old = { ...entry }
  changes.push(() => void Object.assign(entry, old))
  Object.assign(entry, fields)
}

function add(changes: Change[], book: Map<string, bigint>, key: string, amount: bigint): void {
  put(changes, book, key, (book.get(key) ?? 0n) + amount)
}

export function moveMoney({ money }: BoxWorld, token: Hex, from: Hex, to: Hex, amount: bigint, changes: Change[]): void {
  add(changes, money, `${token}:${from}`, -amount)
  add(changes, money, `${token}:${to}`, amount)
}

/** Coin, or an ERC20, comes here; in coin, tickets' bonds too. */
export function take(
  world: BoxWorld,
  { token, assetType }: ModelAsset,
  from: Hex,
  { due, value }: { due: bigint; value: bigint },
  changes: Change[],
): string | undefined {
  const isToken = assetType === 1
  if (value !== (isToken ? 0n : due)) return refusal('BoxValueWrong', value, isToken ? 0n : due)
  const has = world.money.get(`${token}:${from}`) ?? 0n
  if (isToken && has < due) return refusal('ERC20InsufficientBalance', from, has, due)
  moveMoney(world, isToken ? token : ZERO, from, world.blindBox, due, changes)
  return undefined
}

/** Refused coin is kept for the receiver. */
export function payMoney(world: BoxWorld, { token, assetType }: ModelAsset, to: Hex, amount: bigint, changes: Change[]): void {
  if (amount === 0n) return
  if (assetType === 1) moveMoney(world, token, world.blindBox, to, amount, changes)
  else if (world.refusers.has(to)) put(changes, world.credits, to, (world.credits.get(to) ?? 0n) + amount)
  else moveMoney(world, ZERO, world.blindBox, to, amount, changes)
}

const unitsAt = ({ token, tokenId }: ModelAsset, account: Hex) => `${token}:${tokenId}:${account}`

/** A prize, or a ticket, comes here; refused as `isHere` where it lies here already. */
export function takeItem(
  world: BoxWorld,
  item: ModelAsset,
  { from, count, isHere }: { from: Hex; count: bigint; isHere: string },
  changes: Change[],
): string | undefined {
  const { token, tokenId, assetType } = item
  if (assetType === 2) {
    const has = world.units.get(unitsAt(item, from)) ?? 0n
    if (has < count) return refusal('ERC1155InsufficientBalance', from, has, count, tokenId)
    add(changes, world.units, unitsAt(item, from), -count)
    add(changes, world.units, unitsAt(item, world.blindBox), count)
    return undefined
  }
  const holder = world.holders.get(`${token}:${tokenId}`)
  if (holder === undefined) return refusal('ERC721NonexistentToken', tokenId)
  if (holder === world.blindBox) return isHere
  if (assetType === 4 && holder !== from) return refusal('TransferProxyItemNotMoved', token, tokenId)
  if (!world.approved.has(holder)) return refusal('ERC721InsufficientApproval', world.proxy, tokenId)
  if (holder !== from) return refusal('ERC721IncorrectOwner', from, tokenId, holder)
  put(changes, world.holders, `${token}:${tokenId}`, world.blindBox)
  return undefined
}

/** Whether it was taken; an old ERC721 does not ask, and what is minted must be a kind that is there. */
export function giveItem(world: BoxWorld, item: ModelAsset, to: Hex, count: bigint, changes: Change[]): boolean {
  const { token, tokenId, assetType } = item
  if (assetType !== 4 && world.refusers.has(to)) return false
  if (assetType === 2) {
    add(changes, world.units, unitsAt(item, world.blindBox), -count)
    add(changes, world.units, unitsAt(item, to), count)
  } else if (assetType === 5) {
    if (!world.kindUris.has(tokenId)) return false
    const number = (world.minted.get(tokenId) ?? 0n) + 1n
    put(changes, world.minted, tokenId, number)
    put(changes, world.holders, `${token}:${tokenId * ITEMS_PER_KIND + number}`, to)
  } else put(changes, world.holders, `${token}:${tokenId}`, to)
  return true
}
