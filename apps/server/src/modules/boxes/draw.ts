import { REFUND_GAS, revealGas } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, zeroHash } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { send, sendRow } from '../../chain/sender.ts'
import type { Context } from '../../context.ts'
import { REVEAL_TIME_S } from '../../state/boxes/requests.ts'
import { prizesOf, readBox, type StoredBox } from '../../state/boxes/store.ts'
import { revealSenderOn } from './operate.ts'
import { findPreimage } from './preimages.ts'

/** Series with requests that wait for a draw, on all chains. */
export async function listWaiting({ db }: Pick<Context, 'db'>): Promise<StoredBox[]> {
  const rows = await db.selectFrom('blind_box').selectAll().where('waiting', '>', 0).orderBy('id').execute()
  return rows.map(readBox)
}

export type DrawStep = 'revealed' | 'refunded' | 'nothing'

/** Reveals that are sent together: on a chain of slow blocks a busy evening would otherwise outrun them. */
const MOST_IN_ROW = 10n
/**
 * Blocks on top of the deciding one before a preimage is revealed: the tip is often replaced, and a known preimage must not be
 * drawn with again.
 */
const CONFIRMATIONS = 1n

type Request = { readonly number: bigint; readonly boxes: number; readonly blockNumber: number; readonly time: number }

/**
 * Advances the oldest requests of a series, by the chain's state: reveals their preimages once the deciding blocks exist, or
 * refunds them once the time is over. The contract refuses duplicates.
 */
export async function drawOldest(context: Context, chain: Chain, box: StoredBox): Promise<DrawStep> {
  const { contract: to, hash } = box
  const [state, block] = await chain.read((client) =>
    Promise.all([client.readContract({ address: to, abi: blindBoxAbi, functionName: 'boxOf', args: [hash] }), client.getBlock()]),
  )
  const requests = await readRequests(chain, box, state)
  const [oldest] = requests
  if (!oldest) return 'nothing'
  const sender = revealSenderOn(context, chain)
  if (state.isStopped || Number(block.timestamp) >= oldest.time + REVEAL_TIME_S) {
    const data = encodeFunctionData({ abi: blindBoxAbi, functionName: 'refund', args: [hash] })
    await send(sender, { to, data, gas: REFUND_GAS })
    return 'refunded'
  }
  const due = requests.filter(({ blockNumber }) => decidingBlock(blockNumber) + CONFIRMATIONS <= block.number)
  const decided = await withTrueHashes(context, chain, due)
  const preimages = await findPreimages(context, box, decided, state.anchor)
  const kinds = (await prizesOf(context.db, [box.id])).get(box.id)?.length ?? 0
  const [first, ...following] = preimages.map((preimage, index) => ({
    to,
    data: encodeFunctionData({ abi: blindBoxAbi, functionName: 'reveal', args: [hash, preimage] }),
    gas: revealGas(decided[index]?.boxes ?? 0, { opening: box.opening, repeat: box.repeat, kinds }),
  }))
  if (!first) return 'nothing'
  await sendRow(sender, first, following)
  return 'revealed'
}

/** The oldest waiting requests, in the order in which they must be drawn. */
async function readRequests(chain: Chain, { contract: address, hash }: StoredBox, { head, next }: Waiting): Promise<Request[]> {
  const count = Math.min(next - head, Number(MOST_IN_ROW))
  const numbers = Array.from({ length: count }, (_, index) => BigInt(head + index))
  const read = await chain.read((client) =>
    Promise.all(
      numbers.map((number) => client.readContract({ address, abi: blindBoxAbi, functionName: 'requestOf', args: [hash, number] })),
    ),
  )
  // A request drawn during the read is empty; those behind it come in the next turn.
  const gone = read.findIndex(({ boxes }) => boxes === 0)
  return read.slice(0, gone < 0 ? count : gone).map((request, index) => ({ ...request, number: BigInt(head + index) }))
}

const decidingBlock = (blockNumber: number): bigint => BigInt(blockNumber) + 1n

/**
 * The requests up to the first whose block has one hash for the chain's contracts and another for JSON-RPC, as on a restarted
 * development node: its draw could not be verified, so it is left to be refunded.
 */
async function withTrueHashes({ log }: Context, chain: Chain, requests: readonly Request[]): Promise<readonly Request[]> {
  const areTrue = await Promise.all(requests.map(({ blockNumber }) => isHashTrue(chain, decidingBlock(blockNumber))))
  const wrong = requests.find((_, index) => !areTrue[index])
  if (!wrong) return requests
  log.warn('a block hash is not that of the block', { chainId: chain.id, block: Number(decidingBlock(wrong.blockNumber)) })
  return requests.slice(0, requests.indexOf(wrong))
}

async function isHashTrue(chain: Chain, blockNumber: bigint): Promise<boolean> {
  const [block, evaluated] = await chain.read((client) =>
    Promise.all([
      client.getBlock({ blockNumber }),
      // A node that runs no code without an address leaves the check to the contract.
      client.call({ data: blockHashCode(blockNumber) }).catch(() => undefined),
    ]),
  )
  const hash = evaluated?.data
  // For a block older than the last 256 the contract uses another source.
  return hash === undefined || hash === zeroHash || hash === block.hash
}

/** PUSH32 number, BLOCKHASH, and the 32 bytes are returned. */
const blockHashCode = (number: bigint): Hex => `0x7f${number.toString(16).padStart(64, '0')}4060005260206000f3`

type Waiting = { readonly head: number; readonly next: number }

/** The hash of each preimage is the preimage of the request before it. */
async function findPreimages(context: Context, box: StoredBox, requests: readonly Request[], anchor: Hex): Promise<Hex[]> {
  const preimages: Hex[] = []
  for (const { number } of requests) {
    const preimage = await findPreimage(context, box, { request: Number(number), anchor: preimages.at(-1) ?? anchor, links: 1 })
    if (!preimage) {
      context.log.warn('no word for a draw', { chainId: box.chainId, boxId: box.id, request: Number(number) })
      break
    }
    preimages.push(preimage)
  }
  return preimages
}
