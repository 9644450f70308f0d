import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** A series of boxes of the operator: the operator's description, and its state on chain. */
type BlindBoxTable = {
  id: Generated<number>
  chain_id: number
  contract: Bytes
  /** hashStruct: the contract's id of the series. */
  box: Bytes
  owner: Bytes
  salt: Big
  /** Prizes in a box. */
  opening: number
  repeat: boolean
  start_time: number
  end_time: number
  /** For all boxes together, in base units or tickets. */
  buying: Big
  boxes: number
  seller_fee: number
  pay_type: number
  pay_token: Bytes
  pay_token_id: Big
  digest: Bytes
  /** Empty where the owner did not sign. */
  signature: Bytes
  name: string
  image: string
  description: string
  property: string
  anim1: string
  anim2: string
  /** A kind is not shown before its first draw. */
  is_sealed: boolean
  is_registered: Generated<boolean>
  register_tx: Bytes | null
  register_block: number | null
  /** Requests made: the number of the next one. */
  requests: Generated<number>
  /** Boxes requested and not refunded. */
  opened: Generated<number>
  /** Of these, boxes whose draw is pending. */
  waiting: Generated<number>
  /** Requests that were refunded. */
  missed: Generated<number>
  /** Requests below it have a preimage. */
  chain_end: Generated<number>
  is_stopped: Generated<boolean>
  bond: ColumnType<bigint, bigint | undefined, bigint>
  bond_each: ColumnType<bigint, bigint | undefined, bigint>
  is_start_told: Generated<boolean>
  is_sold_out_told: Generated<boolean>
  created_at: number
  updated_at: number
}

/** A kind of prize, in the order that OpenIndex counts. */
type BlindBoxPrizeTable = {
  id: Generated<number>
  blind_box_id: number
  place: number
  collection: Bytes
  /** For a minted prize the collection's kind. */
  token_id: Big
  asset_type: number
  /** Copies in the series. */
  amount: number
  /** Copies that are neither drawn nor withdrawn. */
  remaining: number
  /** Without the leading `ipfs:/`. */
  uri: string
  name: string
  description: string
  image: string
  animation: string
  metadata: string
}

/** Items that boxes are paid with; their ids are above those of all pay tokens. */
type BoxTicketTable = {
  id: Generated<number>
  chain_id: number
  token: Bytes
  token_id: Big
  asset_type: number
  name: string
  symbol: string
}

/** Hash chains of preimages that were, or are about to be, committed to. The preimages derive from the operator's key alone. */
type BoxChainTable = {
  blind_box_id: number
  /** Number of its first request. */
  first: number
  attempt: number
  requests: number
  anchor: Bytes
  created_at: number
}

export type BoxEventKind =
  | 'registered'
  | 'committed'
  | 'deposited'
  | 'withdrawn'
  | 'requested'
  | 'revealed'
  | 'refunded'
  | 'withheld'
  | 'takenBack'
  | 'kept'
  | 'collected'
  | 'credited'
  | 'claimed'

/** All logs of the BlindBox. */
type BoxEventTable = {
  chain_id: number
  contract: Bytes
  block_hash: Bytes
  log_index: number
  block_number: number
  at: number
  tx_hash: Bytes
  kind: BoxEventKind
  /** Null for credits, which belong to no series. */
  box: Bytes | null
  /** For a commitment its first request. */
  request: number | null
  account: Bytes | null
  /** For a commitment the end of its requests. */
  boxes: number | null
  fee: number | null
  /** The commitment, the preimage of a reveal, or the last withheld preimage. */
  word: Bytes | null
  /** Hash of the block that decided a draw. */
  decided_by: Bytes | null
  /** Drawn kinds, in order. */
  kinds: number[] | null
  /** Copies of each kind left after a registration, a draw, or a withdrawal of prizes. */
  rest: number[] | null
  place: number | null
  token: Bytes | null
  amount: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
}

export type BoxTables = {
  blind_box: BlindBoxTable
  blind_box_prize: BlindBoxPrizeTable
  box_ticket: BoxTicketTable
  box_chain: BoxChainTable
  box_event: BoxEventTable
}
