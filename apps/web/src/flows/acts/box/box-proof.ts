import { AppError } from '@plinth/api'
import { type Address, type BoxEvent, type BoxFault, boxEventsOf, commitmentOf, proveBox } from '@plinth/protocol'
import type { Hex } from 'viem'
import { loadWallet } from '../../../wallet/load.ts'
import type { ChainLog } from '../../../wallet/types.ts'

/** One opening of a series. `since` is a block not after its registration. */
export type OpeningRef = { chainId: number; blindBox: Address; box: Hex; request: number; since: bigint }

type Moment = { block: bigint; time: number }

/** What the chain says about one opening, and what is wrong with it: nothing, in an honest one. */
export type OpeningProof = {
  faults: readonly BoxFault[]
  /** Places among the kinds, as they were drawn. */
  kinds: readonly number[]
  boxes: number
  sealed: Moment & { anchor: Hex }
  decided: Moment & { hash: Hex }
  shown: Moment & { word: Hex }
  /** How many times the preimage is hashed to reach the sealed value. */
  links: number
  /** Draws of the series until now, this one among them, and those that were not shown in time. */
  draws: number
  missed: number
  /** Milliseconds that the check took, the reading not counted. */
  took: number
}

type Named<Name extends BoxEvent['name']> = Extract<BoxEvent, { name: Name }>

/** Reads the series from the chain and draws it again, here in the browser. Throws BOX_WAITING where it is not drawn yet. */
export async function proveOpening({ chainId, blindBox, box, request, since }: OpeningRef): Promise<OpeningProof> {
  const wallet = await loadWallet()
  const logs = await wallet.logs(chainId, blindBox, since)
  const events = boxEventsOf(box, logs)
  const { asked, revealed, committed } = partsOf(events, request)
  const blockOf = (log: ChainLog | undefined) => log?.blockNumber ?? 0n
  const decidedIn = BigInt(asked.block + 1)
  const sealedIn = blockOf(logs.findLast(({ topics, data }) => topics[1] === box && data.startsWith(committed.anchor)))
  const shownIn = blockOf(logs.find(({ topics, data }) => topics[1] === box && data.startsWith(revealed.word)))
  const [sealed, decided, shown] = await Promise.all([sealedIn, decidedIn, shownIn].map((block) => wallet.block(chainId, block)))
  if (!sealed || !decided || !shown) throw new AppError('CHAIN_UNREACHABLE')
  const start = performance.now()
  // For other draws the chain's own record is enough: only what it left over counts here.
  const proof = proveBox(box, events, (block) => (BigInt(block) === decidedIn ? decided.hash : undefined))
  const draw = proof.draws.find((one) => one.request === request)
  const links = request - committed.first + 1
  const isSealed = hashed(revealed.word, links) === committed.anchor
  return {
    faults: [...(draw?.faults ?? ['ORDER' as const]), ...(isSealed ? [] : ['WORD' as const])],
    kinds: revealed.kinds,
    boxes: asked.boxes,
    sealed: { block: sealedIn, time: sealed.timestamp, anchor: committed.anchor },
    decided: { block: decidedIn, time: decided.timestamp, hash: decided.hash },
    shown: { block: shownIn, time: shown.timestamp, word: revealed.word },
    links,
    draws: proof.draws.length,
    missed: proof.missed,
    took: performance.now() - start,
  }
}

/** One opening that was missed. */
type MissedRef = Omit<OpeningRef, 'since'> & { /** of the series */ registerTx: Hex }

export type MissedProof = {
  /** Places among the kinds, as they would have been drawn; undefined while the owner withholds the secret. */
  kinds: readonly number[] | undefined
  /** Draws of the series that were not shown in time. */
  missed: number
  /** Of the series: what was shown as withheld is not what its owner had committed to. */
  isWrong: boolean
}

/** Reads the series from the chain, and draws what was not shown. Throws NOT_FOUND where this opening was not missed. */
export async function proveMissed({ registerTx, chainId, blindBox, box, request }: MissedRef): Promise<MissedProof> {
  const wallet = await loadWallet()
  // A hint only: without the registration nothing is found.
  const since = (await wallet.findByHash(chainId, registerTx))?.block ?? 0n
  const events = boxEventsOf(box, await wallet.logs(chainId, blindBox, since))
  const refunded = new Set(events.flatMap((event) => (event.name === 'refunded' ? [event.request] : [])))
  const deciding = events.flatMap((event) => (event.name === 'requested' && refunded.has(event.request) ? [event.block + 1] : []))
  const read = async (block: number) => [block, (await wallet.block(chainId, BigInt(block))).hash] as const
  const hashes = new Map(await Promise.all(deciding.map(read)))
  const proof = proveBox(box, events, (block) => hashes.get(block))
  const draw = proof.missedDraws.find((one) => one.request === request)
  if (!draw) throw new AppError('NOT_FOUND')
  return { kinds: draw.kinds, missed: proof.missed, isWrong: proof.faults.includes('WORD') }
}

function partsOf(events: readonly BoxEvent[], request: number) {
  const at = events.findIndex((event) => event.name === 'requested' && event.request === request)
  const asked = events[at] as Named<'requested'> | undefined
  const revealed = events.find((event): event is Named<'revealed'> => event.name === 'revealed' && event.request === request)
  const committed = events.slice(0, Math.max(at, 0)).findLast((event): event is Named<'committed'> => event.name === 'committed')
  if (!asked || !committed) throw new AppError('NOT_FOUND')
  if (!revealed) throw new AppError('BOX_WAITING')
  return { asked, revealed, committed }
}

function hashed(word: Hex, times: number): Hex {
  let hash = word
  for (let time = 0; time < times; time++) hash = commitmentOf(hash)
  return hash
}
