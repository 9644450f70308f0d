import type { ChainAddress } from '@plinth/api'
import { sql } from 'kysely'
import { bytes, type Db } from '../../../db/database.ts'
import type { ItemRef } from '../../../db/item-keys.ts'
import type { Replicas } from '../../../db/replicas.ts'
import type { Search } from '../../../db/search.ts'
import { beyondCall } from '../../../process/call-time.ts'
import type { Answer } from '../answer.ts'
import { readAttributes } from '../attributes.ts'
import { isShownItem } from '../facts.ts'
import type { Question, Times } from '../question.ts'
import { AttributeColumns } from './attribute-columns.ts'
import { ItemColumns, type ItemFacts } from './columns.ts'
import { type Changed, loadFacts, readChanges } from './read-facts.ts'
import { type Found, scan } from './scan.ts'
import { KeptSearches, movedBy, type Named, namedBy, verifiedCollections } from './words.ts'

/** What answers questions about all items: in memory here, in a thread of its own for large markets, or by a search engine. */
export type ItemIndex = {
  /**
   * Undefined where it has no room for the market: PostgreSQL answers instead. Never older than what was committed `mostAgeMs` before
   * it is asked, by default than what is committed then.
   */
  ask(question: Question, mostAgeMs?: number): Promise<Answer | undefined>
  /** Reads the market before anybody asks, so that no question waits for it. */
  warm(times: Times): Promise<void>
  /** The database may have gone back: all is read again. */
  forget(): void
}

export type ItemIndexOptions = {
  /** How long a question waits while a market is read whole; after that the database answers it. */
  readonly patienceMs?: number
  /** Aborted when the process stops: a market is not read to its end then. */
  readonly signal?: AbortSignal
  /** Where the market is read whole; by default the database itself. */
  readonly replicas?: Pick<Replicas, 'pickForAll'>
}

/** More changed items than this at once, and all are read again. */
const MOST_CHANGES = 20_000
/** What an item takes in the columns and beside them, without its attributes. */
const ITEM_BYTES = 300
const PATIENCE_MS = 1_000
/** After a market was found too large, how long before it is tried again. */
const RETRY_MS = 600_000
/** How often what is read beside the rows is read again, while writers change it all the time. */
const MOST_ROUNDS = 3

type Loaded = {
  readonly columns: ItemColumns
  readonly attributes: Map<string, AttributeColumns>
  readonly searches: KeptSearches
  /** Attributes that are being read, and what is applied to their collections in the meantime. */
  readonly filling: Map<string, Promise<AttributeColumns>>
  readonly appliedMeanwhile: Map<string, Map<bigint, string>>
  readonly chainIds: string
  /** What the rows show. */
  snapshot: string
}

export class MemoryItemIndex implements ItemIndex {
  readonly #db: Db
  readonly #mostBytes: number
  readonly #patienceMs: number
  readonly #signal: AbortSignal | undefined
  readonly #replicas: Pick<Replicas, 'pickForAll'> | undefined
  /** When the latest changes that it has were asked for. */
  #refreshedMs = Number.NEGATIVE_INFINITY
  #loaded: Loaded | undefined
  #loading: Promise<Loaded | undefined> | undefined
  #edition = 0
  #tooLargeUntil = 0
  #refreshing: Promise<void> | undefined
  #next: Promise<void> | undefined
  /** Of the latest question: those that wait for one reading share its times. */
  #times: Times = { chains: new Map(), server: 0 }

  constructor(db: Db, mostBytes: number, { patienceMs = PATIENCE_MS, signal, replicas }: ItemIndexOptions = {}) {
    this.#db = db
    this.#mostBytes = mostBytes
    this.#patienceMs = patienceMs
    this.#signal = signal
    this.#replicas = replicas
  }

  async warm(times: Times): Promise<void> {
    await this.#begin(times)
  }

  forget(): void {
    this.#loaded = undefined
    this.#refreshedMs = Number.NEGATIVE_INFINITY
    // What is being read now is of the former server.
    this.#edition++
    this.#loading = undefined
  }

