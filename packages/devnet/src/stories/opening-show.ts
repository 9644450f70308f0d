import { createClient, readMetadata } from '@plinth/api'
import { holdAuctions } from './auction-night.ts'
import { keepCompany } from './company.ts'
import { exhibitItems, type FindPerson, type Hung, tradeItems } from './exhibition.ts'
import { onChain, type Person, signIn } from './person.ts'
import type { Story, StoryContext, StoryEnd } from './story.ts'
import { type Catalogue, nameOf, readCatalogue, readMedia } from './works.ts'

/**
 * The demo accounts fill in their profiles, create collections and items on every chain, trade the first of them, like
 * some and bid for some.
 */
export const openingShow: Story = {
  title: 'Hanging the opening show…',
  play: async (context) => {
    const catalogue = readCatalogue()
    const people = await gather(context, catalogue)
    const hung = await exhibitItems(people, catalogue)
    context.log(`  ${hung.length} works by ${new Set(hung.map(({ work }) => work.artist)).size} artists on ${context.chains.length} chains`)
    const personOf = finderOf(people)
    const sales = await tradeItems(hung, personOf)
    const { follows, likes, bids } = await keepCompany(hung, personOf)
    context.log(`  ${sales} sales, ${bids} bids, ${likes} likes, ${follows} follows`)
    const auctions = await holdAuctions(hung, personOf)
    context.log(`  ${auctions.count} auctions`)
    return { end: await hangUp(context, catalogue, hung), finish: auctions.settle }
  },
}

/** Each account once per chain. */
async function gather({ apiUrl, chains }: StoryContext, { profiles }: Catalogue): Promise<Person[]> {
  const [first, ...others] = chains
  if (!first) throw new Error('the stories need a local chain')
  const introduced = profiles.map(async ({ account, nickname, brief, avatar }) => {
    const person = await signIn(nameOf(account), apiUrl, first)
    const picture = await person.api.storage.upload({}, { files: [readMedia(avatar.file)] })
    await person.api.user.setprofile({ nickname, brief, avatar: picture.url })
    return [person, ...others.map((chain) => onChain(person, chain))]
  })
  return (await Promise.all(introduced)).flat()
}

function finderOf(people: readonly Person[]): FindPerson {
  return (account, chainId) => {
    const found = people.find((person) => person.name === nameOf(account) && person.chain.chain.chainId === chainId)
    if (!found) throw new Error(`${account} has no wallet on chain ${chainId}`)
    return found
  }
}

/** The operator's part: items become banners, with their own images. */
async function hangUp({ apiUrl }: StoryContext, { banners, announcements }: Catalogue, hung: readonly Hung[]): Promise<StoryEnd> {
  const guest = createClient({ baseUrl: apiUrl })
  const pictures = banners.map(async ({ work, titleEn, titleZh, textEn, textZh }) => {
    const found = hung.find((each) => each.work.slug === work)
    const { chainId, item } = found ?? {}
    const shown = item && (await guest.nft.detail({ collection: item.collection, tokenId: item.tokenId, chainId }))
    if (!shown || chainId === undefined) throw new Error(`a banner names ${work}, which nobody made`)
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
    banners: await Promise.all(pictures),
    announcements: announcements.map(({ lang, tittle, content }) => ({ lang, title: tittle, content })),
  }
}
