import { type Address, itemKey } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { BoxKey } from './boxes/state.ts'

export type ItemKey = { readonly collection: Address; readonly tokenId: bigint }
export type HolderKey = ItemKey & { readonly owner: Address }
export type OrderKeyOfMaker = { readonly maker: Address; readonly sequence: bigint }
export type ApprovalKey = { readonly collection: Address; readonly owner: Address }
/** A sale that was recorded or taken back. */
export type DirtySale = ItemKey & { readonly money: Address; readonly at: number }
/** An account's balance and allowance in one pay token, towards one transfer proxy. */
export type FunderKey = { readonly token: Address; readonly account: Address; readonly spender: Address }

/** The keys that a block changed: derived facts are recomputed for these only. */
export class DirtyKeys {
  /** Of old blocks: the statistics of their collections are recounted once all are in. */
  readonly isOld: boolean
  readonly items = new Map<string, ItemKey>()
  readonly transfers = new Map<string, ItemKey>()
  readonly holders = new Map<string, HolderKey>()
  readonly orders = new Map<string, OrderKeyOfMaker>()
  readonly auctions = new Map<string, OrderKeyOfMaker>()
  readonly boxes = new Map<string, BoxKey>()
  readonly approvals = new Map<string, ApprovalKey>()
  readonly funders = new Map<string, FunderKey>()
  readonly collections = new Set<Address>()
  readonly transactions = new Map<Hex, 'done' | 'orphaned'>()
  readonly sales: DirtySale[] = []
  /** Collections whose statistics are to be recounted. */
  readonly uncounted = new Set<Address>()
  readonly soldItems = new Map<string, ItemKey>()
  /** Between the first and the last transfer or sale, in unix seconds; undefined without any. */
  span: { readonly from: number; readonly to: number } | undefined

  constructor({ isOld = false }: { isOld?: boolean | undefined } = {}) {
    this.isOld = isOld
  }

  item(key: ItemKey): void {
    this.items.set(itemKey(key.collection, key.tokenId), { collection: key.collection, tokenId: key.tokenId })
  }

  /** Nothing is recomputed for an item that only changed hands. */
  transfer(key: ItemKey): void {
    this.transfers.set(itemKey(key.collection, key.tokenId), { collection: key.collection, tokenId: key.tokenId })
  }

  sale(sale: DirtySale): void {
    const { collection, tokenId, money, at } = sale
    this.sales.push({ collection, tokenId, money, at })
    this.soldItems.set(itemKey(collection, tokenId), { collection, tokenId })
    this.happened(at)
  }

  happened(at: number): void {
    this.span = { from: Math.min(at, this.span?.from ?? at), to: Math.max(at, this.span?.to ?? at) }
  }

  holder(key: HolderKey): void {
    this.holders.set(`${itemKey(key.collection, key.tokenId)}:${key.owner}`, key)
  }

  order(key: OrderKeyOfMaker): void {
    this.orders.set(`${key.maker}:${key.sequence}`, key)
  }

  auction(key: OrderKeyOfMaker): void {
    this.auctions.set(`${key.maker}:${key.sequence}`, key)
  }

  box(key: BoxKey): void {
    this.boxes.set(`${key.box}:${key.request ?? ''}`, key)
  }

  approval(key: ApprovalKey): void {
    this.approvals.set(`${key.collection}:${key.owner}`, key)
  }

  funder(key: FunderKey): void {
    this.funders.set(`${key.token}:${key.account}:${key.spender}`, key)
  }
}
