import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'

export type BlockFacts = { readonly hash: Hex; readonly parentHash: Hex; readonly number: number; readonly timestamp: number }

/** What its sender paid for a transaction, as its receipt says. */
export type TransactionCost = {
  readonly account: Address
  /** In the coin, as hex: staged logs are JSON. */
  readonly gas: Hex
}

export type RawLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly index: number
  readonly txHash: Hex
  /** Of its transaction; absent if the log was read without receipts. */
  readonly cost?: TransactionCost
}

/** The source of a log's notices; `part` numbers several effects of one log. */
export function sourceOf(chainId: number, log: Pick<RawLog, 'blockHash' | 'index'>, part = 0): string {
  const source = `log:${chainId}:${log.blockHash}:${log.index}`
  return part === 0 ? source : `${source}:${part}`
}