  ask(question: Question, mostAgeMs = 0): Promise<Answer | undefined> {
    // What is read here serves other questions too.
    return beyondCall(async () => {
      for (let round = 0; ; round++) {
        const loaded = await this.#load(question.times)
        if (!loaded) return undefined
        const beside = await this.#prepare(loaded, question)
        if (performance.now() - this.#refreshedMs >= mostAgeMs) await this.#refresh(question.times)
        const isSame = this.#loaded === loaded
        // While so much is written that all is read again and again, or so many search that each search is given up.
        if (round >= MOST_ROUNDS && (!isSame || isGivenUp(loaded, question))) return undefined
        // What is read beside the rows may be from before or after them, until nothing of it has changed since.
        if (!isSame || (!isReady(loaded, question) && round < MOST_ROUNDS)) continue
        return scan({ ...loaded, attributes: attributesOf(loaded, question) }, question, foundBy(loaded, question, beside))
      }
    })
  }

  #load(times: Times): Promise<Loaded | undefined> {
    return within(this.#begin(times), this.#patienceMs)
  }

  async #begin(times: Times): Promise<Loaded | undefined> {
    const chainIds = [...times.chains.keys()].join()
    if (this.#loaded?.chainIds === chainIds) return this.#loaded
    if (this.#mostBytes === 0 || performance.now() < this.#tooLargeUntil) return undefined
    const loading = this.#loading ?? this.#loadAll(times, chainIds)
    this.#loading = loading
    return loading.finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
  }

  async #loadAll(times: Times, chainIds: string): Promise<Loaded | undefined> {
    const edition = this.#edition
    const replica = await this.#replicas?.pickForAll()
    // The replay of the log may cancel a long read of a replica.
    const read = replica && (await this.#readAll(replica.db, times).catch(() => undefined))
    const { columns, snapshot: own } = read ?? (await this.#readAll(this.#db, times))
    if (edition !== this.#edition) return undefined
    // A replica's own snapshot lacks what runs on the primary. It may be newer than this one, of which the changes are read again.
    const snapshot = own && ((read && replica?.snapshot) ?? own)
    if (snapshot === undefined) {
      this.#loaded = undefined
      this.#tooLargeUntil = performance.now() + RETRY_MS
      return undefined
    }
    this.#loaded = {
      columns,
      attributes: new Map(),
      searches: new KeptSearches(columns),
      filling: new Map(),
      appliedMeanwhile: new Map(),
      chainIds,
      snapshot,
    }
    return this.#loaded
  }

  async #readAll(db: Db, times: Times): Promise<{ readonly columns: ItemColumns; readonly snapshot: string | undefined }> {
    const columns = new ItemColumns()
    const most = Math.floor(this.#mostBytes / ITEM_BYTES)
    const snapshot = await loadFacts(db, times, (facts) => {
      columns.put(facts)
      return columns.count <= most && this.#signal?.aborted !== true
    })
    return { columns, snapshot }
  }

  /** Reads what was committed until now. One reading after this call serves all who wait for it. */
  #refresh(times: Times): Promise<void> {
    this.#times = times
    if (!this.#refreshing) {
      this.#refreshing = this.#readChanges().finally(() => {
        this.#refreshing = undefined
      })
      return this.#refreshing
    }
    this.#next ??= this.#refreshing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#refresh(this.#times)
      })
    return this.#next
  }

  async #readChanges(): Promise<void> {
    const loaded = this.#loaded
    if (!loaded) return
    const askedMs = performance.now()
    const others = loaded.columns.turned(this.#times)
    const { snapshot, changed, isMore } = await readChanges(this.#db, this.#times, { since: loaded.snapshot, others, most: MOST_CHANGES })
    if (this.#loaded !== loaded) return
    if (isMore || loaded.columns.count * ITEM_BYTES > this.#mostBytes * 1.2) {
      this.#loaded = undefined
      return
    }
    loaded.snapshot = snapshot
    this.#refreshedMs = askedMs
    this.#apply(changed)
  }

  #apply(changed: readonly Changed[]): void {
    const loaded = this.#loaded
    if (!loaded || changed.length === 0) return
    for (const { ref, facts } of changed) applyOne(loaded, ref, facts)
    loaded.searches.noteChanged(changed.map(({ ref }) => ref))
  }

  /** Reads what the question needs beside the rows. */
  async #prepare(loaded: Loaded, question: Question): Promise<Beside> {
    const { words } = question
    const collection = onlyCollection(question)
    if (collection) await this.#readAttributes(loaded, collection)
    if (typeof words !== 'object') return {}
    if ('txHash' in words) return { moved: await movedBy(this.#db, words) }
    const [named, verified] = await Promise.all([
      namedBy(this.#db, words),
      question.sort === 'match' ? verifiedCollections(this.#db) : undefined,
      loaded.searches.isReady(words) ? undefined : loaded.searches.read(this.#db, words),
    ])
    return verified ? { named, verified } : { named }
  }

  async #readAttributes(loaded: Loaded, collection: ChainAddress): Promise<void> {
    const key = keyOf(collection)
    if (loaded.columns.collections.find(key) === undefined) return
    let attributes = loaded.attributes.get(key)
    if (!attributes) {
      const reading = loaded.filling.get(key) ?? this.#fill(loaded, collection)
      attributes = await reading
    }
    loaded.attributes.delete(key)
    loaded.attributes.set(key, attributes)
    this.#makeRoom(loaded, key)
    if (attributes.unknown.length > 0) attributes.name(await readAttributes(this.#db, collection, attributes.digests))
  }

  #fill(loaded: Loaded, collection: ChainAddress): Promise<AttributeColumns> {
    const key = keyOf(collection)
    const reading = readDigests(this.#db, collection).then((rows) => {
      const { columns } = loaded
      const attributes = new AttributeColumns(columns, columns.collections.find(key) ?? 0)
      // What was applied meanwhile may be newer than what was read.
      const newer = loaded.appliedMeanwhile.get(key) ?? new Map<bigint, string>()
      for (const [tokenId, digests] of [...rows, ...newer]) {
        const row = columns.find({ chainId: collection.chainId, collection: collection.address, tokenId })
        if (row !== undefined) attributes.put(row, digests)
      }
      loaded.attributes.set(key, attributes)
      return attributes
    })
    loaded.appliedMeanwhile.set(key, new Map())
    const done = reading.finally(() => {
      loaded.filling.delete(key)
      loaded.appliedMeanwhile.delete(key)
    })
    loaded.filling.set(key, done)
    return done
  }

  /** Collections that were asked for least recently give their attributes up. */
  #makeRoom({ columns, attributes }: Loaded, kept: string): void {
    let bytesOfAll = columns.count * ITEM_BYTES
    for (const one of attributes.values()) bytesOfAll += one.bytes
    for (const [key, one] of attributes) {
      if (bytesOfAll <= this.#mostBytes) return
      if (key === kept) continue
      attributes.delete(key)
      bytesOfAll -= one.bytes
    }
  }
}

function applyOne({ columns, attributes, appliedMeanwhile }: Loaded, ref: ItemRef, facts: ItemFacts | undefined): void {
  const key = `${ref.chainId}:${ref.collection}`
  const ofCollection = attributes.get(key)
  appliedMeanwhile.get(key)?.set(ref.tokenId, facts?.attributes ?? '')
  const known = columns.find(ref)
  if (facts) {
    const row = columns.put(facts)
    ofCollection?.put(row, facts.attributes)
    return
  }
  if (known === undefined) return
  ofCollection?.forget(known)
  columns.remove(ref)
}

async function readDigests(db: Db, { chainId, address }: ChainAddress): Promise<[bigint, string][]> {
  const { rows } = await sql<{ token_id: bigint; digests: string }>`
    select token_id, encode(counted_attributes, 'hex') as digests from item
    where chain_id = ${chainId} and collection = ${bytes(address)} and counted_attributes is not null and ${isShownItem}`.execute(db)
  return rows.map(({ token_id, digests }) => [token_id, digests])
}

/** Undefined where it takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const keyOf = ({ chainId, address }: ChainAddress): string => `${chainId}:${address}`

/** The one collection whose attributes can be filtered. */
const onlyCollection = ({ collections }: Question): ChainAddress | undefined => (collections?.length === 1 ? collections[0] : undefined)

const searchOf = ({ words }: Question): Search | undefined => (typeof words === 'object' && !('txHash' in words) ? words : undefined)

function isGivenUp({ searches }: Loaded, question: Question): boolean {
  const search = searchOf(question)
  return search !== undefined && !searches.isKept(search)
}

function isReady(loaded: Loaded, question: Question): boolean {
  const search = searchOf(question)
  if (search && !loaded.searches.isReady(search)) return false
  const collection = onlyCollection(question)
  if (!collection || loaded.columns.collections.find(keyOf(collection)) === undefined) return true
  return loaded.attributes.get(keyOf(collection))?.unknown.length === 0
}

function attributesOf({ attributes }: Loaded, question: Question): AttributeColumns | undefined {
  const collection = onlyCollection(question)
  return collection && attributes.get(keyOf(collection))
}

/** What a search finds beside texts: by names of creators and collections, and the verified ones, or the items that a transaction moved. */
type Beside = { readonly named?: Named; readonly verified?: ReadonlySet<string>; readonly moved?: readonly ItemRef[] }

const NONE: Named = { creators: [], numbered: [] }

function foundBy({ columns, searches }: Loaded, { words }: Question, { named = NONE, verified, moved = [] }: Beside): Found | undefined {
  if (words === undefined) return undefined
  if (words === 'nothing') return { rows: [] }
  if (typeof words === 'object') {
    if (!('txHash' in words)) return { ...searches.find(words, named), verified: verified ?? new Set() }
    return { rows: [...new Set(moved.flatMap((ref) => columns.find(ref) ?? []))] }
  }
  const inIt = columns.collections.values.filter(({ address }) => address === words).flatMap(({ rows }) => [...rows.values()])
  return { rows: [...new Set([...inIt, ...columns.rowsBy([words])])] }
}
