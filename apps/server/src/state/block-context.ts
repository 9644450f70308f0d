import { type Address, itemKey } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { ChainContracts } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { BoxKey } from './boxes/state.ts'
import type { MarketEvent } from './market-event.ts'
import type { WriteBatch } from './write-batch.ts'

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

/** The source of a log's notices; `part` numbers several effects of one log. */
export function sourceOf(chainId: number, log: Pick<RawLog, 'blockHash' | 'index'>, part = 0): string {
  const source = `log:${chainId}:${log.blockHash}:${log.index}`
  return part === 0 ? source : `${source}:${part}`
}

export type ItemKey = { readonly collection: Address; readonly tokenId: bigint }
export type HolderKey = ItemKey & { readonly owner: Address }
export type OrderKeyOfMaker = { readonly maker: Address; readonly sequence: bigint }
export type ApprovalKey = { readonly collection: Address; readonly owner: Address }
/** An account's balance and allowance in one pay token, towards one transfer proxy. */
export type FunderKey = { readonly token: Address; readonly account: Address; readonly spender: Address }

/** The keys that a block changed: derived facts are recomputed for these only. */
export class DirtyKeys {
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

  item(key: ItemKey): void {
    this.items.set(itemKey(key.collection, key.tokenId), { collection: key.collection, tokenId: key.tokenId })
  }

  /** Nothing is recomputed for an item that only changed hands. */
  moved(key: ItemKey): void {
    this.transfers.set(itemKey(key.collection, key.tokenId), { collection: key.collection, tokenId: key.tokenId })
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

/** One block being written: its transaction, what it touches, and the notices it causes. */
export type BlockContext = {
  readonly tx: Tx
  readonly chainId: number
  readonly contracts: ChainContracts
  readonly block: BlockFacts
  readonly dirty: DirtyKeys
  readonly writes: WriteBatch
  readonly events: MarketEvent[]
  /** Whether this address, in this block, begins a collection that runs our code and names one of our signers. */
  readonly isTrustedClone: (address: Address) => boolean
}
