import { setTimeout as sleep } from 'node:timers/promises'
import type { AuctionRecord } from '@plinth/api'
import type { Acts } from './acts.ts'
import { type AuctionTerms, bidAtAuction, settleAuction, startAuction } from './auctioning.ts'
import { type FindPerson, type Hung, untilHeld } from './exhibition.ts'
import type { Person } from './person.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** Long enough for its bids on the slowest machine; ends soon after a visitor has arrived. */
const SHORT_S = 90

type PlannedAuction = Omit<AuctionTerms, 'startTime' | 'endTime'> & {
  readonly work: string
  readonly owner: string
  /** Seconds from the chain's present time. */
  readonly startsIn: number
  readonly endsIn: number
  /** Accounts and totals. */
  readonly bids: readonly (readonly [string, string])[]
}

/** One upcoming, one without bids, one with bids, one below its reserve, one that is over and awaits its owner. */
const AUCTIONS: readonly PlannedAuction[] = [
  {
    work: 'tone-poem-iii',
    owner: 'alice',
    startPrice: '0.2',
    lowest: '0.2',
    step: '0.02',
    dividendPercent: 5,
    startsIn: DAY,
    endsIn: 4 * DAY,
    bids: [],
  },
  {
    work: 'drums-before-the-mask',
    owner: 'zhangwei',
    startPrice: '0.4',
    lowest: '0.5',
    step: '0.05',
    dividendPercent: 10,
    startsIn: 0,
    endsIn: 3 * DAY,
    bids: [],
  },
  {
    work: 'stele-rubbing',
    owner: 'dan',
    startPrice: '0.3',
    lowest: '0.3',
    step: '0.05',
    dividendPercent: 0,
    startsIn: 0,
    endsIn: SHORT_S,
    bids: [['zhangwei', '0.35']],
  },
  {
    work: 'night-watch',
    owner: 'dan',
    startPrice: '1',
    lowest: '1.5',
    step: '0.1',
    dividendPercent: 15,
    startsIn: 0,
    endsIn: 20 * HOUR,
    bids: [['alice', '1.1']],
  },
  {
    work: 'plum-first-snow',
    owner: 'zhangwei',
    startPrice: '0.5',
    lowest: '0.6',
    step: '0.05',
    dividendPercent: 10,
    extendsBy: 10,
    buyNow: '4',
    startsIn: 0,
    endsIn: 2 * DAY,
    bids: [
      ['dan', '0.6'],
      ['alice', '0.75'],
    ],
  },
]

/** Settled before the first visit, its dividends paid to the two losing bidders. */
const SETTLED: Omit<PlannedAuction, 'endsIn'> = {
  work: 'attractor-iv',
  owner: 'carol',
  startPrice: '0.4',
  lowest: '0.5',
  step: '0.1',
  dividendPercent: 10,
  startsIn: 0,
  bids: [
    ['dan', '0.5'],
    ['alice', '0.6'],
    ['zhangwei', '0.8'],
  ],
}
const SETTLED_LEAST_S = 10
/** Its bids come in sequence, the others' in parallel with other work: this factor leaves enough time. */
const SETTLED_TIMES = 3
const OVER_TRIES = 1_500
const OVER_WAIT_MS = 200

const auctionAct = ({ work }: Pick<PlannedAuction, 'work'>) => `auction:${work}`
const SETTLEMENT = `settlement:${SETTLED.work}`

export const auctionActs = (): string[] => [...AUCTIONS.map(auctionAct), auctionAct(SETTLED), SETTLEMENT]

/**
 * Runs those of these works in parallel, since no account bids at two of them on one chain; the one that is settled comes last, as
 * its bidders bid at the others too.
 */
export async function holdAuctions(hung: readonly Hung[], personOf: FindPerson, acts: Acts): Promise<void> {
  const began = performance.now()
  await Promise.all(AUCTIONS.map((plan) => acts.play(auctionAct(plan), () => holdAuction(plan, hung, personOf))))
  const tookS = Math.ceil((performance.now() - began) / 1_000)
  const endsIn = Math.max(SETTLED_LEAST_S, SETTLED_TIMES * tookS)
  await acts.play(auctionAct(SETTLED), () => holdAuction({ ...SETTLED, endsIn }, hung, personOf))
}

/** The auction that is over before all others, once it is: it pays its dividends. */
export function settleFirst(hung: readonly Hung[], personOf: FindPerson, acts: Acts): Promise<boolean> {
  return acts.play(SETTLEMENT, async () => {
    const { item, chainId } = findWork(SETTLED.work, hung)
    const owner = personOf(SETTLED.owner, chainId)
    const { collection, tokenId } = item
    const auction = await owner.api.auction.get({ collection, tokenId, owner: owner.address, chainId })
    await untilOver(owner, auction, acts)
    await settleAuction(owner, auction)
  })
}

/** One auction before the others. */
export function holdOne(slug: string, hung: readonly Hung[], personOf: FindPerson, acts: Acts): Promise<boolean> {
  const plan = AUCTIONS.find(({ work }) => work === slug)
  if (!plan) throw new Error(`no auction of ${slug} is planned`)
  return acts.play(auctionAct(plan), () => holdAuction(plan, hung, personOf))
}

function findWork(slug: string, hung: readonly Hung[]): Hung {
  const found = hung.find((each) => each.work.slug === slug)
  if (!found) throw new Error(`an auction names ${slug}, which nobody made`)
  return found
}

async function holdAuction(plan: PlannedAuction, hung: readonly Hung[], personOf: FindPerson): Promise<void> {
  const { work, startsIn, endsIn, bids, ...terms } = plan
  const { item, chainId } = findWork(work, hung)
  const owner = personOf(plan.owner, chainId)
  await untilHeld(owner, item)
  const now = Number((await owner.wallet.getBlock()).timestamp)
  const auction = await startAuction(owner, item, { ...terms, startTime: now + startsIn, endTime: now + endsIn })
  for (const [account, total] of bids) await bidAtAuction(personOf(account, chainId), auction, total)
}

/** Waits by the clocks of the chain and of the market. If they stop, the settlement reports the error. */
async function untilOver({ wallet, api }: Person, { endTime, chainId }: AuctionRecord, acts: Acts): Promise<void> {
  for (let tries = 0; tries < OVER_TRIES; tries++) {
    if (acts.isStopping) throw new Error('the market stops')
    const [{ timestamp }, { now }] = await Promise.all([wallet.getBlock(), api.config.fetch({ chainId })])
    if (timestamp >= BigInt(endTime) && now >= endTime) return
    await sleep(OVER_WAIT_MS)
  }
}
