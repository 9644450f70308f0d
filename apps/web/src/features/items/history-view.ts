import type { HistoryRecord, Person } from '@plinth/api'
import { HISTORY_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { EVENT_TEXTS } from '../../entities/event-texts.ts'
import type { TextKey } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'

export type UnitPrice = { unitPrice: string; symbol: string }

export type HistoryRow = {
  id: string
  event: TextKey
  isSale: boolean
  /** A sale that the published rule leaves out: no price goes by it. */
  isLeftOut: boolean
  actor: Person
  /** The other side of a trade or transfer. */
  other: { person: Person; is: 'from' | 'to' } | undefined
  price: string | undefined
  /** Of one, where it was paid and counts. */
  sold: UnitPrice | undefined
  /** Of one, where it was put on sale. */
  asked: UnitPrice | undefined
  /** Sold to an offer. */
  isAccepted: boolean
  /** Of an edition, where it is more than one. */
  quantity: bigint
  txHash: string
  at: number
}

/**
 * Bought and accepted offers show the receiver as the actor, all others the sender; rows without a sender are hidden (document A
 * §2).
 */
export function historyRows(records: readonly HistoryRecord[]): HistoryRow[] {
  return records.flatMap((record) => {
    const event = EVENT_TEXTS[record.type]
    if (event === undefined || record.from === ZERO_ADDRESS) return []
    const isReceiver = record.type === HISTORY_TYPE.BUY || record.type === HISTORY_TYPE.ACCEPT
    return [
      {
        id: record.id,
        event,
        isSale: isReceiver,
        isLeftOut: record.isLeftOut,
        actor: isReceiver ? record.toUser : record.fromUser,
        other: otherSide(record, isReceiver),
        price: priceOf(record),
        sold: isReceiver && !record.isLeftOut ? unitPriceOf(record) : undefined,
        asked: record.type === HISTORY_TYPE.SALE || record.type === HISTORY_TYPE.EDIT_SALE ? unitPriceOf(record) : undefined,
        isAccepted: record.type === HISTORY_TYPE.ACCEPT,
        quantity: record.quantity,
        txHash: record.txHash,
        at: record.createdAt,
      },
    ]
  })
}

const unitPriceOf = ({ content }: HistoryRecord): UnitPrice | undefined =>
  content && { unitPrice: content.unitPrice, symbol: content.payTokenSymbol }

function otherSide(record: HistoryRecord, isReceiver: boolean): HistoryRow['other'] {
  if (isReceiver) return { person: record.fromUser, is: 'from' }
  return record.type === HISTORY_TYPE.TRANSFER ? { person: record.toUser, is: 'to' } : undefined
}

function priceOf({ content, type }: HistoryRecord): string | undefined {
  if (!content || type === HISTORY_TYPE.MINT || type === HISTORY_TYPE.TRANSFER || type === HISTORY_TYPE.BURN) return undefined
  return content.unitPrice === '' || content.unitPrice === '0' ? undefined : `${priceText(content.unitPrice)} ${content.payTokenSymbol}`
}

/** The price of the newest change of hands; undefined unless that was a counted sale. */
export function soldForOf(rows: readonly HistoryRow[]): string | undefined {
  const newest = rows.find(({ isSale, event }) => isSale || event === EVENT_TEXTS[HISTORY_TYPE.TRANSFER])
  return newest?.isSale && !newest.isLeftOut ? newest.price : undefined
}

/** The newest price paid that counts. */
export const lastSaleOf = (rows: readonly HistoryRow[]): string | undefined =>
  rows.find(({ isSale, isLeftOut }) => isSale && !isLeftOut)?.price
