import { type Address, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { blindBoxAbi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes } from '../../db/database.ts'
import type { BoxEventKind } from '../../db/schema/boxes.ts'
import { aboutBox } from '../../modules/boxes/service.ts'
import type { BlockContext } from '../../state/block-context.ts'
import { restOf } from '../../state/boxes/state.ts'
import { findBoxByHash } from '../../state/boxes/store.ts'
import { type RawLog, sourceOf } from '../../state/chain/raw-log.ts'
import { type Handler, type HandlerTable, HOUSEKEEPING, IGNORED } from './table.ts'

type Abi = typeof blindBoxAbi

const registered: Handler<Abi, 'BoxRegistered'> = {
  apply: async (scope, log, { box, owner, order, bondEach }) => {
    const rest = order.assetAmounts.map(Number)
    await insertEvent(scope, log, { kind: 'registered', box, account: toAddress(owner), amount: bondEach, rest })
    scope.dirty.box({ box })
  },
}

const committed: Handler<Abi, 'ChainCommitted'> = {
  apply: async (scope, log, { box, anchor, first, end }) => {
    await insertEvent(scope, log, { kind: 'committed', box, word: anchor, request: Number(first), boxes: Number(end) })
    scope.dirty.box({ box })
  },
}

const requested: Handler<Abi, 'Requested'> = {
  apply: async (scope, log, { box, request, buyer, boxes, fee }) => {
    const account = toAddress(buyer)
    const number = Number(request)
    await insertEvent(scope, log, { kind: 'requested', box, request: number, account, boxes: Number(boxes), fee: Number(fee) })
    scope.dirty.box({ box, request: number, buyer: account })
  },
}

/** Its OpenIndex logs follow and name no series. */
const revealed: Handler<Abi, 'Revealed'> = {
  apply: async (scope, log, { box, request, preimage, blockHash }) => {
    const asked = await findRequest(scope, box, Number(request))
    const rest = (await restOf(scope.tx, { chainId: scope.chainId, contract: scope.contracts.blindBox, hash: box })) ?? []
    await insertEvent(scope, log, {
      kind: 'revealed',
      box,
      request: Number(request),
      word: preimage,
      decidedBy: blockHash,
      kinds: [],
      rest,
      ...(asked ?? {}),
    })
    scope.dirty.box({ box, request: Number(request), buyer: asked?.account })
    if (asked) await notifyBuyer(scope, log, box, { kind: 'boxDrawn', buyer: asked.account, boxes: asked.boxes })
  },
}

const drawn: Handler<Abi, 'OpenIndex'> = {
  apply: async (scope, log, { index }) => {
    const place = Number(index)
    await sql`update box_event set kinds = kinds || ${place}::int, rest[${place + 1}::int] = rest[${place + 1}::int] - 1
      where (chain_id, block_hash, log_index) = (
        select chain_id, block_hash, log_index from box_event
        where chain_id = ${scope.chainId} and block_hash = ${bytes(log.blockHash)} and log_index < ${log.index} and kind = 'revealed'
        order by log_index desc limit 1)`.execute(scope.tx)
  },
}

const refunded: Handler<Abi, 'Refunded'> = {
  apply: async (scope, log, { box, request, buyer, boxes }) => {
    const account = toAddress(buyer)
    const number = Number(request)
    await insertEvent(scope, log, { kind: 'refunded', box, request: number, account, boxes: Number(boxes) })
    scope.dirty.box({ box, request: number, buyer: account })
    await notifyBuyer(scope, log, box, { kind: 'boxRefunded', buyer: account, boxes: Number(boxes) })
  },
}

/** Covers the requests from `first` on; the pages take them from the chain's own logs. */
const withheld: Handler<Abi, 'Withheld'> = {
  apply: async (scope, log, { box, first, count, preimage }) => {
    await insertEvent(scope, log, { kind: 'withheld', box, request: Number(first), amount: count, word: preimage })
    scope.dirty.box({ box })
  },
}

const takenBack: Handler<Abi, 'PrizesTakenBack'> = {
  apply: async (scope, log, { box, kind, count }) => {
    const place = Number(kind)
    const before = (await restOf(scope.tx, { chainId: scope.chainId, contract: scope.contracts.blindBox, hash: box })) ?? []
    const rest = before.map((copies, at) => (at === place ? copies - Number(count) : copies))
    await insertEvent(scope, log, { kind: 'takenBack', box, place, amount: count, rest })
    scope.dirty.box({ box })
  },
}

const bond = <E extends 'BondDeposited' | 'BondWithdrawn'>(kind: 'deposited' | 'withdrawn'): Handler<Abi, E> => ({
  apply: async (scope, log, args) => {
    const { box, amount } = args as { box: Hex; amount: bigint }
    await insertEvent(scope, log, { kind, box, amount })
    scope.dirty.box({ box })
  },
})

const kept: Handler<Abi, 'PrizeKept'> = {
  apply: async (scope, log, { box, account, kind, count }) => {
    await insertEvent(scope, log, { kind: 'kept', box, account: toAddress(account), place: Number(kind), amount: count })
    scope.dirty.box({ box })
  },
}

const collected: Handler<Abi, 'PrizeCollected'> = {
  apply: async (scope, log, { box, account, kind, count }) => {
    await insertEvent(scope, log, { kind: 'collected', box, account: toAddress(account), place: Number(kind), amount: count })
    scope.dirty.box({ box })
  },
}

/** The zero address is the native coin, as everywhere. */
async function takeCredit(
  scope: BlockContext,
  log: RawLog,
  kind: 'credited' | 'claimed',
  row: { token: Address; account: string; amount: bigint },
) {
  await insertEvent(scope, log, { ...row, kind, account: toAddress(row.account) })
}

export const boxHandlers = {
  ...HOUSEKEEPING,
  BoxRegistered: registered,
  ChainCommitted: committed,
  BondDeposited: bond('deposited'),
  BondWithdrawn: bond('withdrawn'),
  Requested: requested,
  Revealed: revealed,
  OpenIndex: drawn,
  Refunded: refunded,
  Withheld: withheld,
  PrizesTakenBack: takenBack,
  PrizeKept: kept,
  PrizeCollected: collected,
  TokensCredited: { apply: (scope, log, args) => takeCredit(scope, log, 'credited', { ...args, token: toAddress(args.token) }) },
  TokensClaimed: { apply: (scope, log, args) => takeCredit(scope, log, 'claimed', { ...args, token: toAddress(args.token) }) },
  PayoutCredited: { apply: (scope, log, args) => takeCredit(scope, log, 'credited', { ...args, token: ZERO_ADDRESS }) },
  PayoutClaimed: { apply: (scope, log, args) => takeCredit(scope, log, 'claimed', { ...args, token: ZERO_ADDRESS }) },
  // Requested carries the same and more.
  Open: IGNORED,
  FeesWithdrawn: IGNORED,
} satisfies HandlerTable<Abi>

type BuyerEvent = { readonly kind: 'boxDrawn' | 'boxRefunded'; readonly buyer: Address; readonly boxes: number }

/** Sends no notice for a series that is not the market's. */
async function notifyBuyer(scope: BlockContext, log: RawLog, hash: Hex, event: BuyerEvent): Promise<void> {
  const { chainId, contracts } = scope
  const box = await findBoxByHash(scope.tx, { chainId, contract: contracts.blindBox, hash })
  if (!box) return
  const source = sourceOf(chainId, log)
  scope.events.push({ ...event, ...(await aboutBox(scope.tx, box)), source, txHash: log.txHash, at: scope.block.timestamp })
}

async function findRequest({ tx, chainId, contracts }: BlockContext, box: Hex, request: number) {
  const row = await tx
    .selectFrom('box_event')
    .select(['account', 'boxes'])
    .where('chain_id', '=', chainId)
    .where('contract', '=', bytes(contracts.blindBox))
    .where('box', '=', bytes(box))
    .where('kind', '=', 'requested')
    .where('request', '=', request)
    .executeTakeFirst()
  return row?.account ? { account: addressOf(row.account), boxes: row.boxes ?? 0 } : undefined
}

type EventRow = {
  readonly kind: BoxEventKind
  readonly box?: Hex
  readonly request?: number
  readonly account?: Address
  readonly boxes?: number
  readonly fee?: number
  readonly word?: Hex
  readonly decidedBy?: Hex
  readonly kinds?: number[]
  readonly rest?: number[]
  readonly place?: number
  readonly token?: Address
  readonly amount?: bigint
}

async function insertEvent(scope: BlockContext, log: RawLog, { kind, box, request, account, ...event }: EventRow): Promise<void> {
  const { boxes, fee, word, decidedBy, kinds, rest, place, token, amount } = event
  await scope.tx
    .insertInto('box_event')
    .values({
      chain_id: scope.chainId,
      contract: bytes(scope.contracts.blindBox),
      block_hash: bytes(log.blockHash),
      log_index: log.index,
      block_number: log.blockNumber,
      at: scope.block.timestamp,
      tx_hash: bytes(log.txHash),
      kind,
      box: box ? bytes(box) : null,
      request: request ?? null,
      account: account ? bytes(account) : null,
      boxes: boxes ?? null,
      fee: fee ?? null,
      word: word ? bytes(word) : null,
      decided_by: decidedBy ? bytes(decidedBy) : null,
      kinds: kinds ?? null,
      rest: rest ?? null,
      place: place ?? null,
      token: token ? bytes(token) : null,
      amount: amount ?? null,
    })
    .execute()
}
