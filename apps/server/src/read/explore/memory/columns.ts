import { MEDIA_KINDS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { ItemRef } from '../../../db/item-keys.ts'
import { Dictionary } from './dictionary.ts'

/** An ask of an item: its cheapest one in a pay token. */
export type AskFact = { readonly payToken: Address; readonly unit: bigint }

/** What filters and sorts know of an item. */
export type ItemFacts = ItemRef & {
  readonly creator: Address
  /** 0 without one. */
  readonly category: number
  readonly media: string
  readonly frames: number | undefined
  readonly standard: number
  readonly made: number
  readonly asks: readonly AskFact[]
  readonly listed: number | undefined
  readonly hasBid: boolean
  readonly endsAt: number | undefined
  readonly sold: number | undefined
  readonly lastWorth: bigint | undefined
  readonly likes: number
  readonly rank: number | undefined
  /** 32 digits of hex for each. */
  readonly attributes: string
  /** By its chain's time: these facts hold from here on, and before there. */
  readonly from: number
  readonly until: number
  /** By the server's time; 0 while no purchase is under way. */
  readonly lockedUntil: number
  /** When the last purchase ended, by the server's time; 0 where that is long ago. */
  readonly unlockedAt: number
}

/** The collection of a row that is free. */
const NONE = 0xffff_ffff
export const SEVERAL = 0xffff
const FIRST_ROOM = 1_024
/** The server's clock is not set back by more. */
export const LONGEST_SET_BACK_S = 3_600

/** Rows are reused; every column is as long as `room`. */
class Numbers {
  room = FIRST_ROOM
  readonly #grow: (() => void)[] = []

  add<T extends Uint16Array | Uint32Array | Float64Array>(make: (length: number) => T, set: (column: T) => void): void {
    let column = make(this.room)
    set(column)
    this.#grow.push(() => {
      const longer = make(this.room)
      longer.set(column)
      column = longer
      set(longer)
    })
  }

  grow(): void {
    this.room *= 2
    for (const grow of this.#grow) grow()
  }
}

/** What small groups know of a row: rows that are alike in all of it have the same. */
export type Profile = {
  readonly chainId: number
  /** 0 without one. */
  readonly category: number
  /** The place of its kind among `MEDIA_KINDS`. */
  readonly media: number
  /** 2 for several; undefined without a count. */
  readonly frames: number | undefined
  readonly standard: number
  /** Bits of the first three of `ITEM_STATUSES`: on sale, at an auction, with a bid. */
  readonly statuses: number
  /** Numbers of the pay tokens of its asks. */
  readonly tokens: readonly number[]
}
/** Of a row that is free. */
const FREE: Profile = { chainId: -1, category: 0, media: 0, frames: undefined, standard: 0, statuses: 0, tokens: [] }

type CollectionRows = { readonly chainId: number; readonly address: Address; readonly rows: Map<bigint | number, number> }

/** A token id as a key: numbers hash faster than bigints. */
const keyOf = (tokenId: bigint): bigint | number => (tokenId <= 0xffff_ffffn ? Number(tokenId) : tokenId)

/** All items of the market in typed arrays, a row each. */
export class ItemColumns {
  /** Rows up to here are used, or were. */
  end = 0
  count = 0
  readonly collections = new Dictionary<CollectionRows>()
  readonly creators = new Dictionary<Address>()
  /** Number 0 is that of free rows. */
  readonly profiles = new Dictionary<Profile>()
  readonly tokens = new Dictionary<{ readonly chainId: number; readonly address: Address }>()
  /** Number of the row's collection, `NONE` of a row that is free. */
  collection!: Uint32Array
  creator!: Uint32Array
  profile!: Uint32Array
  made!: Uint32Array
  likes!: Uint32Array
  /** 0 without one, as in the next two. */
  rank!: Uint32Array
  listed!: Uint32Array
  sold!: Uint32Array
  /** -1 without one. */
  endsAt!: Float64Array
  /** Number of the pay token of the only ask and 1 more; 0 without one, `SEVERAL` where `asks` has them. */
  askToken!: Uint16Array
  askPrice!: Float64Array
  lastWorth!: Float64Array
  token!: Float64Array
  from!: Float64Array
  until!: Float64Array
  /** Where the row's attributes stand in those of its collection; 0 nowhere. */
  attributesAt!: Uint32Array
  readonly tokenId: bigint[] = []
  /** Exact, where the float beside it is not. */
  readonly exactPrice: (bigint | undefined)[] = []
  readonly exactWorth: (bigint | undefined)[] = []
  readonly asks = new Map<number, readonly { readonly token: number; readonly unit: bigint }[]>()
  readonly lockedUntil = new Map<number, number>()
  /** The server's clock may be set back before there. */
  readonly #unlockedAt = new Map<number, number>()
  /** When the facts of some row of a chain begin to be others: read again below or from there. */
  readonly turns = new Map<number, { from: number; until: number }>()
  readonly #free: number[] = []
  readonly #numbers = new Numbers()

