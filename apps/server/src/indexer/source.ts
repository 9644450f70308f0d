import { isLocalChain } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Node } from '../chain/pool.ts'
import type { Context } from '../context.ts'
import type { Source } from './rpc.ts'

/** How far ahead of our clock a block may be; chains keep to some seconds. */
const FUTURE_S = 900

/** The clocks of local chains are set by hand, as far ahead as the developer likes. */
export function readingFrom({ clock }: Pick<Context, 'clock'>, { id, config }: Chain, node: Node): Source {
  const most = config.maxFutureS ?? (isLocalChain(id) ? Number.POSITIVE_INFINITY : FUTURE_S)
  return { node, latestAt: clock.now() + most }
}
