import { type Banner, readMetadata } from '@plinth/api'
import { callRpc } from '../rpc.ts'
import { Acts, type ActsOptions } from './acts.ts'
import { auctionActs, holdAuctions, holdOne, settleFirst } from './auction-night.ts'
import { companyActs, keepCompany } from './company.ts'
import { driftActs, hangRestOfDrift, playDriftHistory } from './drift.ts'
import { DRIFT_ARTIST } from './drift-plan.ts'
import { actsOf, exhibitItems, type FindPerson, findMade, type Hung, tradeItems } from './exhibition.ts'
import { makeOffers, offerActs } from './offering.ts'
import { onChain, type Person, type StoryChain, signIn } from './person.ts'
import { type Catalogue, nameOf, readCatalogue, readMedia } from './works.ts'

export { Acts, type Progress } from './acts.ts'
export type { StoryChain } from './person.ts'

/** The demo accounts act through the same calls and contracts that a visitor uses. */
export interface DemoStage {
  /** Where the running server answers, without a trailing slash. */
  readonly apiUrl: string
  readonly chains: readonly StoryChain[]
  readonly acts: Acts
}

/** What the operator of the server does for the demo. */
export interface DemoOperator {
  /** Names of all boxes, and those that stand there when the site opens. */
  readonly boxes: readonly string[]
  readonly firstBoxes: readonly string[]
  /** Resolves once the market has read the block. */
  waitForBlock(chainId: number, number: bigint): Promise<void>
  /** Some of the people open it: a second wallet of theirs would take nonces that the first one has taken. */
  offerBox(name: string, people: readonly Person[]): Promise<void>
  hangBanner(banner: Banner): Promise<void>
  announce(announcement: { lang: 'en' | 'zh'; title: string; content: string }): Promise<void>
}

/** Collections and an auction that a visitor finds when the site opens, beside the series Drift. */
const FIRST_ROOMS: readonly string[] = ['lord-guan', 'hundred-views']
const FIRST_AUCTION = 'night-watch'

/** Of a new or an unfinished demo. */
export function demoActs(options: Omit<ActsOptions, 'planned'>, { boxes }: Pick<DemoOperator, 'boxes'>): Acts {
  return new Acts({ ...options, planned: planned(readCatalogue(), boxes) })
}

/** In the order of the plan, not of the play. */
function planned({ profiles, works, banners, announcements }: Catalogue, boxes: readonly string[]): string[] {
  return [
    ...profiles.map(({ account }) => profileAct(account)),
    ...works.flatMap(actsOf),
    ...driftActs(),
    ...companyActs(),
    ...auctionActs(),
    ...offerActs(),
    ...boxes.map(boxAct),
    ...banners.map(bannerAct),
    ...announcements.map((_, at) => announcementAct(at)),
  ]
}

const profileAct = (account: string) => `profile:${account}`
const boxAct = (name: string) => `box:${name}`
const bannerAct = ({ work }: { work: string }) => `banner:${work}`
const announcementAct = (at: number) => `announcement:${at + 1}`

/**
 * Before the site opens: three weeks of the series Drift on the first chain, until its clock is that of today; meanwhile the first
 * rooms, an auction and a box on the second. @throws Error of the first act that fails: without these the site does not open
 */
export async function playFirstActs(stage: DemoStage, operator: DemoOperator): Promise<void> {
  const { acts } = stage
  const catalogue = readCatalogue()
  const people = await gather(stage, catalogue)
  const personOf = finderOf(people)
  const openRooms = async () => {
    const rooms = catalogue.collections.filter(({ slug }) => FIRST_ROOMS.includes(slug))
    const hung = await exhibitItems(people, rooms, catalogue, acts)
    await tradeItems(
      hung.filter(({ work }) => work.slug === FIRST_AUCTION),
      personOf,
      acts,
    )
    await holdOne(FIRST_AUCTION, hung, personOf, acts)
    for (const name of operator.firstBoxes) await acts.play(boxAct(name), () => operator.offerBox(name, people))
    await hangBanners(stage, operator, catalogue, hung)
  }
  await Promise.all([playDriftHistory(personOf, operator), openRooms()])
  if (acts.progress.failed > 0) throw new Error('The first works could not be hung.')
}

