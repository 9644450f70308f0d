import { setTimeout as sleep } from 'node:timers/promises'
import type { Category } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'
import { inBatches } from './batches.ts'
import { type DeclaredItem, declareItem, type Item, sendCollection, sendMint, waitForCollections } from './making.ts'
import { mined, type Person } from './person.ts'
import { approveCollection, buyItem, listItem, signSale } from './trading.ts'
import { type Catalogue, type CatalogueItem, type CollectionEntry, nameOf } from './works.ts'

/** An item of a demo account on its chain. */
export interface Hung {
  work: CatalogueItem
  chainId: number
  item: Item
}

/** Two cores handle no more at a time: a longer queue only delays each answer. */
const PEOPLE_AT_ONCE = 4
const CALLS_AT_ONCE = 2

/** Mints all items of all accounts on every chain. */
export async function exhibitItems(people: readonly Person[], catalogue: Catalogue): Promise<Hung[]> {
  return (await inBatches(people, PEOPLE_AT_ONCE, (person) => exhibitOwnItems(person, catalogue))).flat()
}

/** One wallet sends its transactions in sequence, but waits for them together. */
async function exhibitOwnItems(person: Person, { collections, works }: Catalogue): Promise<Hung[]> {
  const { chainId } = person.chain.chain
  const own = collections.filter(({ owner, chain }) => nameOf(owner) === person.name && chain === chainId)
  if (own.length === 0) return []
  const addresses = await createCollections(person, own)
  const categories = await person.api.category.list({})
  const entries = works.filter(({ collection }) => addresses.has(collection))
  const declared = await inBatches(entries, CALLS_AT_ONCE, (work) => {
    const { address: collection, language } = addresses.get(work.collection) as OwnCollection
    return declareItem(person, work, { collection, language, categoryId: findCategory(categories, work.category) })
  })
  await mintAll(person, declared)
  const hung = entries.map((work, at) => ({ work, chainId, item: (declared[at] as DeclaredItem).item }))
  for (const { address } of addresses.values()) await approveCollection(person, address)
  await inBatches(hung, CALLS_AT_ONCE, ({ work, item }) => offer(person, work, item))
  return hung
}

type OwnCollection = { address: Address; language: CollectionEntry['language'] }

async function createCollections(person: Person, entries: readonly CollectionEntry[]): Promise<Map<string, OwnCollection>> {
  const sent: Hex[] = []
  for (const entry of entries) sent.push(await sendCollection(person, entry))
  await Promise.all(sent.map((hash) => mined(person, hash)))
  const addresses = await waitForCollections(person, entries)
  return new Map(entries.map(({ slug, language }) => [slug, { address: addresses.get(slug) as Address, language }]))
}

async function mintAll(person: Person, declared: readonly DeclaredItem[]): Promise<void> {
  const sent: Hex[] = []
  for (const work of declared) sent.push(await sendMint(person, work))
  await Promise.all(sent.map((hash) => mined(person, hash)))
}

async function offer(person: Person, { price, payToken, forSale }: CatalogueItem, item: Item): Promise<void> {
  if (price) await signSale(person, item, price, { payToken, quantity: BigInt(forSale ?? 1) })
}

function findCategory(categories: readonly Category[], name: string): bigint {
  const found = categories.find((category) => category.name === name)
  if (!found) throw new Error(`no category ${name}`)
  return found.id
}

/** Finds a person by account and chain. */
export type FindPerson = (account: string, chainId: number) => Person

type Purchase = { buyer: Person; seller: Person; hung: Hung; quantity: bigint }

/**
 * First all accounts buy from the artists, then some resell, then some of those items are bought again. Returns the
 * number of sales.
 */
export async function tradeItems(hung: readonly Hung[], personOf: FindPerson): Promise<number> {
  const first = hung.flatMap((each) => listPurchases(each, personOf))
  await buyAll(first)
  const resold = hung.filter(({ work }) => work.soldTo && work.relistPrice)
  // One wallet sends one transaction after the other.
  const byOwner = Map.groupBy(resold, ({ work, chainId }) => personOf(work.soldTo ?? '', chainId))
  await inBatches([...byOwner], PEOPLE_AT_ONCE, async ([owner, works]) => {
    for (const { work, item } of works) await waitToList(owner, item, work)
  })
  const again = resold.flatMap((each) => {
    const { soldTo = '', resoldTo } = each.work
    return resoldTo ? [{ buyer: personOf(resoldTo, each.chainId), seller: personOf(soldTo, each.chainId), hung: each, quantity: 1n }] : []
  })
  await buyAll(again)
  return first.length + again.length
}

function listPurchases(hung: Hung, personOf: FindPerson): Purchase[] {
  const { artist, soldTo, buyers = soldTo ? [{ account: soldTo, quantity: 1 }] : [] } = hung.work
  const seller = personOf(artist, hung.chainId)
  return buyers.map(({ account, quantity }) => ({ buyer: personOf(account, hung.chainId), seller, hung, quantity: BigInt(quantity) }))
}

/** All accounts in parallel, each wallet one purchase after the other. */
async function buyAll(purchases: readonly Purchase[]): Promise<void> {
  const byBuyer = Map.groupBy(purchases, ({ buyer }) => buyer)
  const shopping = [...byBuyer].map(async ([buyer, wanted]) => {
    for (const { hung, seller, quantity } of wanted) await buyItem(buyer, hung.item, seller.address, quantity)
  })
  await Promise.all(shopping)
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
