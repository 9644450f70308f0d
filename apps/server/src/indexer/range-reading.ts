import type { Address, TokenStandard } from '@plinth/protocol'
import { type Chain, clientOf } from '../chain/chain.ts'
import { everyOne } from '../chain/editions.ts'
import { NodeFault, RpcFault } from '../chain/node-fault.ts'
import type { Node } from '../chain/pool.ts'
import type { RawLog } from '../state/chain/raw-log.ts'
import type { RangeFacts, StagedBlock } from '../state/chain/staged-block.ts'
import type { Header } from './answers.ts'
import { bloomTest } from './bloom.ts'
import { readHeader, readHeaders, readLogs, readRangeLogs, type Source } from './rpc.ts'
import { findTrustedClones, madeBy } from './trusted-clones.ts'

/** Headers in one request. */
const BATCH = 20

export type RangeQuestion = {
  readonly first: number
  readonly last: number
  readonly addresses: readonly Address[]
  /** Selects the wanted logs of these addresses; all of them when omitted. */
  readonly isWanted?: (log: RawLog) => boolean
}

/**
 * Reads a range whose logs are checked block by block: its headers must be linked, and no block that may hold ours is left out. The
 * logs of others are dropped at once: there may be a thousand times as many.
 */
export async function readRange(
  chain: Chain,
  mintSigners: readonly Address[],
  source: Source,
  question: RangeQuestion,
): Promise<RangeFacts> {
  const { first, last, isWanted } = question
  const factories = isWanted ? [] : everyOne(chain.config.contracts, 'collectionFactory')
  const headers = await readLinked(chain, source, sequence(first, last))
  const wanted = new Set(question.addresses)
  const found: Found['found'][number][] = []
  let mayBeOurs = mayHold(wanted)
  for (let at = 0; at < headers.length; ) {
    const next: Header[] = []
    for (; at < headers.length && next.length < chain.parallel; at++) next.push(...headers.slice(at, at + 1).filter(mayBeOurs))
    const read = await Promise.all(next.map((header) => readLogs(source, header)))
    for (const [place, header] of next.entries()) {
      const logs = read[place] ?? []
      const made = [...madeBy(factories, logs)].filter((address) => !wanted.has(address))
      for (const address of made) wanted.add(address)
      found.push({ header, logs: logs.filter((log) => wanted.has(log.address)) })
      if (made.length === 0) continue
      // The blocks above may hold logs of the new collections, too.
      mayBeOurs = mayHold(wanted)
      at = header.number - first + 1
      break
    }
  }
  return factsOf(chain, mintSigners, source, { question, addresses: [...wanted], headers, found })
}

/**
 * Reads a range as the node tells it, in few calls: the logs, and the headers of their blocks. Only for a chain whose
 * configuration `trustsRanges`: logs that the node leaves out are not noticed.
 */
export async function readTrustedRange(
  chain: Chain,
  mintSigners: readonly Address[],
  source: Source,
  question: RangeQuestion,
): Promise<RangeFacts> {
  const { first, last, isWanted } = question
  const factories = everyOne(chain.config.contracts, 'collectionFactory')
  const made = isWanted ? [] : [...madeBy(factories, await readRangeLogs(source, first, last, factories))]
  const addresses = [...new Set([...question.addresses, ...made])]
  const all = await readRangeLogs(source, first, last, addresses)
  // A collection that only the factory's second answer names was not among the requested addresses.
  if (!isWanted && [...madeBy(factories, all)].some((address) => !made.includes(address)))
    throw new RpcFault(`The factory’s logs of the blocks ${first} to ${last} were not all there at first`)
  const hits = Map.groupBy(all, (log) => log.blockNumber)
  const numbers = [...new Set([first, ...hits.keys(), last])]
  const headers = await readLinked(chain, source, numbers)
  const found = headers.map((header) => ({ header, logs: hits.get(header.number) ?? [] }))
  for (const { header, logs } of found)
    if (logs.some((log) => log.blockHash !== header.hash))
      throw new RpcFault(`The range and block ${header.number} itself differ in their logs`)
  return factsOf(chain, mintSigners, source, { question, addresses, headers, found })
}

