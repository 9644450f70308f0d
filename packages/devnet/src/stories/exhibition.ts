import { setTimeout as sleep } from 'node:timers/promises'
import { type Category, readMetadata } from '@plinth/api'
import { type Address, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Acts } from './acts.ts'
import { inBatches } from './batches.ts'
import { declareItem, type Item, sendCollection, sendMint, waitForCollections } from './making.ts'
import { mined, type Person } from './person.ts'
import { approveCollection, buyItem, listItem, signSale } from './trading.ts'
import { type Catalogue, type CatalogueItem, type CollectionEntry, nameOf, titleOf } from './works.ts'

/** An item of a demo account on its chain. */
export interface Hung {
  work: CatalogueItem
  maker: Person
  chainId: number
  item: Item
}

/** Finds a person by account and chain. */
export type FindPerson = (account: string, chainId: number) => Person

/** Two cores handle no more at a time: a longer queue only delays each answer. */
const PEOPLE_AT_ONCE = 4
const CALLS_AT_ONCE = 2
const PAGE = 100

/** What each person has made on each chain, by title: what an earlier start made is not made twice. */
export async function findMade(people: readonly Person[]): Promise<ReadonlyMap<Person, ReadonlyMap<string, Item>>> {
  const made = people.map(async (person) => [person, await findOwn(person)] as const)
  return new Map(await Promise.all(made))
}

async function findOwn({ api, address, chain }: Person): Promise<ReadonlyMap<string, Item>> {
  const own = new Map<string, Item>()
  for (let page = 1; ; page++) {
    const { list, pages } = await api.user.created({ address, chainId: chain.chain.chainId, page, limit: PAGE })
    for (const { metadata, collection, tokenId, standard } of list) {
      const isEdition = standard === TOKEN_STANDARD.ERC1155
      own.set(readMetadata(metadata).name, { collection, tokenId, standard: isEdition ? TOKEN_STANDARD.ERC1155 : TOKEN_STANDARD.ERC721 })
    }
    if (page >= pages) return own
  }
}

/** Makes and offers the works of these collections, each by its artist. */
export async function exhibitItems(
  people: readonly Person[],
  collections: readonly CollectionEntry[],
  { works }: Catalogue,
  acts: Acts,
): Promise<Hung[]> {
  const made = await findMade(people)
  const rooms = people.flatMap((person) => {
    const own = collections.filter(({ owner, chain }) => nameOf(owner) === person.name && chain === person.chain.chain.chainId)
    return own.length > 0 ? [{ person, own, made: made.get(person) ?? new Map() }] : []
  })
  return (await inBatches(rooms, PEOPLE_AT_ONCE, (room) => exhibitOwn(room, works, acts))).flat()
}

type Room = { person: Person; own: readonly CollectionEntry[]; made: ReadonlyMap<string, Item> }

async function exhibitOwn({ person, own, made }: Room, works: readonly CatalogueItem[], acts: Acts): Promise<Hung[]> {
  const addresses = await openCollections(person, own)
  const categories = await person.api.category.list({})
  const entries = works.filter(({ collection }) => addresses.has(collection))
  const hung = await inBatches(entries, CALLS_AT_ONCE, async (work): Promise<Hung[]> => {
    const { address: collection, language } = addresses.get(work.collection) as OwnCollection
    let item = made.get(titleOf(work, language))
    if (!item) acts.forget(`work:${work.slug}`)
    await acts.play(`work:${work.slug}`, async () => {
      if (item) return
      const declared = await declareItem(person, work, { collection, language, categoryId: findCategory(categories, work.category) })
      await mined(person, await sendMint(person, declared))
      item = declared.item
    })
    if (!item) return []
    const { price, payToken, forSale } = work
    const offered = item
    if (price) await acts.play(`sale:${work.slug}`, () => signSale(person, offered, price, { payToken, quantity: BigInt(forSale ?? 1) }))
    return [{ work, maker: person, chainId: person.chain.chain.chainId, item }]
  })
  return hung.flat()
}

type OwnCollection = { address: Address; language: CollectionEntry['language'] }

