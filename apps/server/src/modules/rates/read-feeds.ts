import { AppError } from '@plinth/api'
import { type Address, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi, priceFeedAbi } from '@plinth/protocol/abi'
import type { PublicClient } from 'viem'
import { type Chain, clientOf } from '../../chain/chain.ts'
import { isNodeFault } from '../../chain/node-fault.ts'
import { isRevert } from '../../chain/revert.ts'
import type { FeedConfig } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../../db/database.ts'
import { endRates, type Money, putRate } from '../../state/rates/store.ts'
import { type Before, isSequencerUp, type Judged, judgeRound, type Round } from './judge.ts'

/** What a feed's rate is of. */
export const moneyOfFeed = (feed: FeedConfig): Money => ('token' in feed ? feed.token : feed.currency)

/**
 * Reads every feed of a chain. One that can't be read costs no other its turn; while no node answers, what is known holds until
 * its heartbeat is over. @throws AppError CHAIN_UNREACHABLE
 */
export async function readFeeds(context: Context, chain: Chain): Promise<void> {
  const feeds = chain.config.feeds ?? []
  await forgetOthers(context, chain, feeds)
  if (feeds.length === 0) return
  const wrapped = await wrappedCoinOf(chain)
  const results = await Promise.allSettled(feeds.map((feed) => readFeed(context, chain, feed, wrapped)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Round, clock and sequencer, all as one node sees them. */
type Seen = { readonly now: number; readonly round: Round | undefined; readonly isUp: boolean }

async function readFeed(context: Context, chain: Chain, feed: FeedConfig, wrapped: Address | undefined): Promise<void> {
  const seen = await onOneNode(chain, async (client) => {
    const now = Math.max(Number((await client.getBlock()).timestamp), chain.now())
    return { now, isUp: await isChainUp(client, chain, now), round: await orUnreadable(readRound(client, feed.address)) }
  })
  const money = moneyOfFeed(feed)
  await transact(context.db, async (tx) => {
    const before = await findBefore(tx, chain.id, feed)
    const judged = judge(seen, before, feed)
    await keepReading(tx, chain.id, feed, { before, judged, seen })
    const aliases = money === ZERO_ADDRESS && wrapped && !isConfigured(chain, wrapped) ? [money, wrapped] : [money]
    for (const alias of aliases) await keepRate(tx, chain.id, alias, feed, { judged, seen })
  })
}

function judge({ round, isUp, now }: Seen, before: Before, { heartbeatS }: FeedConfig): Judged {
  if (!isUp) return { fault: 'sequencer' }
  return round ? judgeRound(round, before, { now, heartbeatS }) : { fault: 'unreadable' }
}

type Outcome = { readonly judged: Judged; readonly seen: Seen }

async function keepRate(tx: Tx, chainId: number, money: Money, feed: FeedConfig, { judged, seen }: Outcome): Promise<void> {
  const { rate } = judged
  // What was worth something a second ago was worth it: the end is before the reading.
  if (!rate || !seen.round) return endRates(tx, chainId, money, seen.now - 1)
  const since = Number(seen.round.updatedAt)
  const span = { since, until: since + feed.heartbeatS }
  await putRate(tx, { chain_id: chainId, money, ...span, source: 'feed', currency: 'USD', ...rate, round: seen.round.id })
}

async function keepReading(
  tx: Tx,
  chainId: number,
  feed: FeedConfig,
  { before, judged, seen }: Outcome & { readonly before: Before },
): Promise<void> {
  const counted = judged.rate ?? before.counted
  const held = judged.rate ? undefined : (judged.held ?? before.held)
  const row = {
    address: bytes(feed.address),
    read_at: seen.now,
    fault: judged.fault ?? null,
    answer: counted?.answer ?? null,
    decimals: counted?.decimals ?? null,
    round: judged.rate && seen.round ? seen.round.id : null,
    held_answer: held?.answer ?? null,
    held_decimals: held?.decimals ?? null,
    held_round: held?.round ?? null,
  }
  await tx
    .insertInto('feed')
    .values({ chain_id: chainId, money: moneyOfFeed(feed), ...row })
    .onConflict((conflict) => conflict.columns(['chain_id', 'money']).doUpdateSet(row))
    .execute()
}

/** Another contract of the same money begins without a past. */
async function findBefore(tx: Tx, chainId: number, feed: FeedConfig): Promise<Before> {
  const row = await tx
    .selectFrom('feed')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('money', '=', moneyOfFeed(feed))
    .where('address', '=', bytes(feed.address))
    .executeTakeFirst()
  const { answer = null, decimals = null, held_answer = null, held_decimals = null, held_round = null } = row ?? {}
  return {
    counted: answer === null || decimals === null ? undefined : { answer, decimals },
    held:
      held_answer === null || held_decimals === null || held_round === null
        ? undefined
        : { answer: held_answer, decimals: held_decimals, round: held_round },
  }
}

async function readRound(client: PublicClient, address: Address): Promise<Round> {
  const read = { address, abi: priceFeedAbi } as const
  const [decimals, [id, answer, , updatedAt]] = await Promise.all([
    client.readContract({ ...read, functionName: 'decimals' }),
    client.readContract({ ...read, functionName: 'latestRoundData' }),
  ])
  return { id, answer, updatedAt, decimals }
}

async function isChainUp(client: PublicClient, chain: Chain, now: number): Promise<boolean> {
  const { sequencerFeed: feed } = chain.config
  if (!feed) return true
  const read = client.readContract({ address: feed.address, abi: priceFeedAbi, functionName: 'latestRoundData' })
  const round = await orUnreadable(read)
  return round !== undefined && isSequencerUp(round[1], round[2], { now, graceS: feed.graceS })
}

/** Undefined for what the contract refuses or answers in another form. @throws NodeFault */
async function orUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}

async function onOneNode<T>(chain: Chain, work: (client: PublicClient) => Promise<T>): Promise<T> {
  try {
    return await chain.pool.withNode((node) => work(clientOf(chain.config, node)))
  } catch (error) {
    throw isNodeFault(error) ? new AppError('CHAIN_UNREACHABLE', {}, { cause: error }) : error
  }
}

const isConfigured = (chain: Chain, money: Money): boolean => (chain.config.feeds ?? []).some((feed) => moneyOfFeed(feed) === money)

/** The coin as an ERC20, as the exchange names it; undefined where it knows none. */
export async function wrappedCoinOf(chain: Chain): Promise<Address | undefined> {
  const address = chain.config.contracts.exchange
  const reading = chain.read((node) => node.readContract({ address, abi: exchangeAbi, functionName: 'wrappedCoin' }))
  const wrapped = await orUnreadable(reading)
  return wrapped === undefined || wrapped === ZERO_ADDRESS ? undefined : toAddress(wrapped)
}

/** Rates of feeds that the configuration names no more. */
async function forgetOthers({ db, clock }: Context, chain: Chain, feeds: readonly FeedConfig[]): Promise<void> {
  const rows = await db.selectFrom('feed').select(['money', 'address']).where('chain_id', '=', chain.id).execute()
  const gone = rows.filter((row) => !feeds.some((feed) => moneyOfFeed(feed) === row.money && feed.address === addressOf(row.address)))
  for (const { money } of gone) await forgetFeed(db, chain, money as Money, clock.now())
}

async function forgetFeed(db: Db, chain: Chain, money: Money, now: number): Promise<void> {
  const wrapped = money === ZERO_ADDRESS ? await wrappedCoinOf(chain) : undefined
  await transact(db, async (tx) => {
    await tx.deleteFrom('feed').where('chain_id', '=', chain.id).where('money', '=', money).execute()
    for (const alias of wrapped ? [money, wrapped] : [money])
      await tx
        .updateTable('rate')
        .set({ until: now - 1 })
        .where('chain_id', '=', chain.id)
        .where('money', '=', alias)
        .where('source', '=', 'feed')
        .where('until', '>=', now)
        .execute()
  })
}
