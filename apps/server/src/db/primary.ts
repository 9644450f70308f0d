import { setTimeout as sleep } from 'node:timers/promises'
import { type Cuttable, DatabaseAway } from './away.ts'
import { HostLook, type HostState, type NamedHost } from './host-look.ts'
import { hostUrls, nameOfHost } from './hosts.ts'

const LOOK_MS = 1_000
/** While no server takes writes: how soon each is asked again. */
const SEARCH_MS = 250

type Log = (line: string) => void

/**
 * Follows the server that takes writes. Of several hosts it is the one of the highest timeline; none of a lower timeline than this
 * process has seen counts. Connections to a server that hangs, or that is no longer the one, end at once.
 */
export class Primary {
  readonly #looks: readonly HostLook[]
  readonly #states = new Map<HostLook, HostState>()
  readonly #clients = new Map<Cuttable, string>()
  readonly #moved = new Set<() => void>()
  readonly #closed = new AbortController()
  readonly #log: Log
  #url: string | undefined
  #last: string
  #timeline = 0

  private constructor(databaseUrl: string, log: Log) {
    this.#looks = hostUrls(databaseUrl).map((url) => new HostLook(url))
    this.#log = log
    this.#last = this.#looks[0]?.url ?? databaseUrl
    if (this.#looks.length === 1) this.#url = this.#last
  }

  /** Follows the hosts of the URL, each asked at least once when there are several. */
  static async follow(databaseUrl: string, log: Log): Promise<Primary> {
    const primary = new Primary(databaseUrl, log)
    const first = primary.#looks.map((look) => primary.#watch(look))
    if (primary.#looks.length > 1) await Promise.all(first)
    return primary
  }

  /** Whether a server takes writes now. */
  get isFound(): boolean {
    return this.#url !== undefined
  }

  /** @throws DatabaseAway while no server takes writes */
  requireHost(): void {
    if (!this.isFound) throw new DatabaseAway('No database takes writes')
  }

  /** Every host that was asked, in the order of the URL; none where there is one alone. */
  get hosts(): NamedHost[] {
    if (this.#looks.length < 2) return []
    return this.#looks.flatMap((look) => {
      const state = this.#states.get(look)
      return state ? [{ name: nameOfHost(look.url), state }] : []
    })
  }

  /** The server that takes writes, else the last one that did. */
  get url(): string {
    return this.#url ?? this.#last
  }

  /** Called after each change to another server, which may lack the last commits of the former. */
  onMoved(listener: () => void): void {
    this.#moved.add(listener)
  }

  noteOpened(client: Cuttable, url: string): void {
    this.#clients.set(client, url)
  }

  noteEnded(client: Cuttable): void {
    this.#clients.delete(client)
  }

  /** Behind a pooler that is busy a look may wait as long as behind a server that hangs: a single host is then looked at no more. */
  trust(): void {
    if (this.#looks.length === 1) this.close()
  }

  close(): void {
    this.#closed.abort()
    for (const look of this.#looks) look.close()
  }

  /** Resolves after the first look, and looks on. */
  async #watch(look: HostLook): Promise<void> {
    await this.#look(look)
    void this.#lookOn(look)
  }

  async #lookOn(look: HostLook): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await sleep(this.#url === undefined ? SEARCH_MS : LOOK_MS, undefined, { ref: false, signal }).catch(() => undefined)
      if (!signal.aborted) await this.#look(look)
    }
  }

  async #look(look: HostLook): Promise<void> {
    const state = await look.look()
    if (this.#closed.signal.aborted) {
      look.close()
      return
    }
    const former = this.#states.get(look)
    this.#states.set(look, state)
    if (state.kind === 'hung' && former?.kind !== 'hung') {
      this.#log(`The database at ${nameOfHost(look.url)} takes connections and does not answer: connections to it end`)
      this.#cut((url) => url === look.url)
    }
    this.#choose()
  }

  #choose(): void {
    const found = this.#usable()
    const highest = Math.max(this.#timeline, ...found.map(({ timeline }) => timeline))
    const best = found.filter(({ timeline }) => timeline === highest)
    const next = (best.find(({ url }) => url === this.#url) ?? best[0])?.url
    const hasMoved = next !== undefined && (next !== this.#last || highest !== this.#timeline)
    const isFirst = this.#states.size < this.#looks.length
    this.#timeline = highest
    if (next === this.#url) return
    this.#url = next
    this.#last = next ?? this.#last
    this.#cut((url) => url !== next)
    if (isFirst) return
    if (next === undefined) this.#log('No database takes writes: looking at all hosts of DATABASE_URL')
    else this.#log(`Writes go to the database at ${nameOfHost(next)} (timeline ${highest})`)
    for (const tell of hasMoved ? this.#moved : []) tell()
  }

  /** A single host that answers is always used: its own errors are clearer than ours. */
  #usable(): { readonly url: string; readonly timeline: number }[] {
    const isAlone = this.#looks.length === 1
    return [...this.#states].flatMap(([{ url }, state]) => {
      if (isAlone) return state.kind === 'hung' ? [] : [{ url, timeline: 0 }]
      return state.kind === 'primary' ? [{ url, timeline: state.timeline }] : []
    })
  }

  #cut(isCut: (url: string) => boolean): void {
    for (const [client, url] of this.#clients) if (isCut(url)) client.cut(new DatabaseAway())
  }
}
