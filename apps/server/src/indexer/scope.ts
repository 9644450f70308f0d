import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { ChainContracts } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { MarketEvent } from '../modules/notices/rules.ts'

export type BlockFacts = { readonly hash: Hex; readonly parentHash: Hex; readonly number: number; readonly timestamp: number }

export type RawLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly index: number
  readonly txHash: Hex
}

export type ItemKey = { readonly collection: Address; readonly tokenId: bigint }
export type HolderKey = ItemKey & { readonly owner: Address }
export type OrderKeyOfMaker = { readonly maker: Address; readonly sequence: bigint }
export type ApprovalKey = { readonly collection: Address; readonly owner: Address }

/** What a block changed, so that the facts which are recomputed are recomputed for these keys only. */
export class Touched {
  readonly items = new Map<string, ItemKey>()
  readonly holders = new Map<string, HolderKey>()
  readonly orders = new Map<string, OrderKeyOfMaker>()
  readonly approvals = new Map<string, ApprovalKey>()
  readonly collections = new Set<Address>()

  item(key: ItemKey): void {
    this.items.set(`${key.collection}:${key.tokenId}`, { collection: key.collection, tokenId: key.tokenId })
  }

  holder(key: HolderKey): void {
    this.item(key)
    this.holders.set(`${key.collection}:${key.tokenId}:${key.owner}`, key)
  }

  order(key: OrderKeyOfMaker): void {
    this.orders.set(`${key.maker}:${key.sequence}`, key)
  }

  approval(key: ApprovalKey): void {
    this.approvals.set(`${key.collection}:${key.owner}`, key)
  }
}

/** One block being written: its transaction, what it touches, and what people will be told. */
export type Scope = {
  readonly tx: Tx
  readonly chainId: number
  readonly contracts: ChainContracts
  readonly minter: Address
  readonly block: BlockFacts
  readonly touched: Touched
  readonly told: MarketEvent[]
  /** Whether this address, in this block, begins a collection that runs our code and names our signer. */
  readonly isGenuine: (address: Address) => boolean
}
