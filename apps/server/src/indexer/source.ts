import { isLocalChain } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Node } from '../chain/pool.ts'
import type { Context } from '../context.ts'
import type { Source } from './rpc.ts'

/** How far ahead of our clock a block may be; chains keep to some seconds. */
const FUTURE_S = 900

export function readingFrom(context: Pick<Context, 'clock'>, chain: Chain, node: Node): Source {
  return { node, latestAt: latestAt(context, chain) }
}

/** The newest time, in unix seconds, a block may bear. The clocks of local chains are set by hand, as far ahead as one likes. */
export function latestAt({ clock }: Pick<Context, 'clock'>, { id, config }: Chain): number {
  return clock.now() + (config.maxFutureS ?? (isLocalChain(id) ? Number.POSITIVE_INFINITY : FUTURE_S))
}
