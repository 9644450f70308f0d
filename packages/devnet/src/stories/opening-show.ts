import { type Category, createClient, readMetadata } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { buyItem, createCollection, type Item, listItem, mintWork } from './acts.ts'
import { type Person, signIn } from './person.ts'
import type { Story, StoryContext, StoryEnd } from './story.ts'
import { type Catalogue, nameOf, readCatalogue, readMedia, type WorkEntry } from './works.ts'

/** The demo people introduce themselves, make their collections and works, and trade the first of them. */
export const openingShow: Story = {
  title: 'Hanging the opening show…',
  tell: async (context) => {
    const catalogue = readCatalogue()
    const people = await gather(context, catalogue)
    const works = await Promise.all([...people.values()].map((person) => makeWorks(context, person, catalogue)))
    const items = new Map(works.flatMap((made) => [...made]))
    await tradeWorks(context, people, catalogue, items)
    return hangUp(context, catalogue, items)
  },
}

type People = Map<string, Person>

async function gather({ apiUrl, chains }: StoryContext, { profiles }: Catalogue): Promise<People> {
  const chain = chains[0]
  if (!chain) throw new Error('the stories need a local chain')
  const people: People = new Map()
  for (const { account, nickname, brief, avatar } of profiles) {
    const person = await signIn(nameOf(account), apiUrl, chain)
    const picture = await person.api.storage.upload({}, { files: [readMedia(avatar.file)] })
    await person.api.user.setprofile({ nickname, brief, avatar: picture.url })
    people.set(account, person)
  }
  return people
}

/** Everybody works at the same time, each in his own order: one wallet sends one transaction after the other. */
async function makeWorks(context: StoryContext, person: Person, { collections, works }: Catalogue): Promise<Map<string, Item>> {
  const categories = await person.api.category.list({})
  const addresses = new Map<string, Address>()
  for (const entry of collections.filter(({ owner }) => nameOf(owner) === person.name))
    addresses.set(entry.slug, await createCollection(person, entry))
  const items = new Map<string, Item>()
  for (const work of works.filter(({ artist }) => nameOf(artist) === person.name)) {
    const collection = addresses.get(work.collection)
    if (!collection) throw new Error(`${work.slug}: ${person.name} has no collection ${work.collection}`)
    const item = await mintWork(person, work, collection, findCategory(categories, work.category))
    if (work.price) await listItem(person, item, work.price)
    items.set(work.slug, item)
  }
  if (items.size > 0) context.log(`  ${person.name} hung ${items.size} works`)
  return items
}

function findCategory(categories: readonly Category[], name: string): bigint {
  const found = categories.find((category) => category.name === name)
  if (!found) throw new Error(`no category ${name}`)
  return found.id
}

async function tradeWorks(context: StoryContext, people: People, { works }: Catalogue, items: Map<string, Item>): Promise<void> {
  const sold = works.filter((work): work is WorkEntry & { soldTo: string } => work.soldTo !== undefined)
  for (const work of sold) {
    const [seller, buyer, item] = [people.get(work.artist), people.get(work.soldTo), items.get(work.slug)]
    if (!seller || !buyer || !item) throw new Error(`${work.slug}: somebody of its sale is missing`)
    await buyItem(buyer, item, seller.address)
    if (work.relistPrice) await waitToList(buyer, item, work.relistPrice)
  }
  context.log(`  ${sold.length} works changed hands`)
}

/** The market takes a listing once it has seen who holds the item. */
async function waitToList(person: Person, item: Item, price: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const shown = await person.api.nft.detail(item)
    if (shown?.onlyOwner === person.address || tries === 100) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await listItem(person, item, price)
}

/** The operator's part: works that were made become banners, with their own pictures. */
async function hangUp(
  { apiUrl, chains }: StoryContext,
  { banners, announcements }: Catalogue,
  items: Map<string, Item>,
): Promise<StoryEnd> {
  const chainId = chains[0]?.chain.chainId ?? 0
  const guest = createClient({ baseUrl: apiUrl })
  const hung = banners.map(async ({ work, titleEn, titleZh, textEn, textZh }) => {
    const item = items.get(work)
    const shown = item && (await guest.nft.detail({ ...item, chainId }))
    if (!shown) throw new Error(`a banner names ${work}, which nobody made`)
    return {
      chainId,
      address: shown.collection,
      tokenId: shown.tokenId.toString(),
      image: readMetadata(shown.metadata).image,
      title: { en: titleEn, zh: titleZh },
      text: { en: textEn, zh: textZh },
    }
  })
  return {
    banners: await Promise.all(hung),
    announcements: announcements.map(({ lang, tittle, content }) => ({ lang, title: tittle, content })),
  }
}