type Found = {
  readonly question: RangeQuestion
  readonly addresses: readonly Address[]
  readonly headers: readonly Header[]
  readonly found: readonly { readonly header: Header; readonly logs: readonly RawLog[] }[]
}

async function factsOf(
  chain: Chain,
  mintSigners: readonly Address[],
  source: Source,
  { question, addresses, headers, found }: Found,
): Promise<RangeFacts> {
  const { first, last, isWanted = () => true } = question
  const blocks: StagedBlock[] = []
  for (const { header, logs: all } of found) {
    const logs = all.filter(isWanted)
    if (logs.length > 0) blocks.push({ block: header, logs, trustedClones: await readTrustedClones(chain, source.node, mintSigners, logs) })
  }
  const [start, end] = [headers[0], headers.at(-1)]
  if (start?.number !== first || end?.number !== last) throw new RpcFault(`The blocks ${first} to ${last} are not all there`)
  return { parentHash: start.parentHash, end, blocks, addresses }
}

function mayHold(addresses: Iterable<Address>): (header: Header) => boolean {
  const test = bloomTest(addresses)
  return ({ bloom }) => test(bloom)
}

/**
 * Checks the blocks of a range by its logs as a whole, of a second node where there is one: a node may leave a log out of both
 * the receipts and the header's filter. @throws RpcFault when they differ; which of them is wrong is unknown. NodeFault when the
 * second one has not come so far
 */
export async function confirmRange(
  source: Source,
  { first, last, isWanted = () => true }: RangeQuestion,
  facts: RangeFacts,
): Promise<void> {
  const keyOf = (log: RawLog) => `${log.blockHash}:${log.index}`
  const said = (await readRangeLogs(source, first, last, facts.addresses)).filter(isWanted).map(keyOf)
  const known = facts.blocks.flatMap(({ logs }) => logs.map(keyOf))
  if (said.join() === known.join()) return
  if (!(await readHeader(source, last))) throw new NodeFault('behind', `${source.node.name} has no block ${last}`)
  throw new RpcFault(`${source.node.name} knows other logs of the blocks ${first} to ${last}`)
}

/** The headers of these blocks, in rising order. @throws RpcFault when one is missing, or does not follow the one below it */
async function readLinked({ parallel }: Chain, source: Source, numbers: readonly number[]): Promise<Header[]> {
  const batches = Array.from({ length: Math.ceil(numbers.length / BATCH) }, (_, at) => numbers.slice(at * BATCH, (at + 1) * BATCH))
  const read = await inTurns(batches, parallel, (batch) => readHeaders(source, batch))
  const headers: Header[] = []
  for (const [place, header] of read.flat().entries()) {
    if (!header) throw new RpcFault(`Block ${numbers[place]} is not there`)
    const below = headers.at(-1)
    if (below?.number === header.number - 1 && below.hash !== header.parentHash)
      throw new RpcFault(`Block ${header.number} does not follow the one below it`)
    headers.push(header)
  }
  return headers
}

/** Works on `atOnce` entries at a time. */
async function inTurns<T, R>(entries: readonly T[], atOnce: number, work: (entry: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < entries.length; from += atOnce) done.push(...(await Promise.all(entries.slice(from, from + atOnce).map(work))))
  return done
}

function sequence(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}

/** The collections that begin in these logs, checked with the node that gave them. Missing code contradicts the factory's log. */
export async function readTrustedClones(
  chain: Chain,
  node: Node,
  mintSigners: readonly Address[],
  logs: readonly RawLog[],
): Promise<ReadonlyMap<Address, TokenStandard>> {
  if (madeBy(everyOne(chain.config.contracts, 'collectionFactory'), logs).size === 0) return new Map()
  const request = async (method: string, params?: unknown) => {
    const answer = await node.request(method, params).catch((error: unknown) => {
      if (method !== 'eth_getCode' || !Array.isArray(params)) throw error
      // Most nodes have pruned the state of old blocks. Clones of the factory keep their code for ever.
      return node.request(method, [params[0], 'latest'])
    })
    if (method === 'eth_getCode' && (answer === '0x' || typeof answer !== 'string'))
      throw new RpcFault(`${node.name} has no code for a new collection`)
    return answer
  }
  return findTrustedClones({ ...chain, client: clientOf(chain.config, { request }) }, mintSigners, logs)
}
