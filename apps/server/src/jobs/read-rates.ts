import { readFeeds } from '../modules/rates/service.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

export const readRates: Job = {
  name: 'read-rates',
  everyMs: 15_000,
  run: async (context) => {
    await forEachChain(context, (chain) => readFeeds(context, chain))
    return false
  },
}
