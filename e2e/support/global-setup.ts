import type { TestProject } from 'vitest/node'
import { type Place, removeData, startMarket } from './market.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    market: Pick<Place, 'url' | 'rpcUrl' | 'dataDir'>
  }
}

/** One market with its demo stories for every story that needs no market of its own (see shared-market.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const market = await startMarket()
  const { url, rpcUrl, dataDir } = market
  project.provide('market', { url, rpcUrl, dataDir })
  return async () => {
    await market.stop()
    removeData(market)
  }
}
