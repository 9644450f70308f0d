import { clientOf } from '../chain/chain.ts'
import { marketAddresses } from '../chain/editions.ts'
import { knownCollections } from '../state/collections/store.ts'
import type { Portion, Write } from './apply.ts'
import { readSpendable } from './funding.ts'
import { readTrustedClones } from './range-reading.ts'
import { checkCount, readHeader, readLogs, type Source } from './rpc.ts'

/** A block near the head with everything its writing needs, all from one node. Undefined when there is none (any more). */
export async function readBlock(
  { context, chain }: Pick<Write, 'context' | 'chain'>,
  source: Source,
  number: number,
): Promise<Portion | undefined> {
  const header = await readHeader(source, number)
  if (!header) return undefined
  const logs = await readLogs(source, header)
  const market = marketAddresses(chain.config.contracts)
  const known = await knownCollections(context.db, chain.id, new Set(logs.map((log) => log.address)))
  if (logs.some(({ address }) => market.includes(address) || known.has(address))) await checkCount(source, header, logs)
  const trustedClones = await readTrustedClones(chain, source.node, context.signer.mintSigners, logs)
  const pinned = { ...chain, client: clientOf(chain.config, source.node) }
  const readings = await readSpendable(context, pinned, { block: header, logs })
  return { blocks: [{ block: header, logs }], to: header, trustedClones, readings }
}
