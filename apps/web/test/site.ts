import type { FakeMarket } from './fake/fake-market.ts'
import type { ScriptedWallet } from './scripted-wallet.ts'

export type Site = {
  market: FakeMarket
  wallet: ScriptedWallet
  /** The page has its own wallet code, over an `InjectedWallet`. */
  hasWalletCode?: boolean
}

let site: Site | undefined

export function setSite(next: Site): void {
  site = next
}

/** The configuration that the page of this test uses. */
export function currentSite(): Site {
  if (!site) throw new Error('openPage comes first')
  return site
}
