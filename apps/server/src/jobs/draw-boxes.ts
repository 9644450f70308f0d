import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { drawOldest, listWaiting } from '../modules/boxes/service.ts'
import type { StoredBox } from '../state/boxes/store.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Draws of one series before the next one has its turn. */
const MOST_AT_ONCE = 20

/** Reveals pending requests, the oldest of a series first, and refunds those that could not be revealed. */
export const drawBoxes: Job = {
  name: 'draw-boxes',
  everyMs: 500,
  run: async (context) => {
    if (!context.revealOperator) return false
    const waiting = await listWaiting(context)
    if (waiting.length === 0) return false
    await forEachChain(context, (chain) =>
      drawAll(
        context,
        chain,
        waiting.filter((box) => box.chainId === chain.id),
      ),
    )
    return false
  },
}

/** A series that fails must not keep the others waiting. */
async function drawAll(context: Context, chain: Chain, waiting: readonly StoredBox[]): Promise<void> {
  for (const box of waiting) {
    try {
      for (let step = 0; step < MOST_AT_ONCE; step++) if ((await drawOldest(context, chain, box)) === 'nothing') break
    } catch (error) {
      context.log.warn('box not drawn', { chainId: chain.id, boxId: box.id, error })
    }
  }
}