/** The rest, while the site is open. Failures are printed and counted by the acts. */
export async function playOtherActs(stage: DemoStage, operator: DemoOperator): Promise<void> {
  const { acts } = stage
  const catalogue = readCatalogue()
  const people = await gather(stage, catalogue)
  const personOf = finderOf(people)
  // What the last start did just before its stop is known once it is read.
  await Promise.all(stage.chains.map(({ chain }) => untilAllRead(chain, operator)))
  const hangDrift = async () => {
    const [artist] = people.filter(({ name }) => name === nameOf(DRIFT_ARTIST))
    const made = artist && (await findMade([artist])).get(artist)
    await hangRestOfDrift(personOf, acts, made ?? new Map())
  }
  const show = async () => {
    const hung = await exhibitItems(people, catalogue.collections, catalogue, acts)
    await hangBanners(stage, operator, catalogue, hung)
    for (const [at, { lang, tittle: title, content }] of catalogue.announcements.entries())
      await acts.play(announcementAct(at), () => operator.announce({ lang, title, content }))
    // A bid sets the allowance of its money: bids come after all purchases in it.
    const trade = async () => {
      await tradeItems(hung, personOf, acts)
      await keepCompany(hung, personOf, acts)
      await holdAuctions(hung, personOf, acts)
      await settleFirst(hung, personOf, acts)
    }
    const offerBoxes = async () => {
      for (const name of operator.boxes) await acts.play(boxAct(name), () => operator.offerBox(name, people))
    }
    await Promise.all([trade(), offerBoxes()])
  }
  await Promise.all([hangDrift(), show()])
  await Promise.all(stage.chains.map(({ chain }) => untilAllRead(chain, operator)))
  await makeOffers(personOf, acts)
}

async function untilAllRead({ chainId, rpcUrl }: StoryChain['chain'], { waitForBlock }: DemoOperator): Promise<void> {
  await waitForBlock(chainId, BigInt(await callRpc<string>(rpcUrl, 'eth_blockNumber')))
}

/** Each account once per chain, with its profile. */
async function gather({ apiUrl, chains, acts }: DemoStage, { profiles }: Catalogue): Promise<Person[]> {
  const [first, ...others] = chains
  if (!first) throw new Error('the demo needs a local chain')
  const introduced = profiles.map(async ({ account, nickname, brief, avatar }) => {
    const person = await signIn(nameOf(account), apiUrl, first)
    await acts.play(profileAct(account), async () => {
      const picture = await person.api.storage.upload({}, { files: [readMedia(avatar.file)] })
      await person.api.user.setprofile({ nickname, brief, avatar: picture.url })
    })
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

/** Works become banners, with their own images, as soon as they hang. */
async function hangBanners(
  { acts, chains }: DemoStage,
  operator: DemoOperator,
  { banners }: Catalogue,
  hung: readonly Hung[],
): Promise<void> {
  await Promise.all(chains.map(({ chain }) => untilAllRead(chain, operator)))
  for (const banner of banners) {
    const found = hung.find(({ work }) => work.slug === banner.work)
    if (found) await acts.play(bannerAct(banner), () => hangBanner(operator, banner, found))
  }
}

async function hangBanner(operator: DemoOperator, banner: Catalogue['banners'][number], { maker, chainId, item }: Hung): Promise<void> {
  const { collection, tokenId } = item
  const shown = await maker.api.nft.detail({ collection, tokenId, chainId })
  if (!shown) throw new Error(`the market does not show ${banner.work}`)
  await operator.hangBanner({
    chainId,
    address: collection,
    tokenId: tokenId.toString(),
    image: readMetadata(shown.metadata).image.replace(/^ipfs:\/\//, '/ipfs/'),
    title: { en: banner.titleEn, zh: banner.titleZh },
    text: { en: banner.textEn, zh: banner.textZh },
  })
}
