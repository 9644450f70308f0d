import { setTimeout as sleep } from 'node:timers/promises'
import type { EventTopic } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { listHeads, listPublished, onEmitted, type PublishedRow, publishEvents, publishedRange } from '../../state/outbox/outbox.ts'
import { countUnread } from '../notices/service.ts'
import { listLiveTokens } from '../sessions/service.ts'

/** A client connected to `GET /events`. */
export type Listener = {
  readonly topics: ReadonlySet<EventTopic>
  /** The position to resume from; undefined for from now on. */
  readonly after: number | undefined
  /** The account whose notices it receives while the token is valid. */
  readonly owner: { readonly account: Address; readonly token: string } | undefined
  /** Writes a frame, or closes itself when too many wait. */
  send(frame: string): void
}

/** By account: how many notices are unread, and the position at which to send it. */
type Unread = ReadonlyMap<Address, { readonly count: number; readonly at: number }>
type Member = Listener & { position: number; isPrivate: boolean }

const POLL_MS = 400
/** While the database fails: delays of up to 12.8 s. */
const MOST_DOUBLINGS = 5
/** Rows read at a time; between two reads other sockets are served. */
const PAGE = 500
/** A client that has missed more must fetch everything again. */
const MOST_REPLAYED = 2_000

/** The least time between two polls, however many events there are. */
const BREATH_MS = 20
/** Events that name an item. */
const OF_ITEMS: ReadonlySet<EventTopic> = new Set<EventTopic>(['item', 'order', 'auction'])

export type Feed = {
  /** Returns a function that ends it. */
  join(listener: Listener): () => void
  /** The last event that this process knows. A later reading has it and all before it. It lags, and never leads. */
  position(): number | undefined
  /** Sends each client its position, so that it can resume from there even when its topics had no events. */
  heartbeat(): void
  /** The database may have gone back: clients fetch everything again. */
  rejoin(): void
  stop(): void
}

/**
 * Sends the events of any process to the clients of this one: events of this process at once, the rest at the next poll, every
 * `pollMs` milliseconds. Polls only while it has clients.
 */
export function createFeed(context: Context, pollMs = POLL_MS): Feed {
  const feed = new Distributor(context, pollMs)
  const unsubscribe = onEmitted(() => feed.wake())
  context.follower.onMoved(() => feed.rejoin())
  return {
    join: (listener) => feed.join(listener),
    position: () => feed.known,
    heartbeat: () => feed.heartbeat(),
    rejoin: () => feed.rejoin(),
    stop: () => {
      unsubscribe()
      feed.stop()
    },
  }
}

class Distributor {
  readonly #context: Context
  readonly #pollMs: number
  readonly #members = new Set<Member>()
  #joining: Member[] = []
  /** Everything up to here was sent; undefined while no client was connected. */
  #position: number | undefined
  /** The last known position. It stays when the clients leave. */
  known: number | undefined
  #heads = new Map<number, string>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isAwake = false
  #failures = 0
  #isStopped = false
  /** Which server its positions are of. */
  #edition = 0

  constructor(context: Context, pollMs: number) {
    this.#context = context
    this.#pollMs = pollMs
  }

  join(listener: Listener): () => void {
    const member: Member = { ...listener, position: listener.after ?? 0, isPrivate: listener.owner !== undefined }
    this.#joining.push(member)
    this.wake()
    return () => {
      this.#members.delete(member)
      this.#joining = this.#joining.filter((other) => other !== member)
    }
  }

