import { notifyOfUnknownCode } from '../modules/collections/service.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Soon enough for a creator who waits for the confirmation. */
export const unknownCode: Job = {
  name: 'unknown-code',
  everyMs: 30_000,
  run: async (context) => {
    await forEachChain(context, (chain) => notifyOfUnknownCode(context, chain))
    return false
  },
}
