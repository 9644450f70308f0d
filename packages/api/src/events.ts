import { z } from 'zod'
import { address, big, count, hash, int, seconds } from './schemas/wire.ts'

/** Id of the last event of the same batch. An answer to a question from now on has all events up to it: one question serves them all. */
const withBatch = { asOf: count.optional() } as const

/** A change of an item: its holders, orders, metadata. */
const ItemEvent = z.object({ topic: z.literal('item'), chainId: int, collection: address, tokenId: big, ...withBatch })
const OrderEvent = z.object({
  topic: z.literal('order'),
  chainId: int,
  orderId: big,
  collection: address,
  tokenId: big,
  maker: address,
  ...withBatch,
})
/** An auction, or a bid on one. */
const AuctionEvent = z.object({
  topic: z.literal('auction'),
  chainId: int,
  auctionId: big,
  collection: address,
  tokenId: big,
  owner: address,
  ...withBatch,
})
/** A series of boxes: stock, stop, prizes. About a request that was made, drawn or refunded, its number and buyer too. */
const BoxEvent = z.object({
  topic: z.literal('box'),
  chainId: int,
  boxId: big,
  request: count.optional(),
  buyer: address.optional(),
})
/** Sent only to the account it is about. */
const NoticeEvent = z.object({ topic: z.literal('notice'), unread: count })
/** `done`: the market has applied its effects; `orphaned`: a reorg dropped its block, it may be mined again. */
const TransactionEvent = z.object({ topic: z.literal('transaction'), chainId: int, hash, status: z.enum(['done', 'orphaned']) })
const CollectionEvent = z.object({ topic: z.literal('collection'), chainId: int, address })
/** The market has indexed the chain up to this block. Never replayed. */
const HeadEvent = z.object({ topic: z.literal('head'), chainId: int, number: count, timestamp: seconds })
/** Events after the requested id are lost: the client must refetch all it shows. */
const ResetEvent = z.object({ topic: z.literal('reset') })

/** One message of `GET /events`, as the JSON of its `data` line; `z.decode(LiveEvent, …)` converts it to our field names. */
export const LiveEvent = z.discriminatedUnion('topic', [
  ItemEvent,
  OrderEvent,
  AuctionEvent,
  BoxEvent,
  NoticeEvent,
  TransactionEvent,
  CollectionEvent,
  HeadEvent,
  ResetEvent,
])
export type LiveEvent = z.output<typeof LiveEvent>
export type EventTopic = LiveEvent['topic']

/** Topics that `?topics=item,order` can select; every client receives `reset`. */
export const NEWS_TOPICS = [
  'item',
  'order',
  'auction',
  'box',
  'notice',
  'transaction',
  'collection',
  'head',
] as const satisfies readonly EventTopic[]

export const EVENTS_PATH = '/events'

/**
 * Header of answers: the id of the last event in them. An event up to that id is no news beside such an answer.
 * Absent while the answering process has followed no events yet.
 */
export const POSITION_HEADER = 'event-position'

/**
 * `id` is the value for `Last-Event-ID` (or `?after=`) to resume from here; events that can't be replayed have none. A
 * frame without an event only advances the id. The first frame of a stream says from where on it is complete: an answer of that
 * position lacks nothing.
 */
export type EventFrame = { readonly id: string | undefined; readonly news: LiveEvent | undefined }

/** Longest frame, in characters; ours have some 250. */
const LONGEST_FRAME = 65_536

/**
 * Reads the body of `GET /events` until it ends. Skips topics of a later version. @throws when the stream is not one of
 * ours
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<EventFrame> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunksOf(body)) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    if (text.length > LONGEST_FRAME) throw new Error('The event stream is not readable')
    for (const frame of frames) {
      const read = readFrame(frame)
      if (read) yield read
    }
  }
}

/** Not every browser supports async iteration of a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function readFrame(frame: string): EventFrame | undefined {
  const fields = new Map<string, string>()
  for (const line of frame.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2))
  }
  const [id, data] = [fields.get('id'), fields.get('data')]
  const news = data === undefined ? undefined : LiveEvent.safeParse(JSON.parse(data)).data
  if (id === undefined && news === undefined) return undefined
  return { id, news }
}
