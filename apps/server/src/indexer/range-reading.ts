import type { Address, TokenStandard } from '@plinth/protocol'
import { type Chain, clientOf } from '../chain/chain.ts'
import { everyOne } from '../chain/editions.ts'
import { RpcFault } from '../chain/node-fault.ts'
import type { Node } from '../chain/pool.ts'
import type { RawLog } from '../state/chain/raw-log.ts'
import type { RangeFacts, StagedBlock } from '../state/chain/staged-block.ts'
import type { Header } from './answers.ts'
import { bloomTest } from './bloom.ts'
import { checkCount, readHeader, readLogs, readRangeLogs, type Source } from './rpc.ts'
import { findTrustedClones, madeBy } from './trusted-clones.ts'

export type RangeQuestion = {
  readonly first: number
  readonly last: number
  readonly addresses: readonly Address[]
  /** Selects the wanted logs of these addresses; all of them when omitted. */
  readonly isWanted?: (log: RawLog) => boolean
}

/**
 * Reads the logs of a range of blocks from one node. Unless the chain `trustsRanges`, every header is checked: the blocks must be
 * linked, and each whose filter may hold one of our addresses is read in full, so that omitted logs are noticed.
 */
export async function readRange(
  chain: Chain,
  mintSigners: readonly Address[],
  source: Source,
  question: RangeQuestion,
): Promise<RangeFacts> {
  const { first, last } = question
  const factories = everyOne(chain.config.contracts, 'collectionFactory')
  const made = madeBy(factories, await readRangeLogs(source, first, last, factories))
  const addresses = [...new Set([...question.addresses, ...(question.isWanted ? [] : made)])]
  const found = await readRangeLogs(source, first, last, addresses)
  // A collection that only the factory's second answer names was not among the requested addresses.
  if (!question.isWanted && [...madeBy(factories, found)].some((address) => !made.has(address)))
    throw new RpcFault(`The factory’s logs of the blocks ${first} to ${last} were not all there at first`)
  const hits = Map.groupBy(found, (log) => log.blockNumber)
  const headers = await readHeaders(chain, source, question, hits)
  const mayHold = bloomTest(addresses)
  const wanted = new Set<Address>(addresses)
  const blocks: StagedBlock[] = []
  for (const header of headers) {
    const hit = hits.get(header.number) ?? []
    if (hit.length === 0 && !mayHold(header.bloom)) continue
    const all = await readLogs(source, header)
    const ours = all.filter((log) => wanted.has(log.address))
    if (ours.length !== hit.length || ours.some((log, place) => log.index !== hit[place]?.index || log.blockHash !== hit[place]?.blockHash))
      throw new RpcFault(`The range and block ${header.number} itself differ in their logs`)
    if (ours.length === 0) continue
    await checkCount(source, header, all)
    const logs = question.isWanted ? ours.filter(question.isWanted) : ours
    if (logs.length > 0) blocks.push({ block: header, logs, trustedClones: await readTrustedClones(chain, source.node, mintSigners, logs) })
  }
  const [start, end] = [headers[0], headers.at(-1)]
  if (start?.number !== first || end?.number !== last) throw new RpcFault(`The blocks ${first} to ${last} are not all there`)
  return { parentHash: start.parentHash, end, blocks, addresses }
}

/**
 * Checks the range with a second node: one node may leave a log out of both the range and the header's filter. @throws RpcFault
 * when they differ; which of them is wrong is unknown
 */
export async function confirmRange(
  source: Source,
  { first, last, isWanted = () => true }: RangeQuestion,
  facts: RangeFacts,
): Promise<void> {
  const keyOf = (log: RawLog) => `${log.blockHash}:${log.index}`
  const said = (await readRangeLogs(source, first, last, facts.addresses)).filter(isWanted).map(keyOf)
  const known = facts.blocks.flatMap(({ logs }) => logs.map(keyOf))
  if (said.join() !== known.join()) throw new RpcFault(`${source.node.name} knows other logs of the blocks ${first} to ${last}`)
}

async function readHeaders(
  chain: Chain,
  source: Source,
  { first, last }: RangeQuestion,
  hits: ReadonlyMap<number, unknown>,
): Promise<Header[]> {
  const all = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const { trustsRanges } = chain.config
  const numbers = trustsRanges ? all.filter((number) => number === first || number === last || hits.has(number)) : all
  const headers: Header[] = []
  for (let from = 0; from < numbers.length; from += chain.parallel) {
    const read = await Promise.all(numbers.slice(from, from + chain.parallel).map((number) => readHeader(source, number)))
    for (const [place, header] of read.entries()) {
      if (!header) throw new RpcFault(`Block ${numbers[from + place]} is not there`)
      const below = headers.at(-1)
      if (below?.number === header.number - 1 && below.hash !== header.parentHash)
        throw new RpcFault(`Block ${header.number} does not follow the one below it`)
      headers.push(header)
    }
  }
  return headers
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
