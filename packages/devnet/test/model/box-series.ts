import type { Hex } from 'viem'
import type { ModelAsset } from './exchange-model.ts'

export interface ModelBox {
  owner: Hex
  salt: bigint
  sells: readonly ModelAsset[]
  buy: ModelAsset
  opening: bigint
  repeat: boolean
  startTime: bigint
  endTime: bigint
  buying: bigint
  amounts: readonly bigint[]
  sellerFee: bigint
  uris: readonly string[]
}
export interface ModelRequest {
  buyer: Hex
  boxes: bigint
  blockNumber: bigint
  time: bigint
  fee: bigint
}
/** A registered series. */
export interface Series {
  readonly id: Hex
  readonly order: ModelBox
  readonly boxes: bigint
  readonly price: bigint
  readonly bondEach: bigint
  left: bigint
  pending: bigint
  next: bigint
  head: bigint
  chainEnd: bigint
  anchor: Hex
  bond: bigint
  isStopped: boolean
  /** Requests refunded since the last commitment. */
  missed: bigint
  stock: readonly number[]
  readonly requests: Map<bigint, ModelRequest>
}