  constructor() {
    this.profiles.add('', () => FREE)
    const floats = (set: (column: Float64Array) => void) => this.#numbers.add((length) => new Float64Array(length), set)
    const wholes = (set: (column: Uint32Array) => void) => this.#numbers.add((length) => new Uint32Array(length), set)
    this.#numbers.add(
      (length) => new Uint16Array(length),
      (column: Uint16Array) => (this.askToken = column),
    )
    wholes((column) => (this.collection = column))
    wholes((column) => (this.creator = column))
    wholes((column) => (this.profile = column))
    wholes((column) => (this.likes = column))
    wholes((column) => (this.rank = column))
    wholes((column) => (this.attributesAt = column))
    wholes((column) => (this.made = column))
    wholes((column) => (this.listed = column))
    wholes((column) => (this.sold = column))
    floats((column) => (this.endsAt = column))
    floats((column) => (this.askPrice = column))
    floats((column) => (this.lastWorth = column))
    floats((column) => (this.token = column))
    floats((column) => (this.from = column))
    floats((column) => (this.until = column))
  }

  find({ chainId, collection, tokenId }: ItemRef): number | undefined {
    const at = this.collections.find(`${chainId}:${collection}`)
    return at === undefined ? undefined : this.collections.values[at]?.rows.get(keyOf(tokenId))
  }

  isUsed(row: number): boolean {
    return this.collection[row] !== NONE
  }

  refOf(row: number): ItemRef {
    const { chainId, address } = this.collectionOf(row)
    return { chainId, collection: address, tokenId: this.tokenId[row] ?? 0n }
  }

  collectionOf(row: number): CollectionRows {
    const found = this.collections.values[this.collection[row] ?? NONE]
    if (!found) throw new Error(`Row ${row} of the item index is free`)
    return found
  }

  /** Rows of items that one of these has made. */
  rowsBy(creators: readonly Address[]): number[] {
    const numbers = new Set(creators.map((address) => this.creators.find(address)))
    const rows: number[] = []
    if (numbers.size === 0) return rows
    for (let row = 0; row < this.end; row++) if (numbers.has(this.creator[row]) && this.isUsed(row)) rows.push(row)
    return rows
  }

  /** The row of the item. Attributes are kept elsewhere. */
  put(facts: ItemFacts): number {
    const { chainId, collection: address, tokenId } = facts
    const at = this.collections.add(`${chainId}:${address}`, () => ({ chainId, address, rows: new Map() }))
    const rows = this.collections.values[at]?.rows
    const known = rows?.get(keyOf(tokenId))
    const row = known ?? this.#take()
    if (known === undefined) rows?.set(keyOf(tokenId), row)
    this.collection[row] = at
    this.tokenId[row] = tokenId
    this.token[row] = Number(tokenId)
    this.creator[row] = this.creators.add(facts.creator, () => facts.creator)
    this.made[row] = facts.made
    this.listed[row] = facts.listed ?? 0
    this.endsAt[row] = facts.endsAt ?? -1
    this.sold[row] = facts.sold ?? 0
    this.likes[row] = facts.likes
    this.rank[row] = facts.rank ?? 0
    this.lastWorth[row] = facts.lastWorth === undefined ? -1 : Number(facts.lastWorth)
    this.exactWorth[row] = facts.lastWorth
    this.#putAsks(row, facts)
    this.from[row] = facts.from
    this.until[row] = facts.until
    const turn = this.turns.get(chainId) ?? { from: 0, until: Number.POSITIVE_INFINITY }
    this.turns.set(chainId, { from: Math.max(turn.from, facts.from), until: Math.min(turn.until, facts.until) })
    this.#putLock(row, facts)
    return row
  }

  #putLock(row: number, { lockedUntil, unlockedAt }: ItemFacts): void {
    if (lockedUntil > 0) this.lockedUntil.set(row, lockedUntil)
    else this.lockedUntil.delete(row)
    if (unlockedAt > 0) this.#unlockedAt.set(row, unlockedAt)
    else this.#unlockedAt.delete(row)
  }

  #putAsks(row: number, facts: ItemFacts): void {
    const { chainId, asks } = facts
    const numbered = asks.map(({ payToken: address, unit }) => ({
      token: this.tokens.add(`${chainId}:${address}`, () => ({ chainId, address })),
      unit,
    }))
    const [first] = numbered
    this.profile[row] = this.#profileOf(
      facts,
      numbered.map(({ token }) => token),
    )
    this.askToken[row] = numbered.length > 1 ? SEVERAL : first ? first.token + 1 : 0
    this.askPrice[row] = first ? Number(first.unit) : 0
    this.exactPrice[row] = first?.unit
    if (numbered.length > 1) this.asks.set(row, numbered)
    else this.asks.delete(row)
  }

  #profileOf({ chainId, category, media, frames: counted, standard, endsAt, hasBid }: ItemFacts, tokens: readonly number[]): number {
    const statuses = (tokens.length > 0 ? 1 : 0) | (endsAt === undefined ? 0 : 2) | (hasBid ? 4 : 0)
    const frames = counted && Math.min(2, counted)
    return this.profiles.add(`${chainId} ${category} ${media} ${frames} ${standard} ${statuses} ${tokens}`, () => ({
      chainId,
      category,
      media: Math.max(0, MEDIA_KINDS.indexOf(media as (typeof MEDIA_KINDS)[number])),
      frames,
      standard,
      statuses,
      tokens,
    }))
  }

  #take(): number {
    this.count++
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.end === this.#numbers.room) this.#numbers.grow()
    this.tokenId.push(0n)
    this.exactPrice.push(undefined)
    this.exactWorth.push(undefined)
    return this.end++
  }

  remove(ref: ItemRef): number | undefined {
    const row = this.find(ref)
    if (row === undefined) return undefined
    this.collectionOf(row).rows.delete(keyOf(ref.tokenId))
    this.collection[row] = NONE
    this.profile[row] = 0
    this.exactPrice[row] = undefined
    this.exactWorth[row] = undefined
    this.attributesAt[row] = 0
    this.asks.delete(row)
    this.lockedUntil.delete(row)
    this.#unlockedAt.delete(row)
    this.#free.push(row)
    this.count--
    return row
  }

  /** Items whose facts time has changed. */
  turned(times: { readonly chains: ReadonlyMap<number, number>; readonly server: number }): ItemRef[] {
    const found = new Set<number>()
    for (const [row, until] of this.lockedUntil) if (until <= times.server) found.add(row)
    for (const [row, at] of this.#unlockedAt) {
      if (at > times.server) found.add(row)
      else if (at < times.server - LONGEST_SET_BACK_S) this.#unlockedAt.delete(row)
    }
    const chains = [...this.turns].filter(([chainId, { from, until }]) => {
      const now = times.chains.get(chainId)
      return now !== undefined && (now < from || now >= until)
    })
    for (const [chainId] of chains) {
      const [now, turn] = [times.chains.get(chainId) ?? 0, { from: 0, until: Number.POSITIVE_INFINITY }]
      for (let row = 0; row < this.end; row++) {
        if (!this.isUsed(row) || this.collectionOf(row).chainId !== chainId) continue
        const [from, until] = [this.from[row] ?? 0, this.until[row] ?? 0]
        if (now < from || now >= until) found.add(row)
        else {
          turn.from = Math.max(turn.from, from)
          turn.until = Math.min(turn.until, until)
        }
      }
      this.turns.set(chainId, turn)
    }
    return [...found].map((row) => this.refOf(row))
  }
}
