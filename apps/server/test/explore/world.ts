import { type Address, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { keccak256, toHex, zeroHash } from 'viem'
import { bytes, type Db } from '../../src/db/database.ts'
import type { ItemRef } from '../../src/db/item-keys.ts'
import { placeItem, placeItemText, placeNamed } from '../../src/db/search.ts'
import { createMoneys, type Moneys } from '../../src/read/explore/moneys.ts'
import type { Times } from '../../src/read/explore/question.ts'
import { blank } from '../../src/state/collections/confirm.ts'
import { attributesToCount } from '../../src/state/items/attributes.ts'
import type { Random } from '../simulator/random.ts'
import { type Auction, auctionRow, type Item, itemRow, metadataOf, type Order, orderRow, type Sale } from './rows.ts'

const personAt = (index: number): Address => toAddress(`0x${(0xa000 + index).toString(16).padStart(40, '0')}`)
const contractAt = (index: number): Address => toAddress(`0x${(0xc000 + index).toString(16).padStart(40, '0')}`)
const tokenAt = (index: number): Address => toAddress(`0x${(0x7000 + index).toString(16).padStart(40, '0')}`)

export const CHAINS = [1, 31337] as const
export const ACCOUNTS = Array.from({ length: 6 }, (_, index) => personAt(index))
export const COLLECTIONS = CHAINS.flatMap((chainId) => [0, 1].map((index) => ({ chainId, address: contractAt(index) })))
export const CATEGORIES = [0, 3, 7]
/** The coin, its wrapped form, a dollar of 6 digits and a token that never has a rate. */
export const PAY_TOKENS = [ZERO_ADDRESS, tokenAt(1), tokenAt(2), tokenAt(3)]
const DECIMALS = [18, 18, 6, 9]
const COLOURS = ['red', 'green', 'blue', '青', 'off white']
const NAMES = ['Drift', 'Northern drift', 'Drift #12', 'Drift #120', '雪山图', 'Aurora', '50%_off', '']
const DAY_S = 86_400

/** A market of random rows, written as the indexer and the calls leave them, and the same in plain objects. */
export class World {
  readonly items = new Map<string, Item>()
  readonly known = new Set<Address>()
  readonly db: Db
  readonly random: Random
  now = 1_800_000_000
  moneys: Moneys = createMoneys([], 0)
  #id = 0
  #block = 0

  constructor(db: Db, random: Random) {
    this.db = db
    this.random = random
    this.moveRates()
  }

  /** The second chain's clock is apart from the first one's. */
  get times(): Times {
    return { chains: new Map(CHAINS.map((chainId, at) => [chainId, this.now + at * 1_000])), server: this.now }
  }

  nowOf(chainId: number): number {
    return this.times.chains.get(chainId) ?? 0
  }

  isShown(item: Item): boolean {
    return item.isVisible && !item.isBurnt
  }

  get shown(): Item[] {
    return [...this.items.values()].filter((item) => this.isShown(item))
  }

  /** The name of the item's collection. */
  nameOf({ collection }: Pick<Item, 'collection'>): string {
    return `Collection ${collection.slice(-1)}`
  }

  isVerified({ collection }: Item): boolean {
    return collection === COLLECTIONS[1]?.address
  }

  moveRates(): void {
    const rate = (at: number) => (at === 3 || this.random.chance(0.1) ? undefined : BigInt(this.random.between(1, 4)) * 10n ** 8n)
    const digits = 30
    this.moneys = createMoneys(
      CHAINS.flatMap((chainId) => {
        const coin = rate(0)
        const paid = chainId === 1 ? 10_000n : 10_250n
        return PAY_TOKENS.map((address, at) => {
          const answer = at < 2 ? coin : rate(at)
          const decimals = DECIMALS[at] ?? 0
          const weight = answer && answer * paid * 10n ** BigInt(digits - 4 - decimals - 8)
          return { chainId, address, money: at === 1 ? ZERO_ADDRESS : address, decimals, weight, paid }
        })
      }),
      digits,
    )
  }

  async found(): Promise<void> {
    for (const { chainId, address } of COLLECTIONS) {
      const name = this.nameOf({ collection: address })
      const { id } = await this.db
        .insertInto('collection')
        .values({
          ...blank,
          chain_id: chainId,
          address: bytes(address),
          name,
          symbol: '',
          standard: 3,
          owner: bytes(personAt(0)),
          signer: bytes(personAt(0)),
          is_confirmed: true,
          is_verified: address === COLLECTIONS[1]?.address,
          created_at: 1,
          updated_at: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      // Meant for a transaction, as in `mint`.
      await placeNamed(this.db as never, 'collection_search', id, name)
    }
    for (const chainId of CHAINS) {
      const cursor = { chain_id: chainId, number: 1, hash: bytes(zeroHash), epoch: 1, stopped: null, updated_at: 1 }
      await this.db.insertInto('chain_cursor').values(cursor).execute()
    }
    for (const [at, address] of ACCOUNTS.entries()) {
      const values = { address: bytes(address), nickname: at === 2 ? 'Drifter' : `Person ${at}`, created_at: 1, updated_at: 1 }
      const { id } = await this.db
        .insertInto('account')
        // Columns with a default are left out, which the type of a row does not know.
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`insert into account_search values (${id}, ${values.nickname.toLowerCase()}, ${grams(values.nickname)}::text[])`.execute(
        this.db,
      )
    }
  }

  async mint(): Promise<void> {
    const { random } = this
    const { chainId, address: collection } = random.pick(COLLECTIONS)
    const item: Item = {
      chainId,
      collection,
      tokenId: random.chance(0.1) ? 2n ** 200n + BigInt(++this.#id) : BigInt(++this.#id),
      creator: random.pick(ACCOUNTS),
      category: random.pick(CATEGORIES),
      media: random.pick(['image', 'audio', 'video', 'unknown'] as const),
      frames: [null, 1, 1, 2, 30][this.#id % 5] ?? null,
      standard: random.pick([TOKEN_STANDARD.ERC721, TOKEN_STANDARD.ERC1155]),
      made: this.nowOf(chainId) - random.pick([0, 5, DAY_S, DAY_S + 1, 3 * DAY_S, 8 * DAY_S]),
      orders: [],
      auctions: [],
      sales: [],
      likes: new Map(),
      name: random.pick(NAMES),
      attributes: this.#attributes(),
      isVisible: !random.chance(0.05),
      isLocked: random.chance(0.05),
      lockedUntil: 0,
      isBurnt: false,
      rank: undefined,
    }
    const metadata = metadataOf(item)
    await this.db
      .insertInto('item')
      // As of accounts.
      .values(itemRow(item) as never)
      .execute()
    // Meant for a transaction; a world alone with its database needs none.
    await placeItem(this.db as never, item, item.name)
    await placeItemText(this.db as never, item, metadata)
    this.items.set(keyOf(item), item)
  }

  #attributes() {
    const { random } = this
    const all = [
      { key: 'Colour', value: random.pick(COLOURS) },
      { key: 'Size', value: String(random.between(-3, 12)) },
      { key: 'Mood', value: random.pick(['1', '2.5', 'calm']) },
      { key: 'Colour', value: random.pick(COLOURS) },
    ]
    return all.slice(0, random.below(all.length + 1))
  }

  async rename(): Promise<void> {
    const item = this.#any()
    item.name = this.random.pick(NAMES)
    item.attributes = this.#attributes()
    const metadata = metadataOf(item)
    await this.db.transaction().execute(async (tx) => {
      await sql`update item set name = ${item.name}, metadata = ${metadata}, counted_attributes = ${bytes(attributesToCount(metadata) ?? '0x')}
        where ${at(item)}`.execute(tx)
      await placeItem(tx, item, item.name)
      await placeItemText(tx, item, metadata)
    })
  }

  #any(): Item {
    return this.random.pick([...this.items.values()])
  }

  async offer(isSale: boolean): Promise<void> {
    const { random } = this
    const item = this.#any()
    const createdAt = this.nowOf(item.chainId)
    const maker = random.pick(ACCOUNTS)
    const last = item.orders.findLast((order) => order.isSale === isSale && order.maker === maker)
    const isAgain = last !== undefined && createdAt - last.placedAt < DAY_S && createdAt >= last.placedAt
    const order: Order = {
      id: ++this.#id,
      maker,
      isSale,
      payToken: random.pick(PAY_TOKENS),
      quantity: BigInt(random.between(1, 3)),
      total: BigInt(random.between(1, 9)) * 10n ** BigInt(random.pick([6, 9, 18])),
      validUntil: random.chance(0.5) ? 0 : createdAt + random.between(0, 300),
      isPrivate: random.chance(0.1),
      isLive: !random.chance(0.1),
      createdAt,
      placedAt: isAgain ? last.placedAt : createdAt,
    }
    item.orders.push(order)
    await this.db.insertInto('market_order').values(orderRow(item, order)).execute()
  }

  async endOffer(): Promise<void> {
    const item = this.#any()
    if (item.orders.length === 0) return
    const order = this.random.pick(item.orders)
    order.isLive = !order.isLive
    await this.db.updateTable('market_order').set({ is_live: order.isLive }).where('id', '=', order.id).execute()
  }

  async auction(): Promise<void> {
    const item = this.#any()
    const auction: Auction = {
      id: ++this.#id,
      endsAt: this.nowOf(item.chainId) + this.random.between(-50, 400),
      isLive: !this.random.chance(0.1),
    }
    item.auctions.push(auction)
    await this.db
      .insertInto('auction')
      // As of accounts.
      .values(auctionRow(item, auction) as never)
      .execute()
  }

  async sell(): Promise<void> {
    const { random } = this
    const item = this.#any()
    const sale: Sale = {
      at: this.nowOf(item.chainId) - random.pick([0, 10, 1_000]),
      block: ++this.#block,
      isCounted: random.chance(0.8),
      units: BigInt(random.between(1, 3)),
      worth: random.chance(0.7) ? BigInt(random.between(1, 20)) * 10n ** 8n : undefined,
    }
    item.sales.push(sale)
    const buyer = random.pick(ACCOUNTS)
    await this.db.transaction().execute(async (tx) => {
      await sql`insert into sale values (${item.chainId}, ${bytes(keccak256(toHex(`sale ${sale.block}`)))}, 0, ${sale.block}, ${sale.at},
        ${bytes(zeroHash)}, 'sale', ${bytes(item.collection)}, ${item.tokenId}, ${bytes(item.creator)}, ${bytes(buyer)}, ${bytes(ZERO_ADDRESS)},
        ${bytes(ZERO_ADDRESS)}, 100, ${sale.units}, true, ${sale.isCounted}, ${sale.worth ?? null})`.execute(tx)
      // As state of the item's orders changes with it.
      await sql`update item set traded_at = ${sale.at} where ${at(item)}`.execute(tx)
      await sql`insert into account_stat values (${item.chainId}, ${bytes(buyer)}, ${bytes(ZERO_ADDRESS)}, 1, 1, 0, 0) on conflict do nothing`.execute(
        tx,
      )
    })
    this.#know(buyer)
  }

  #know(account: Address): void {
    this.known.add(account)
    for (const item of this.items.values()) if (item.likes.has(account)) item.likes.set(account, true)
  }

  async like(): Promise<void> {
    const item = this.#any()
    const account = this.random.pick(ACCOUNTS)
    if (item.likes.delete(account)) {
      await sql`delete from item_like where ${at(item)} and account = ${bytes(account)}`.execute(this.db)
      return
    }
    const hasMinted = this.shown.some(({ creator }) => creator === account)
    item.likes.set(account, this.known.has(account) || hasMinted)
    const like = {
      chain_id: item.chainId,
      collection: bytes(item.collection),
      token_id: item.tokenId,
      account: bytes(account),
      created_at: 1,
    }
    await this.db.insertInto('item_like').values(like).execute()
  }

  async lock(): Promise<void> {
    const item = this.#any()
    item.lockedUntil = this.now + this.random.between(1, 60)
    await sql`insert into item_lock values (${item.chainId}, ${bytes(item.collection)}, ${item.tokenId}, ${bytes(item.creator)}, ${bytes(zeroHash)},
      ${item.lockedUntil}) on conflict (chain_id, collection, token_id) do update set until = excluded.until`.execute(this.db)
  }

  async moderate(): Promise<void> {
    const item = this.#any()
    if (this.random.chance(0.5)) item.isVisible = !item.isVisible
    else item.isLocked = !item.isLocked
    await sql`update item set is_visible = ${item.isVisible}, is_trade_locked = ${item.isLocked} where ${at(item)}`.execute(this.db)
  }

  async burn(): Promise<void> {
    const item = this.#any()
    item.isBurnt = true
    await sql`update item set supply = 0 where ${at(item)}`.execute(this.db)
  }

  async rank(): Promise<void> {
    const item = this.#any()
    item.rank = this.random.chance(0.2) ? undefined : this.random.between(1, 5)
    await sql`delete from item_rank where ${at(item)}`.execute(this.db)
    if (item.rank !== undefined)
      await sql`insert into item_rank values (${item.chainId}, ${bytes(item.collection)}, ${item.tokenId}, ${item.rank})`.execute(this.db)
  }

  /** As a reorganisation does. */
  async forget(): Promise<void> {
    const item = this.#any()
    this.items.delete(keyOf(item))
    for (const table of ['market_order', 'auction', 'sale', 'item_like', 'item_lock', 'item_rank', 'item'])
      await sql`delete from ${sql.table(table)} where ${at(item)}`.execute(this.db)
  }

  /** To the last second of an order or lock, or to the one after. */
  #turn(): void {
    const offset = this.times.server
    const ends = [...this.items.values()].flatMap((item) => {
      const ahead = this.nowOf(item.chainId) - offset
      const ofChain = [...item.orders.map(({ validUntil }) => validUntil), ...item.auctions.map(({ endsAt }) => endsAt)]
      return [...ofChain.map((end) => end - ahead), item.lockedUntil, item.made + DAY_S - ahead]
    })
    const next = ends.filter((end) => end >= this.now && end < this.now + 400)
    if (next.length > 0) this.now = this.random.pick(next) + this.random.pick([-1, 0, 0, 1, 1])
  }

  /** One thing that happens in a market. */
  async act({ withRates = true } = {}): Promise<void> {
    const acts: (() => unknown)[] = [
      () => this.mint(),
      () => this.mint(),
      () => this.offer(true),
      () => this.offer(true),
      () => this.offer(true),
      () => this.offer(false),
      () => this.endOffer(),
      () => this.auction(),
      () => this.sell(),
      () => this.like(),
      () => this.like(),
      () => this.rename(),
      () => this.rank(),
      () => this.rank(),
      () => this.lock(),
      () => this.moderate(),
      () => (this.random.chance(0.3) ? this.burn() : this.forget()),
      () => (withRates ? this.moveRates() : this.like()),
      () => this.#turn(),
      () => {
        // Forwards, and now and then back, as the time of a chain goes in a reorganisation.
        this.now += this.random.pick([1, 7, 60, 300, 5_000, -30])
      },
    ]
    if (this.items.size < 4) return this.mint()
    await this.random.pick(acts)()
  }
}

export const keyOf = ({ chainId, collection, tokenId }: ItemRef): string => `${chainId}:${collection}:${tokenId}`
export const at = ({ chainId, collection, tokenId }: ItemRef) =>
  sql`chain_id = ${chainId} and collection = ${bytes(collection)} and token_id = ${tokenId}`

/** All pieces of one to three letters of its words. */
function grams(text: string): string[] {
  const words = text.toLowerCase().split(' ')
  return [...new Set(words.flatMap((word) => [1, 2, 3].flatMap((width) => [...word].map((_, from) => word.slice(from, from + width)))))]
}
