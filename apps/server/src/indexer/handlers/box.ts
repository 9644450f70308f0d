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
  apply: async (context, log, { box, owner, order, bondEach }) => {
    const rest = order.assetAmounts.map(Number)
    await insertEvent(context, log, { kind: 'registered', box, account: toAddress(owner), amount: bondEach, rest })
    context.dirty.box({ box })
  },
}

const committed: Handler<Abi, 'ChainCommitted'> = {
  apply: async (context, log, { box, anchor, first, end }) => {
    await insertEvent(context, log, { kind: 'committed', box, word: anchor, request: Number(first), boxes: Number(end) })
    context.dirty.box({ box })
  },
}

const requested: Handler<Abi, 'Requested'> = {
  apply: async (context, log, { box, request, buyer, boxes, fee }) => {
    const account = toAddress(buyer)
    const number = Number(request)
    await insertEvent(context, log, { kind: 'requested', box, request: number, account, boxes: Number(boxes), fee: Number(fee) })
    context.dirty.box({ box, request: number, buyer: account })
  },
}

/** Its OpenIndex logs follow and name no series. */
const revealed: Handler<Abi, 'Revealed'> = {
  apply: async (context, log, { box, request, preimage, blockHash }) => {
    const asked = await findRequest(context, box, Number(request))
    const rest = (await restOf(context.tx, { chainId: context.chainId, contract: context.contracts.blindBox, hash: box })) ?? []
    await insertEvent(context, log, {
      kind: 'revealed',
      box,
      request: Number(request),
      word: preimage,
      decidedBy: blockHash,
      kinds: [],
      rest,
      ...(asked ?? {}),
    })
    context.dirty.box({ box, request: Number(request), buyer: asked?.account })
    if (asked) await notifyBuyer(context, log, box, { kind: 'boxDrawn', buyer: asked.account, boxes: asked.boxes })
  },
}

const drawn: Handler<Abi, 'OpenIndex'> = {
  apply: async (context, log, { index }) => {
    const place = Number(index)
    await sql`update box_event set kinds = kinds || ${place}::int, rest[${place + 1}::int] = rest[${place + 1}::int] - 1
      where (chain_id, block_hash, log_index) = (
        select chain_id, block_hash, log_index from box_event
        where chain_id = ${context.chainId} and block_hash = ${bytes(log.blockHash)} and log_index < ${log.index} and kind = 'revealed'
        order by log_index desc limit 1)`.execute(context.tx)
  },
}

const refunded: Handler<Abi, 'Refunded'> = {
  apply: async (context, log, { box, request, buyer, boxes }) => {
    const account = toAddress(buyer)
    const number = Number(request)
    await insertEvent(context, log, { kind: 'refunded', box, request: number, account, boxes: Number(boxes) })
    context.dirty.box({ box, request: number, buyer: account })
    await notifyBuyer(context, log, box, { kind: 'boxRefunded', buyer: account, boxes: Number(boxes) })
  },
}

/** Covers the requests from `first` on; the pages take them from the chain's own logs. */
const withheld: Handler<Abi, 'Withheld'> = {
  apply: async (context, log, { box, first, count, preimage }) => {
    await insertEvent(context, log, { kind: 'withheld', box, request: Number(first), amount: count, word: preimage })
    context.dirty.box({ box })
  },
}

const takenBack: Handler<Abi, 'PrizesTakenBack'> = {
  apply: async (context, log, { box, kind, count }) => {
    const place = Number(kind)
    const before = (await restOf(context.tx, { chainId: context.chainId, contract: context.contracts.blindBox, hash: box })) ?? []
    const rest = before.map((copies, at) => (at === place ? copies - Number(count) : copies))
    await insertEvent(context, log, { kind: 'takenBack', box, place, amount: count, rest })
    context.dirty.box({ box })
  },
}

const bond = <E extends 'BondDeposited' | 'BondWithdrawn'>(kind: 'deposited' | 'withdrawn'): Handler<Abi, E> => ({
  apply: async (context, log, args) => {
    const { box, amount } = args as { box: Hex; amount: bigint }
    await insertEvent(context, log, { kind, box, amount })
    context.dirty.box({ box })
  },
})

const kept: Handler<Abi, 'PrizeKept'> = {
  apply: async (context, log, { box, account, kind, count }) => {
    await insertEvent(context, log, { kind: 'kept', box, account: toAddress(account), place: Number(kind), amount: count })
    context.dirty.box({ box })
  },
}

const collected: Handler<Abi, 'PrizeCollected'> = {
  apply: async (context, log, { box, account, kind, count }) => {
    await insertEvent(context, log, { kind: 'collected', box, account: toAddress(account), place: Number(kind), amount: count })
    context.dirty.box({ box })
  },
}

/** The zero address is the native coin, as everywhere. */
async function takeCredit(
  context: BlockContext,
  log: RawLog,
  kind: 'credited' | 'claimed',
  row: { token: Address; account: string; amount: bigint },
) {
  await insertEvent(context, log, { ...row, kind, account: toAddress(row.account) })
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
  TokensCredited: { apply: (context, log, args) => takeCredit(context, log, 'credited', { ...args, token: toAddress(args.token) }) },
  TokensClaimed: { apply: (context, log, args) => takeCredit(context, log, 'claimed', { ...args, token: toAddress(args.token) }) },
  PayoutCredited: { apply: (context, log, args) => takeCredit(context, log, 'credited', { ...args, token: ZERO_ADDRESS }) },
  PayoutClaimed: { apply: (context, log, args) => takeCredit(context, log, 'claimed', { ...args, token: ZERO_ADDRESS }) },
  // Requested carries the same and more.
  Open: IGNORED,
  FeesWithdrawn: IGNORED,
} satisfies HandlerTable<Abi>

type BuyerEvent = { readonly kind: 'boxDrawn' | 'boxRefunded'; readonly buyer: Address; readonly boxes: number }

/** Sends no notice for a series that is not the market's. */
async function notifyBuyer(context: BlockContext, log: RawLog, hash: Hex, event: BuyerEvent): Promise<void> {
  const { chainId, contracts } = context
  const box = await findBoxByHash(context.tx, { chainId, contract: contracts.blindBox, hash })
  if (!box) return
  const source = sourceOf(chainId, log)
  context.events.push({ ...event, ...(await aboutBox(context.tx, box)), source, txHash: log.txHash, at: context.block.timestamp })
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

async function insertEvent(context: BlockContext, log: RawLog, { kind, box, request, account, ...event }: EventRow): Promise<void> {
  const { boxes, fee, word, decidedBy, kinds, rest, place, token, amount } = event
  await context.tx
    .insertInto('box_event')
    .values({
      chain_id: context.chainId,
      contract: bytes(context.contracts.blindBox),
      block_hash: bytes(log.blockHash),
      log_index: log.index,
      block_number: log.blockNumber,
      at: context.block.timestamp,
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
