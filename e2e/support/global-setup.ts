import type { TestProject } from 'vitest/node'
import { type Place, removeData, startDemoMarket } from './market.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    market: Pick<Place, 'url' | 'rpcUrls' | 'dataDir'>
  }
}

/** One market with its demo stories for every story that needs no market of its own (see shared-market.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const market = await startDemoMarket()
  const { url, rpcUrls, dataDir } = market
  project.provide('market', { url, rpcUrls, dataDir })
  return async () => {
    await market.stop()
    removeData(market)
  }
}
