import {
  type Address,
  ASSET_TYPE,
  type BoxEvent,
  type BoxFault,
  boxEventsOf,
  type MissedDraw,
  type ProvenDraw,
  proveBox,
} from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { formatEther, type Hex, type PublicClient } from 'viem'

export interface BoxPlace {
  /** Address of the BlindBox. */
  contract: Address
  /** Id of the series. */
  box: Hex
  /** First block to read. */
  from: bigint
  /** Largest block range of one request to the node. */
  step: bigint
}

const FAULTS: Record<BoxFault, string> = {
  ORDER: 'it was not the oldest request',
  CHAIN: 'the owner had committed to no word for it',
  WORD: 'the word is not the one the owner had committed to',
  BLOCK: 'the hash is not that of the block after the request',
  KINDS: 'these facts give other prizes',
  ANCHOR: 'the owner committed to new words while a request waited',
}

/** Recomputes the draws of a series of blind boxes from the chain alone, without the market. */
export async function verifyBox(
  client: PublicClient,
  { contract, box, from, step }: BoxPlace,
): Promise<{ facts: string[]; problems: string[] }> {
  const to = await client.getBlockNumber()
  const events = boxEventsOf(box, await readLogs(client, contract, from, to, step))
  if (events[0]?.name !== 'registered') {
    return { facts: [], problems: [`${contract} has registered no series ${box} since block ${from}.`] }
  }
  const { draws, faults, missed, missedDraws, waiting, left } = proveBox(box, events, await readHashes(client, events))
  const facts = draws.filter((draw) => draw.faults.length === 0).map((draw) => `${lineOf(draw)}.`)
  facts.push(...missedDraws.map(missedLineOf))
  const problems = [
    ...draws.flatMap((draw) => draw.faults.map((fault) => `${lineOf(draw)}: ${FAULTS[fault]}.`)),
    ...faults.map((fault) => `${FAULTS[fault]}.`),
  ]
  facts.push(`${count(draws.length, 'draw')}, ${count(missed, 'missed reveal')}, ${count(waiting, 'request')} waiting at block ${to}.`)
  const at = { address: contract, abi: blindBoxAbi, args: [box], blockNumber: to } as const
  facts.push(bondLineOf(await client.readContract({ ...at, functionName: 'boxOf' })))
  const onChain = await client.readContract({ ...at, functionName: 'leftOf' })
  if (onChain.map(Number).join() === left.join()) facts.push('What the contract has left is what these draws leave.')
  else problems.push('What the contract has left is not what these draws leave.')
  return { facts, problems }
}

/** In steps, because nodes limit the block range. */
async function readLogs(client: PublicClient, address: Address, from: bigint, to: bigint, step: bigint) {
  const logs = []
  for (let fromBlock = from; fromBlock <= to; fromBlock += step) {
    const toBlock = fromBlock + step - 1n < to ? fromBlock + step - 1n : to
    logs.push(...(await client.getLogs({ address, fromBlock, toBlock })))
  }
  return logs
}

/** The chain's own hashes of the deciding blocks. */
async function readHashes(client: PublicClient, events: readonly BoxEvent[]): Promise<(block: number) => Hex | undefined> {
  const drawn = new Set(events.flatMap((event) => (event.name === 'revealed' || event.name === 'refunded' ? [event.request] : [])))
  const hashes = new Map<number, Hex>()
  for (const event of events) {
    if (event.name !== 'requested' || !drawn.has(event.request) || hashes.has(event.block + 1)) continue
    const { hash } = await client.getBlock({ blockNumber: BigInt(event.block + 1) })
    hashes.set(event.block + 1, hash)
  }
  return (block) => hashes.get(block)
}

function lineOf({ request, buyer, boxes, kinds }: ProvenDraw): string {
  return `Request ${request}, ${count(boxes, 'box')} of ${buyer}: prizes ${kinds.join(', ')}`
}

function missedLineOf({ request, buyer, boxes, kinds }: MissedDraw): string {
  const what = `Request ${request}, ${count(boxes, 'box')} of ${buyer}, was not revealed and went back`
  return kinds ? `${what}: it would have drawn prizes ${kinds.join(', ')}.` : `${what}: its word is withheld, not shown yet.`
}

/** The owner's loss by one withheld draw; coin in whole units, an ERC20 in base units. */
function bondLineOf({ moneyType, bondEach, price }: { moneyType: number; bondEach: bigint; price: bigint }): string {
  const costs = 'A draw that the owner withholds costs it'
  if (moneyType === ASSET_TYPE.ERC20) return `${costs} ${bondEach} units of the pay token a box; the price is ${price}.`
  const coins = `${costs} ${formatEther(bondEach)} of the chain’s coin a box`
  if (moneyType === ASSET_TYPE.COIN) return `${coins}; the price is ${formatEther(price)}.`
  return `${coins}. The series is paid in tickets, which have no price on the chain: no rule sets this bond beside what a box is worth.`
}

function count(number: number, what: string): string {
  const plural = what === 'box' ? 'boxes' : `${what}s`
  return `${number} ${number === 1 ? what : plural}`
}
