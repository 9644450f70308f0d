import type { Banner } from '@plinth/api'
import type { LocalChain } from '../chain.ts'
import type { Deployment } from '../deploy.ts'

/** One local chain with its market, as stories find it. */
export interface StoryChain {
  chain: Pick<LocalChain, 'chainId' | 'rpcUrl'>
  contracts: Deployment
}

export interface StoryContext {
  /** Where the running server answers, without a trailing slash. */
  apiUrl: string
  chains: readonly StoryChain[]
  log: (line: string) => void
}

/** What the operator hangs up afterwards: the banners of the home page and the announcements. */
export interface StoryEnd {
  banners: Banner[]
  announcements: { lang: 'en' | 'zh'; title: string; content: string }[]
}

export interface StoryRun {
  end: StoryEnd
  /** What has to wait for its time, while others do theirs. */
  finish(): Promise<void>
}

/** One action of the demo accounts, through the same calls and contracts that a visitor uses. */
export interface Story {
  title: string
  play(context: StoryContext): Promise<StoryRun>
}
