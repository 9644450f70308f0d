import { AppError, type ItemSort } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { ItemRef } from '../../db/item-keys.ts'

/**
 * Where an item stands in an order: by class, then by a value, then the newer one, then by its key. Prices without a rate are a class
 * of their own, in which the money comes before the value; what has no value at all is the last class.
 */
export type Position = ItemRef & {
  readonly class: 0 | 1 | 2
  /** Of the money, where the class is 1. */
  readonly money: { readonly chainId: number; readonly address: Address } | undefined
  readonly value: bigint
  readonly createdAt: number
  /** Of the weights by which prices were compared. */
  readonly mark: string
}

const RISING: ReadonlySet<ItemSort> = new Set(['priceLow', 'ending', 'rarity', 'token', 'match'])
/** Whether the greater value comes first. */
export const isFalling = (sort: ItemSort): boolean => !RISING.has(sort)

const SORT_LETTER: Readonly<Record<ItemSort, string>> = {
  listed: '0',
  made: '1',
  sold: '2',
  priceLow: '3',
  priceHigh: '4',
  ending: '5',
  liked: '6',
  lastSale: '7',
  rarity: '8',
  token: '9',
  match: 'a',
}

const FORM =
  /^([\da])\.([0-2])\.(x|\d{1,15}-0x[0-9a-f]{40})\.(\d{1,140})\.(\d{1,15})\.(\d{1,15})\.(0x[0-9a-f]{40})\.(\d{1,78})\.([0-9a-f]{16})$/

/** @throws AppError BAD_ARGUMENT_VALUE for the cursor of another list */
export function readPosition(cursor: string, sort: ItemSort): Position {
  const [, letter, kind, money = 'x', value = '', createdAt, chainId, collection, tokenId = '', mark = ''] = FORM.exec(cursor) ?? []
  if (letter !== SORT_LETTER[sort]) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'cursor', reason: 'not a cursor of this list' })
  const [moneyChain, moneyAddress] = money.split('-')
  return {
    class: Number(kind) as Position['class'],
    money: moneyAddress === undefined ? undefined : { chainId: Number(moneyChain), address: moneyAddress as Address },
    value: BigInt(value),
    createdAt: Number(createdAt),
    chainId: Number(chainId),
    collection: collection as Address,
    tokenId: BigInt(tokenId),
    mark,
  }
}

export function writePosition(position: Position, sort: ItemSort): string {
  const { money, value, createdAt, chainId, collection, tokenId, mark } = position
  const ofMoney = money ? `${money.chainId}-${money.address}` : 'x'
  return [SORT_LETTER[sort], position.class, ofMoney, value, createdAt, chainId, collection, tokenId, mark].join('.')
}
