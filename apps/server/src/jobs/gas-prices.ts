import { readGasPrices } from '../modules/gas/service.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

/** Every minute (wire 6.3). */
export const gasPrices: Job = {
  name: 'gas-prices',
  everyMs: 60_000,
  run: async (context) => {
    await forEachChain(context, (chain) => readGasPrices(context.db, chain))
    return false
  },
}
