import type { Hex } from 'viem'
import { decodeEventLog } from 'viem/utils'
import { blindBoxAbi } from './abi/blind-box.ts'
import { toAddress } from './address.ts'
import type { BoxEvent } from './box-proofs.ts'

/** A log of the BlindBox, as a node returns it. */
export type BoxLog = {
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly logIndex: number
}
type Decoded = ReturnType<typeof decodeLog>

/**
 * Filters the logs of a BlindBox down to those of one series, in chain order, as `proveBox` takes them. OpenIndex names
 * no series: it belongs to the preceding Revealed.
 */
export function boxEventsOf(box: Hex, logs: readonly BoxLog[]): BoxEvent[] {
  const events: BoxEvent[] = []
  let kinds: number[] | undefined
  const inOrder = logs.toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  for (const log of inOrder) {
    const decoded = decodeLog(log)
    if (decoded.eventName === 'OpenIndex') kinds?.push(Number(decoded.args.index))
    if (decoded.eventName === 'Revealed') kinds = []
    const event = eventOf(decoded, Number(log.blockNumber), kinds ?? [])
    if (!event) continue
    if ('box' in decoded.args && decoded.args.box === box) events.push(event)
    else if (decoded.eventName === 'Revealed') kinds = undefined
  }
  return events
}

function decodeLog({ topics, data }: BoxLog) {
  return decodeEventLog({ abi: blindBoxAbi, topics: topics as [Hex, ...Hex[]], data })
}

function eventOf({ eventName, args }: Decoded, block: number, kinds: readonly number[]): BoxEvent | undefined {
  if (eventName === 'BoxRegistered') {
    const { assetAmounts, opening, repeat } = args.order
    return { name: 'registered', amounts: assetAmounts.map(Number), opening: Number(opening), repeat }
  }
  if (eventName === 'ChainCommitted') return { name: 'committed', anchor: args.anchor, first: Number(args.first), end: Number(args.end) }
  if (eventName === 'Requested') {
    return { name: 'requested', request: Number(args.request), buyer: toAddress(args.buyer), boxes: Number(args.boxes), block }
  }
  if (eventName === 'Revealed') {
    return { name: 'revealed', request: Number(args.request), word: args.preimage, blockHash: args.blockHash, kinds }
  }
  if (eventName === 'Refunded') return { name: 'refunded', request: Number(args.request) }
  if (eventName === 'Withheld') return { name: 'withheld', first: Number(args.first), count: Number(args.count), word: args.preimage }
  if (eventName === 'PrizesTakenBack') return { name: 'takenBack', kind: Number(args.kind), count: Number(args.count) }
  return undefined
}