  rejoin(): void {
    this.#edition++
    this.known = this.#position = undefined
    // After none of its positions: each fetches everything again.
    for (const member of [...this.#members, ...this.#joining]) this.#placed(member)
    this.#members.clear()
    this.wake()
  }

  #placed(member: Member): void {
    Object.assign(member, { after: Number.MAX_SAFE_INTEGER })
    if (!this.#joining.includes(member)) this.#joining.push(member)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  wake(): void {
    this.#isAwake = true
    if (!this.#isLooking) void this.#look()
  }

  async #look(): Promise<void> {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#isLooking = true
    while (this.#isAwake && this.#hasListeners() && !this.#isStopped) {
      this.#isAwake = false
      await this.#deliverNew()
      await sleep(BREATH_MS)
    }
    this.#isLooking = false
    this.#isAwake = false
    if (!this.#hasListeners()) this.#position = undefined
    else if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), this.#pollMs * 2 ** Math.min(this.#failures, MOST_DOUBLINGS))
  }

  #hasListeners(): boolean {
    return this.#members.size + this.#joining.length > 0
  }

  async #deliverNew(): Promise<void> {
    const { db, clock, log } = this.#context
    const edition = this.#edition
    try {
      await publishEvents(db, clock.now())
      if (this.#position === undefined) this.known = this.#position = (await publishedRange(db)).last
      await this.#admit(this.#position)
      const position = await this.#deliver(this.#position, Number.POSITIVE_INFINITY, this.#members)
      // What was read is of the former server.
      if (edition !== this.#edition) return this.rejoin()
      this.#position = position
      await this.#sendHeads()
      this.#failures = 0
    } catch (error) {
      this.#failures++
      if (!this.#isStopped) log.warn('news not read', { failures: this.#failures, error })
    }
  }

  /** New clients first receive the events they missed, up to the position of the others. */
  async #admit(position: number): Promise<void> {
    for (let member = this.#joining[0]; member; member = this.#joining[0]) {
      const { last, first } = await publishedRange(this.#context.db)
      const { after } = member
      const isLost = after !== undefined && (after > last || after + 1 < first || last - after > MOST_REPLAYED)
      if (after === undefined || isLost) member.position = position
      member.send(pointOf(member.position) + (isLost ? frameOf('reset', '{"topic":"reset"}') : ''))
      await this.#deliver(member.position, position, [member])
      if (member.topics.has('head')) for (const frame of this.#heads.values()) member.send(frame)
      if (this.#joining[0] !== member) continue
      this.#joining.shift()
      this.#members.add(member)
    }
  }

  /** Sends the rows after `from`, up to `to`; returns the last position sent. */
  async #deliver(from: number, to: number, members: Iterable<Member>): Promise<number> {
    for (let position = from; ; ) {
      const rows = (await listPublished(this.#context.db, position, PAGE)).filter((row) => row.position <= to)
      const last = rows.at(-1)
      if (!last) return position
      // Before they are sent: who asks because of them gets no older answer.
      this.known = Math.max(this.known ?? 0, last.position)
      const counts = await this.#unreadOf(rows, members)
      for (const row of rows.map((row) => asOf(row, last.position))) for (const member of members) this.#send(member, row, counts)
      position = last.position
      if (rows.length < PAGE) return position
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #send(member: Member, row: PublishedRow, unread: Unread): void {
    if (row.position <= member.position) return
    member.position = row.position
    const data = member.topics.has(row.topic) ? dataFor(member, row, unread) : undefined
    if (data !== undefined) member.send(`id: ${row.position}\n${frameOf(row.topic, data)}`)
  }

  /** Counts unread notices of the connected accounts; clients with an expired token get none. */
  async #unreadOf(rows: readonly PublishedRow[], members: Iterable<Member>): Promise<Unread> {
    const last = new Map(rows.flatMap((row) => (row.topic === 'notice' && row.account ? [[row.account, row.position] as const] : [])))
    const affected = [...members].filter(({ owner, isPrivate }) => isPrivate && owner && last.has(owner.account))
    if (affected.length === 0) return new Map()
    const { db, clock } = this.#context
    const live = await listLiveTokens(
      db,
      affected.flatMap(({ owner }) => owner?.token ?? []),
      clock.now(),
    )
    for (const member of affected) member.isPrivate = member.owner !== undefined && live.has(member.owner.token)
    const accounts = [...new Set(affected.flatMap(({ owner }) => owner?.account ?? []))]
    const counts = await countUnread(db, accounts)
    return new Map(accounts.map((account) => [account, { count: counts.get(account) ?? 0, at: last.get(account) ?? 0 }]))
  }

  async #sendHeads(): Promise<void> {
    const curious = [...this.#members].filter(({ topics }) => topics.has('head'))
    if (curious.length === 0) return
    for (const head of await listHeads(this.#context.db)) {
      const frame = frameOf('head', JSON.stringify({ topic: 'head', ...head }))
      if (this.#heads.get(head.chainId) === frame) continue
      this.#heads.set(head.chainId, frame)
      for (const member of curious) member.send(frame)
    }
  }

  heartbeat(): void {
    for (const member of this.#members) member.send(pointOf(member.position))
  }
}

/** An event of an item names the last event of its batch. */
function asOf(row: PublishedRow, last: number): PublishedRow {
  return OF_ITEMS.has(row.topic) ? { ...row, body: `${row.body.slice(0, -1)},"asOf":${last}}` } : row
}

/** A row's data for this client; undefined when it may not see the row. */
function dataFor({ isPrivate, owner }: Member, { topic, account, body, position }: PublishedRow, unread: Unread): string | undefined {
  if (topic !== 'notice') return body
  if (!isPrivate || account === undefined || owner?.account !== account) return undefined
  const latest = unread.get(account)
  // Several changes of one account in a page are sent once, with the last.
  return latest?.at === position ? JSON.stringify({ topic, unread: latest.count }) : undefined
}

function frameOf(topic: EventTopic, data: string): string {
  return `event: ${topic}\ndata: ${data}\n\n`
}

function pointOf(position: number): string {
  return `: here\nid: ${position}\n\n`
}
