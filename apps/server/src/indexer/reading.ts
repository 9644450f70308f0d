import { clientOf } from '../chain/chain.ts'
import type { Header } from './answers.ts'
import type { Portion, Write } from './apply.ts'
import { readSpendable } from './funding.ts'
import { readTrustedClones } from './range-reading.ts'
import { readLogs, type Source } from './rpc.ts'

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
  return { blocks: [{ block: header, logs }], to: header, trustedClones, readings }
}