/** Creates those that the person has not, and approves the market for them all. */
async function openCollections(person: Person, entries: readonly CollectionEntry[]): Promise<Map<string, OwnCollection>> {
  const { api, address, chain } = person
  const there = await api.user.listcontract({ address, chainId: chain.chain.chainId })
  const missing = entries.filter((entry) => !there.some(({ name }) => name === titleOf(entry, entry.language)))
  const sent: Hex[] = []
  for (const entry of missing) sent.push(await sendCollection(person, entry))
  await Promise.all(sent.map((hash) => mined(person, hash)))
  const addresses = await waitForCollections(person, entries)
  for (const each of addresses.values()) await approveCollection(person, each)
  return new Map(entries.map(({ slug, language }) => [slug, { address: toAddress(addresses.get(slug) as Address), language }]))
}

export function findCategory(categories: readonly Category[], name: string): bigint {
  const found = categories.find((category) => category.name === name)
  if (!found) throw new Error(`no category ${name}`)
  return found.id
}

type Purchase = { act: string; buyer: Person; seller: Person; hung: Hung; quantity: bigint }

/** First all accounts buy from the artists, then some resell, then some of those items are bought again. */
export async function tradeItems(hung: readonly Hung[], personOf: FindPerson, acts: Acts): Promise<void> {
  await buyAll(
    hung.flatMap((each) => listPurchases(each, personOf)),
    acts,
  )
  const resold = hung.filter(({ work }) => work.soldTo && work.relistPrice)
  // One wallet sends one transaction after the other.
  const byOwner = Map.groupBy(resold, ({ work, chainId }) => personOf(work.soldTo ?? '', chainId))
  await inBatches([...byOwner], PEOPLE_AT_ONCE, async ([owner, works]) => {
    for (const { work, item } of works) await acts.play(`resale:${work.slug}`, () => waitToList(owner, item, work))
  })
  const again = resold.flatMap((each) => {
    const { soldTo = '', resoldTo, slug } = each.work
    if (!resoldTo) return []
    const [buyer, seller] = [personOf(resoldTo, each.chainId), personOf(soldTo, each.chainId)]
    return [{ act: `buy:${slug}:${resoldTo}`, buyer, seller, hung: each, quantity: 1n }]
  })
  await buyAll(again, acts)
}

const buyersOf = ({ soldTo, buyers = soldTo ? [{ account: soldTo, quantity: 1 }] : [] }: CatalogueItem) => buyers

function listPurchases(hung: Hung, personOf: FindPerson): Purchase[] {
  const seller = personOf(hung.work.artist, hung.chainId)
  return buyersOf(hung.work).map(({ account, quantity }) => {
    const buyer = personOf(account, hung.chainId)
    return { act: `buy:${hung.work.slug}:${account}`, buyer, seller, hung, quantity: BigInt(quantity) }
  })
}

/** All accounts in parallel, each wallet one purchase after the other. */
async function buyAll(purchases: readonly Purchase[], acts: Acts): Promise<void> {
  const byBuyer = Map.groupBy(purchases, ({ buyer }) => buyer)
  const shopping = [...byBuyer].map(async ([buyer, wanted]) => {
    for (const { act, hung, seller, quantity } of wanted) await acts.play(act, () => buyItem(buyer, hung.item, seller.address, quantity))
  })
  await Promise.all(shopping)
}

/** Names of all acts of a work: making, offering, sales and resales. */
export function actsOf(work: CatalogueItem): string[] {
  const { slug, price, soldTo, relistPrice, resoldTo } = work
  return [
    `work:${slug}`,
    ...(price ? [`sale:${slug}`] : []),
    ...buyersOf(work).map(({ account }) => `buy:${slug}:${account}`),
    ...(soldTo && relistPrice ? [`resale:${slug}`] : []),
    ...(soldTo && relistPrice && resoldTo ? [`buy:${slug}:${resoldTo}`] : []),
  ]
}

/** The market accepts a listing, or an auction, once it has indexed the holding. */
export async function untilHeld(person: Person, item: Item): Promise<void> {
  const { chainId } = person.chain.chain
  for (let tries = 0; tries < 100; tries++) {
    const shown = await person.api.nft.detail({ collection: item.collection, tokenId: item.tokenId, chainId })
    if (shown?.onlyOwner === person.address) break
    await sleep(100)
  }
}

async function waitToList(person: Person, item: Item, { relistPrice = '', payToken }: CatalogueItem): Promise<void> {
  await untilHeld(person, item)
  await listItem(person, item, relistPrice, { payToken })
}
