import pg from 'pg'

/** What a server says of itself. A timeline is PostgreSQL's count of promotions. */
export type HostState =
  | { readonly kind: 'primary'; readonly timeline: number }
  | { readonly kind: 'standby' }
  /** It refuses the connection, or ended it. */
  | { readonly kind: 'away' }
  /** It takes the connection and does not answer. */
  | { readonly kind: 'hung' }

/** A host of DATABASE_URL by its name and port, and what it said last. */
export type NamedHost = { readonly name: string; readonly state: HostState }

type Row = { readonly isStandby: boolean; readonly timeline: number | null }

/** A name of a file of its log begins with the timeline, which the control file learns only at the next checkpoint. */
const QUESTION = `select pg_is_in_recovery() as "isStandby",
  case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`
/** Twice in a row, the second time by a new connection: together less than the 10 s after which a write is refused. */
const FIRST_PATIENCE_MS = 4_000
const SECOND_PATIENCE_MS = 3_000

/** undefined_function and feature_not_supported: of services that speak PostgreSQL and have no log of this kind. */
const NO_LOG = new Set(['42883', '0A000'])

/** What answers there is taken for their primary. */
function unknownTimeline(error: unknown): Row {
  if (error instanceof pg.DatabaseError && NO_LOG.has(error.code ?? '')) return { isStandby: false, timeline: null }
  throw error
}

/** Asks one server again and again, by a connection of its own. */
export class HostLook {
  readonly url: string
  #waiting: PromiseWithResolvers<HostState> | undefined
  #isClosed = false
  #client: pg.Client | undefined

  constructor(url: string) {
    this.url = url
  }

  /** A loaded process may miss an answer that lies in its socket: a server counts as hung when a second question is lost too. */
  async look(): Promise<HostState> {
    const first = await this.#ask(FIRST_PATIENCE_MS)
    if (first.kind === 'primary' || first.kind === 'standby' || this.#isClosed) return first
    return this.#ask(first.kind === 'hung' ? SECOND_PATIENCE_MS : FIRST_PATIENCE_MS)
  }

  async #ask(patienceMs: number): Promise<HostState> {
    const late = Promise.withResolvers<HostState>()
    this.#waiting = late
    const timer = setTimeout(() => late.resolve({ kind: 'hung' }), patienceMs)
    const asked = this.#answer().catch((): HostState => ({ kind: 'away' }))
    const state = await Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
    if (state.kind === 'away' || state.kind === 'hung') this.#drop()
    return state
  }

  async #answer(): Promise<HostState> {
    const client = this.#client ?? (await this.#connect())
    const row = await client.query<Row>(QUESTION).then(({ rows }) => rows[0], unknownTimeline)
    return row?.isStandby === false ? { kind: 'primary', timeline: row.timeline ?? 0 } : { kind: 'standby' }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    client.on('error', () => undefined)
    this.#client = client
    await client.connect()
    return client
  }

  /** For good: a look that is under way ends. */
  close(): void {
    this.#isClosed = true
    this.#waiting?.resolve({ kind: 'away' })
    this.#drop()
  }

  /** The next look connects again. */
  #drop(): void {
    const client = this.#client
    this.#client = undefined
    if (!client) return
    client.end().catch(() => undefined)
    // A server that hangs takes no leave.
    client.connection.stream.destroy()
  }
}
