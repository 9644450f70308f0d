import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { findPending } from '../db/migrate.ts'

/** How far the index may be behind and still count as ready, in blocks and in seconds. */
export const MOST_LAG_BLOCKS = 20
const SHORTEST_LAG_S = 60
/** A chain without a new block for so many of its block times is considered down, or its nodes are. */
const MOST_SILENT_BLOCKS = 30
const SHORTEST_SILENCE_S = 120

/** A node's answer counts for so long; after that it is asked, and has so long to answer. */
const ANSWER_AGE_MS = 5_000
const ANSWER_MS = 2_000
/** A balancer's probe is answered within this, whatever hangs: Kubernetes gives up after a second. */
export const PROBE_PATIENCE_MS = 500
/** For monitoring: longer than a signer's time to answer, shorter than `MOST_ASKING_MS`. */
export const SCRAPE_PATIENCE_MS = 2_200
/** Without an answer of any node for so long its last head says nothing. */
const MOST_UNHEARD_S = 60

export type ChainState = {
  readonly chainId: number
  /** The nodes' last head; null while there is none, and while no node answers. */
  readonly head: number | null
  readonly indexed: number | null
  readonly lag: number | null
  readonly lagSeconds: number | null
  /** Since the nodes' last new block. */
  readonly silentSeconds: number | null
  readonly stopped: boolean
  /** Whether a node answers. */
  readonly reached: boolean
}

export type Readiness = {
  /** Whether this process can answer requests. */
  readonly ok: boolean
  /** Why it can't. */
  readonly problems: readonly string[]
  /** What part of the market fails in every process: a chain, or the signer. The rest of the requests are answered. */
  readonly degraded: readonly string[]
  readonly chains: readonly ChainState[]
}

/** A database that is cut off answers nothing at all. */
const MOST_ASKING_MS = 3_000
const SILENT: Readiness = { ok: false, problems: ['database unreachable'], degraded: [], chains: [] }

type Asked = Pick<Context, 'clock' | 'db'>

/**
 * Whether this process can answer requests, and what is wrong; nodes and signer have `patienceMs` to answer. Contains no
 * secrets: any client may read it.
 */
export async function readinessOf(context: Context, patienceMs: number): Promise<Readiness> {
  if (context.stopping.signal.aborted) return { ok: false, problems: ['stopping'], degraded: [], chains: [] }
  // It may be lost in the middle of the questions, too.
  return within(
    ask(context, patienceMs).catch(() => SILENT),
    MOST_ASKING_MS,
    SILENT,
  )
}

async function ask(context: Context, patienceMs: number): Promise<Readiness> {
  // At once: one after the other a silent signer and a silent node would take longer than a probe waits.
  const states = chainStates(context, patienceMs).catch(() => [])
  const [problems, isSigning, chains] = await Promise.all([askDatabase(context), askSigner(context, patienceMs), states])
  const signer = isSigning ? [] : ['signer not reached']
  if (problems.length > 0) return { ok: false, problems, degraded: signer, chains: [] }
  if (chains.length < context.chains.all.length) return SILENT
  const degraded = [...signer, ...chains.flatMap((state, index) => problemsOf(state, context.chains.all[index]))]
  return { ok: true, problems, degraded, chains }
}

/** How far each chain is read, for callers that act upon it: unlike `readinessOf` it throws where it can't say. */
export function chainStates(context: Asked & Pick<Context, 'chains'>, patienceMs = ANSWER_MS): Promise<ChainState[]> {
  return Promise.all(context.chains.all.map((chain) => stateOf(context, chain, patienceMs)))
}

/** The answer, or `otherwise` where it takes longer. */
function within<T>(answer: Promise<T>, patienceMs: number, otherwise: T): Promise<T> {
  const late = Promise.withResolvers<T>()
  const timer = setTimeout(() => late.resolve(otherwise), patienceMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

async function askDatabase({ db }: Context): Promise<string[]> {
  try {
    await sql`select 1`.execute(db)
    const pending = await findPending(db)
    return pending.length > 0 ? ['database not migrated'] : []
  } catch {
    return ['database unreachable']
  }
}

/** Without its signatures no mint, listing or purchase is possible; the rest of the market goes on. */
function askSigner({ signer, metrics }: Context, patienceMs: number): Promise<boolean> {
  const note = (isReached: boolean) => () => {
    metrics.signerReached.set(isReached ? 1 : 0)
    return isReached
  }
  return within(Promise.resolve(signer.examine?.()).then(note(true), note(false)), patienceMs, false)
}

/** Behind a line that was cut the last head stays as it was, and no block is missed for a while. One node that answers is enough. */
async function isReached(clock: Context['clock'], chain: Chain, patienceMs: number): Promise<boolean> {
  const answeredAtMs = chain.pool.answeredAtMs()
  if (answeredAtMs !== undefined && clock.nowMs() - answeredAtMs <= ANSWER_AGE_MS) return true
  const asked = chain.pool.reachAny().then(
    () => true,
    () => false,
  )
  return within(asked, patienceMs, false)
}

async function stateOf({ db, clock }: Asked, chain: Chain, patienceMs: number): Promise<ChainState> {
  const reached = await isReached(clock, chain, patienceMs)
  const cursor = await db
    .selectFrom('chain_cursor')
    .leftJoin('chain_block', (join) =>
      join.onRef('chain_block.chain_id', '=', 'chain_cursor.chain_id').onRef('chain_block.hash', '=', 'chain_cursor.hash'),
    )
    .select(['chain_cursor.number', 'chain_cursor.stopped', 'chain_block.at'])
    .where('chain_cursor.chain_id', '=', chain.id)
    .executeTakeFirst()
  // Nothing is known of a chain whose nodes are silent for long, least of all that the index keeps up with it.
  const isHeard = reached || (chain.unheardSeconds() ?? 0) <= MOST_UNHEARD_S
  const head = isHeard ? chain.head() : undefined
  const lag = head && cursor ? Math.max(0, head.number - cursor.number) : null
  return {
    chainId: chain.id,
    head: head?.number ?? null,
    indexed: cursor?.number ?? null,
    lag,
    // A chain without new blocks causes no lag: only existing blocks that are not indexed count.
    lagSeconds: lag === 0 ? 0 : head && cursor?.at ? Math.max(0, head.timestamp - cursor.at) : null,
    silentSeconds: head ? chain.now() - head.timestamp : null,
    stopped: (cursor?.stopped ?? null) !== null,
    reached,
  }
}

function problemsOf(state: ChainState, chain: Chain | undefined): string[] {
  const { chainId, head, indexed, lag, lagSeconds, silentSeconds, stopped, reached } = state
  const blockTimeS = chain?.config.blockTimeS ?? 0
  const isLate = (lag ?? 0) > MOST_LAG_BLOCKS || (lagSeconds ?? 0) > Math.max(SHORTEST_LAG_S, MOST_LAG_BLOCKS * blockTimeS)
  const isSilent = (silentSeconds ?? 0) > Math.max(SHORTEST_SILENCE_S, MOST_SILENT_BLOCKS * blockTimeS)
  return [
    ...(stopped ? [`chain ${chainId} stopped`] : []),
    ...(head === null || !reached ? [`chain ${chainId} not reached`] : []),
    ...(isSilent ? [`chain ${chainId} silent`] : []),
    ...(indexed === null ? [`chain ${chainId} not indexed`] : []),
    ...(isLate ? [`chain ${chainId} behind`] : []),
  ]
}
