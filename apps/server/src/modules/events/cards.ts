import type { EventTopic } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { type ItemRef, refKey } from '../../db/item-keys.ts'
import type { PublishedRow } from '../../state/outbox/outbox.ts'

/** Reads the rows of these items as JSON text, by `refKey`. An item that no list shows has none. */
export type CardsOf = (refs: readonly ItemRef[]) => Promise<ReadonlyMap<string, string>>

/** Events that name an item. */
const OF_ITEMS: ReadonlySet<EventTopic> = new Set<EventTopic>(['item', 'order', 'auction'])
export const isOfItem = (topic: EventTopic): boolean => OF_ITEMS.has(topic)

/** Of a batch with more items none has its card: built at once, they would hold up all events. */
export const MOST_ITEMS = 60
/** Of a batch: a quarter of what may wait for one client. */
const MOST_CHARS = 65_536
const LONGEST_CARD = 8_192

/**
 * The bodies of these rows with cards, by position. The first event of an item has it. The cards are read after the rows, so that
 * what all of them tell is in them.
 */
export async function bodiesWithCards(rows: readonly PublishedRow[], cardsOf: CardsOf): Promise<ReadonlyMap<number, string>> {
  const asOf = rows.at(-1)?.position
  const firsts = new Map<string, { readonly ref: ItemRef; readonly row: PublishedRow }>()
  for (const row of rows) {
    if (!isOfItem(row.topic)) continue
    const ref = refOf(row)
    if (!firsts.has(refKey(ref))) firsts.set(refKey(ref), { ref, row })
    if (firsts.size > MOST_ITEMS) return new Map()
  }
  if (firsts.size === 0) return new Map()
  const cards = await cardsOf([...firsts.values()].map(({ ref }) => ref))
  const bodies = new Map<number, string>()
  let chars = 0
  for (const [key, { row }] of firsts) {
    const card = cards.get(key)
    if (card === undefined || card.length > LONGEST_CARD || chars + card.length > MOST_CHARS) continue
    chars += card.length
    bodies.set(row.position, `${row.body.slice(0, -1)},"card":${card},"asOf":${asOf}}`)
  }
  return bodies
}

function refOf({ body }: PublishedRow): ItemRef {
  const { chainId, collection, tokenId } = JSON.parse(body) as { chainId: number; collection: string; tokenId: string }
  return { chainId, collection: toAddress(collection), tokenId: BigInt(tokenId) }
}
