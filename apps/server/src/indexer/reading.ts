import { exchangeAbi } from '@plinth/protocol/abi'
import { encodeEventTopics } from 'viem'
import { clientOf } from '../chain/chain.ts'
import { NodeFault, RpcFault } from '../chain/node-fault.ts'
import type { Cursor } from '../state/chain/checkpoint.ts'
import type { RawLog } from '../state/chain/raw-log.ts'
import type { Header } from './answers.ts'
import type { Portion, Write } from './apply.ts'
import { readSpendable } from './funding.ts'
import { readTrustedClones } from './range-reading.ts'
import { readHead, readHeader, readLogs, type Source } from './rpc.ts'

/**
 * The head of a node. One far above the cursor is believed of a node that has the blocks below it, too: ranges are planned by it.
 * @throws NodeFault when the node has none, or one below `atLeast`
 */
export async function pollHead(
  source: Source,
  { atLeast, cursor, gap }: { readonly atLeast: number; readonly cursor: Cursor; readonly gap: number },
): Promise<Header> {
  const { name } = source.node
  const head = await readHead(source)
  if (head.number < atLeast) throw new NodeFault('behind', `${name} is at ${head.number}, we are above ${atLeast - 1}`)
  const last = head.number - gap
  if (last > cursor.number && !(await readHeader(source, last)))
    throw new RpcFault(`${name} is at ${head.number}, and has no block ${last}`)
  return head
}

const [BUY] = encodeEventTopics({ abi: exchangeAbi, eventName: 'Buy' })

/** Buyer fee in bps, read where the block has a fill: no log says it. */
async function readBuyerFee(chain: Write['chain'], logs: readonly RawLog[]): Promise<number | undefined> {
  if (!logs.some(({ address, topics }) => topics[0] === BUY && address === chain.config.contracts.exchange)) return undefined
  const fees = await chain.shownFees()
  return fees && Number(fees.buyerFeeBps)
}

/** A block near the head with everything its writing needs, all from one node. */
export async function readBlock(
  { context, chain }: Pick<Write, 'context' | 'chain'>,
  source: Source,
  header: Header,
  options: { readonly isPushed: boolean },
): Promise<Portion> {
  const logs = await readLogs(source, header, options)
  const trustedClones = await readTrustedClones(chain, source.node, context.signer.mintSigners, logs)
  const pinned = { ...chain, client: clientOf(chain.config, source.node) }
  const readings = await readSpendable(context, pinned, { block: header, logs })
  return { blocks: [{ block: header, logs }], to: header, trustedClones, readings, buyerFee: await readBuyerFee(chain, logs) }
}
