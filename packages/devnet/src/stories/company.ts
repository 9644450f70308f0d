import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Acts } from './acts.ts'
import { inBatches } from './batches.ts'
import type { FindPerson, Hung } from './exhibition.ts'
import { bidFor } from './trading.ts'

/** Followed accounts, by follower. */
export const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  alice: ['zhangwei', 'carol'],
  bob: ['alice', 'zhangwei'],
  carol: ['alice', 'bob', 'dan'],
  dan: ['alice', 'zhangwei'],
  zhangwei: ['alice', 'carol', 'dan'],
  eve: ['alice', 'bob'],
}

/** Likes by account: three items that all others like, some that a few like, and many with one like. */
export const LIKED: Readonly<Record<string, readonly string[]>> = {
  alice: [
    'gold-screen',
    'annals-by-candle',
    'moon-over-nine-bends',
    'plum-first-snow',
    'floor-hound',
    'last-arcade',
    'noodle-bar-two-am',
    'rose-north',
    'drift-114',
    'river-in-snow',
    'caisson-285',
    'marbled-peacock',
    'bread-and-window',
    'papercut-magpies',
    'fish-tank',
  ],
  bob: [
    'gold-screen',
    'annals-by-candle',
    'red-summit',
    'lily-study',
    'floor-hound',
    'night-wheel',
    'signal-ridge',
    'face-monkey-king',
    'floor-labyrinth',
    'attractor-iv',
    'turning-screens',
    'night-ferry',
    'bi-disc-grain',
    'river-in-snow',
    'sky-lanterns',
  ],
  carol: [
    'gold-screen',
    'annals-by-candle',
    'red-summit',
    'lily-study',
    'floor-hound',
    'night-wheel',
    'noodle-bar-two-am',
    'rose-north',
    'bridge-in-rain',
    'isfahan-noon',
    'samarkand-night',
    'sun-bird-disc',
    'pixel-valley',
    'village-first-snow',
    'stele-rubbing',
  ],
  dan: [
    'gold-screen',
    'annals-by-candle',
    'red-summit',
    'lily-study',
    'last-arcade',
    'bridge-in-rain',
    'moon-over-nine-bends',
    'mountains-after-rain',
    'oath-in-the-orchard',
    'mask-of-loyalty',
    'single-blade-ferry',
    'red-hare',
    'plate-three-eight',
    'sunflower-count',
    'pixel-valley',
    'temple-first-snow',
    'incense',
  ],
  zhangwei: [
    'red-summit',
    'floor-hound',
    'last-arcade',
    'night-wheel',
    'rose-north',
    'bridge-in-rain',
    'village-first-snow',
    'guan-gong-pixel',
    'mirror-four-spirits',
    'temple-first-snow',
    'lemons-and-pewter',
    'poplars-in-wind',
    'loom-52',
    'sun-bird-disc',
  ],
  eve: [
    'gold-screen',
    'annals-by-candle',
    'red-summit',
    'lily-study',
    'last-arcade',
    'noodle-bar-two-am',
    'papercut-surplus',
    'window-rain',
    'turning-screens',
    'slow-swell',
    'face-dian-wei',
  ],
}

/** An item, its bidder and the unit price, in dollars where the listing is in dollars; a quantity for an edition. */
export type PlannedBid = readonly [work: string, account: string, price: string, quantity?: bigint]

/** Below the listing price, so that the owner has a choice. Several for the most liked items. */
export const BIDS: readonly PlannedBid[] = [
  ['gold-screen', 'alice', '2.2'],
  ['gold-screen', 'dan', '2.6'],
  ['gold-screen', 'bob', '2.4'],
  ['mountains-after-rain', 'dan', '2'],
  ['mountains-after-rain', 'alice', '1.9'],
  ['night-wheel', 'zhangwei', '1.35'],
  ['night-wheel', 'bob', '1.2'],
  ['sun-bird-disc', 'zhangwei', '1.8'],
  ['oath-in-the-orchard', 'dan', '1.5'],
  ['harbour-in-points', 'zhangwei', '400', 2n],
  ['turning-screens', 'zhangwei', '0.045', 5n],
  ['annals-by-candle', 'carol', '5.1'],
  ['annals-by-candle', 'alice', '4.6'],
  ['annals-by-candle', 'dan', '4.8'],
  ['bi-disc-grain', 'bob', '3.5'],
  ['bi-disc-grain', 'eve', '2.9'],
  ['bridge-in-rain', 'zhangwei', '2.4'],
  ['lemons-and-pewter', 'bob', '1.6'],
  ['moon-over-nine-bends', 'alice', '2.5'],
  ['incense', 'carol', '390'],
  ['incense', 'alice', '370'],
  ['temple-first-snow', 'eve', '0.85'],
  ['papercut-twelve-moons', 'carol', '0.2', 3n],
  ['floor-labyrinth', 'zhangwei', '0.28', 2n],
]

/** Two cores handle no more at a time. */
const PEOPLE_AT_ONCE = 4

/** The demo accounts follow, like and bid. */
export async function keepCompany(hung: readonly Hung[], personOf: FindPerson, acts: Acts): Promise<void> {
  await inBatches(Object.keys(LIKED), PEOPLE_AT_ONCE, (account) =>
    acts.play(`likes:${account}`, () => takeInterest(account, hung, personOf)),
  )
  // One wallet sends one transaction after the other.
  const bids = BIDS.flatMap((bid) => {
    const on = hung.find(({ work }) => work.slug === bid[0])
    return on ? [{ bid, on }] : []
  })
  const byBidder = Map.groupBy(bids, ({ bid: [, account], on }) => personOf(account, on.chainId))
  await inBatches([...byBidder], PEOPLE_AT_ONCE, async ([bidder, planned]) => {
    for (const { bid, on } of planned) {
      const [, , price, quantity = 1n] = bid
      const payToken = on.work.payToken === 'dollar' ? 'dollar' : 'wrapped'
      await acts.play(bidAct(bid), () => bidFor(bidder, on.item, price, { quantity, payToken }))
    }
  })
}

const bidAct = ([work, account]: PlannedBid) => `bid:${work}:${account}`

export const companyActs = (): string[] => [...Object.keys(LIKED).map((account) => `likes:${account}`), ...BIDS.map(bidAct)]

/** Repeating it changes nothing. */
async function takeInterest(account: string, hung: readonly Hung[], personOf: FindPerson): Promise<void> {
  for (const slug of LIKED[account] ?? []) {
    const found = hung.find(({ work }) => work.slug === slug)
    if (!found) continue
    const { chainId, item } = found
    const { collection, tokenId } = item
    await personOf(account, chainId).api.like.add({ collection, tokenId, chainId })
  }
  for (const followed of FOLLOWED[account] ?? []) {
    const { api } = personOf(account, LOCAL_CHAIN_ID)
    await api.follow.add({ address: personOf(followed, LOCAL_CHAIN_ID).address })
  }
}
