import { type AuctionTerms, bidAtAuction, startAuction } from './auctioning.ts'
import { type FindPerson, type Hung, untilHeld } from './exhibition.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** Time enough for its bids on the slowest machine; over by the time somebody has looked around. */
const SHORT_S = 90

type PlannedAuction = Omit<AuctionTerms, 'startTime' | 'endTime'> & {
  readonly work: string
  readonly owner: string
  /** Seconds from the chain's now on. */
  readonly startsIn: number
  readonly endsIn: number
  /** Accounts and totals. */
  readonly bids: readonly (readonly [string, string])[]
}

/** One to come, one that nobody has bid on, one with bids, one whose lowest price nobody has reached yet, one that is over and waits for its owner. */
const AUCTIONS: readonly PlannedAuction[] = [
  {
    ...{ work: 'tone-poem-iii', owner: 'alice', startPrice: '0.2', lowest: '0.2', step: '0.02', dividendPercent: 5 },
    ...{ startsIn: DAY, endsIn: 4 * DAY, bids: [] },
  },
  {
    ...{ work: 'drums-before-the-mask', owner: 'zhangwei', startPrice: '0.4', lowest: '0.5', step: '0.05', dividendPercent: 10 },
    ...{ startsIn: 0, endsIn: 3 * DAY, bids: [] },
  },
  {
    ...{ work: 'stele-rubbing', owner: 'dan', startPrice: '0.3', lowest: '0.3', step: '0.05', dividendPercent: 0 },
    ...{ startsIn: 0, endsIn: SHORT_S, bids: [['zhangwei', '0.35']] },
  },
  {
    ...{ work: 'night-watch', owner: 'dan', startPrice: '1', lowest: '1.5', step: '0.1', dividendPercent: 15 },
    ...{ startsIn: 0, endsIn: 20 * HOUR, bids: [['alice', '1.1']] },
  },
  {
    ...{ work: 'plum-first-snow', owner: 'zhangwei', startPrice: '0.5', lowest: '0.6', step: '0.05', dividendPercent: 10 },
    startsIn: 0,
    endsIn: 2 * DAY,
    bids: [
      ['dan', '0.6'],
      ['alice', '0.75'],
    ],
  },
]

/** All at the same time: on one chain nobody bids at two of them. Answers how many there are. */
export async function holdAuctions(hung: readonly Hung[], personOf: FindPerson): Promise<number> {
  await Promise.all(AUCTIONS.map((plan) => holdAuction(plan, hung, personOf)))
  return AUCTIONS.length
}

async function holdAuction(plan: PlannedAuction, hung: readonly Hung[], personOf: FindPerson): Promise<void> {
  const { work, startsIn, endsIn, bids, ...terms } = plan
  const found = hung.find((each) => each.work.slug === work)
  if (!found) throw new Error(`an auction names ${work}, which nobody made`)
  const { item, chainId } = found
  const owner = personOf(plan.owner, chainId)
  await untilHeld(owner, item)
  const now = Number((await owner.wallet.getBlock()).timestamp)
  const auction = await startAuction(owner, item, { ...terms, startTime: now + startsIn, endTime: now + endsIn })
  for (const [account, total] of bids) await bidAtAuction(personOf(account, chainId), auction, total)
}
