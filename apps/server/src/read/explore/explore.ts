import { AppError, type ExplorePage } from '@plinth/api'
import type { SharedContext } from '../../context.ts'
import { sqlState } from '../../db/database.ts'
import { AGAIN_S, GATED_MS } from '../../db/gate.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { AT_LEAST, type Search } from '../../db/search.ts'
import { rowsOf } from '../rows.ts'
import type { Answer } from './answer.ts'
import { presentCounts } from './counts.ts'
import { fromDatabase } from './from-database.ts'
import { moneysOfWalk } from './moneys.ts'
import { writePosition } from './position.ts'
import { readMoneys } from './present-moneys.ts'
import { type Asked, type Question, readQuestion, timesOf } from './question.ts'

/** Items by any filters. @throws AppError BAD_ARGUMENT_VALUE, LIST_NOT_READY */
export async function exploreItems(context: SharedContext, asked: Asked): Promise<ExplorePage> {
  const present = await readMoneys(context)
  const question = readQuestion(asked, timesOf(context), (mark) => moneysOfWalk(context.explore.moneys, present, mark))
  const { list, total, isAtLeast, counts } = await answerTo(context, question)
  const [cards, shown] = await Promise.all([rowsOf(context, list), counts && presentCounts(context.db, question, counts)])
  const last = list.length === question.limit ? list.at(-1) : undefined
  return {
    list: cards,
    ...(shown && { counts: shown }),
    ...(last && { next: writePosition(last, question.sort) }),
    total,
    ...(isAtLeast ? AT_LEAST : {}),
    hasUnrated: list.some((one) => one.class === 1),
  }
}

/** The item index answers; without room for it, PostgreSQL does. @throws AppError LIST_NOT_READY */
export async function answerTo(context: IndexContext & Pick<SharedContext, 'db'>, question: Question): Promise<Answer> {
  const began = performance.now()
  const answer = await askIndex(context, question)
  return answer ?? (await fromDatabase(context.db, question, GATED_MS - (performance.now() - began)))
}

/** A page of a search as the item index has sorted it; undefined where it has no room. @throws AppError LIST_NOT_READY */
export async function pageFromIndex(
  context: SharedContext,
  words: Search,
  { chainIds, offset, limit }: { readonly chainIds: readonly number[]; readonly offset: number; readonly limit: number },
): Promise<{ readonly refs: readonly ItemRef[]; readonly total: number } | undefined> {
  const moneys = await readMoneys(context)
  const question = readQuestion({ words: words.folded, chains: [...chainIds], limit: offset + limit }, timesOf(context), () => moneys)
  const answer = await askIndex(context, { ...question, words })
  return answer && { refs: answer.list.slice(offset), total: answer.total }
}

/** A search that the thread of an index could not read in time has lost the class of its error on the way. */
async function askIndex(context: IndexContext, question: Question): Promise<Answer | undefined> {
  return context.explore.index.ask(question).catch((error: unknown) => {
    throw sqlState(error) === 'LIST_NOT_READY' ? new AppError('LIST_NOT_READY', { seconds: AGAIN_S }) : error
  })
}

/** Reads the market into this process before visitors ask for it. */
export function warmItemIndex(context: IndexContext): Promise<void> {
  return context.explore.index.warm(timesOf(context))
}

type IndexContext = Pick<SharedContext, 'explore' | 'chains' | 'clock'>
