import { Encoded, type ExplorePage } from '@plinth/api'
import type { SharedContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { Connection } from '../../db/driver.ts'
import { noteKept } from '../../reading.ts'
import { arrayText } from '../card-text.ts'
import { readCardsSeen } from '../slim-cards.ts'
import { countsText } from './counts-text.ts'
import { fromDatabase } from './from-database.ts'
import type { ItemIndex } from './index/item-index.ts'
import { openItemIndex } from './index/open-index.ts'
import { moneysOfWalk, readMoneys } from './moneys.ts'
import { writePosition } from './position.ts'
import { type Asked, readQuestion, timesOf } from './question.ts'

/** Less than a visitor waits for an answer. */
const MOST_MS = 27_000

/** Items by any filters, as JSON text of an `ExplorePage`. @throws AppError BAD_ARGUMENT_VALUE, LIST_NOT_READY */
export async function exploreItems(context: SharedContext, asked: Asked): Promise<Encoded<ExplorePage>> {
  const present = await readMoneys(context)
  const question = readQuestion(asked, timesOf(context), (mark) => moneysOfWalk(present, mark))
  noteKept(READ, 0)
  const began = performance.now()
  const answer = await indexOf(context).ask(question)
  const leftMs = MOST_MS - (performance.now() - began)
  const { list, total, counts } = answer ?? (await fromDatabase(context.db, question, leftMs))
  const { cards, seen } = await readCardsSeen(context, list)
  const shown = counts && (await countsText(context, question, counts, seen))
  const last = list.length === question.limit ? list.at(-1) : undefined
  const rest = {
    ...(last && { next: writePosition(last, question.sort) }),
    total,
    hasUnrated: list.some((one) => one.class === 1),
  }
  const counted = shown === undefined ? '' : `"counts":${shown},`
  return new Encoded(`{"list":${arrayText(cards)},${counted}${JSON.stringify(rest).slice(1)}`)
}

/** What the index is made of and kept true by: an answer that is shared ends with a commit to any of them. */
const READ = ['item', 'item_mark', 'item_index_mark', 'item_search', 'item_text_search', 'item_transfer', 'account_search', 'account']

const indexes = new WeakMap<Db, ItemIndex>()
const connections = new WeakMap<Db, Connection>()

/** Lets the index of a large market have a thread, which connects to the same database so. */
export function allowThread(db: Db, connection: Connection): void {
  connections.set(db, connection)
}

/** Reads the market into this process before visitors ask for it. */
export function warmItemIndex(context: IndexContext): Promise<void> {
  return indexOf(context).warm(timesOf(context))
}

type IndexContext = Pick<SharedContext, 'db' | 'config' | 'stopping' | 'chains' | 'clock'>

function indexOf({ db, config, stopping }: IndexContext): ItemIndex {
  const known = indexes.get(db)
  if (known) return known
  const index = openItemIndex(db, config.itemIndexBytes, { signal: stopping.signal, connection: connections.get(db) })
  indexes.set(db, index)
  return index
}
