/** What the demo wallet remembers, under a key of its own, as an extension would in its own store. */
export type DemoState = { account: string | undefined; isApproved: boolean; chainId: number }

export const DEMO_KEY = 'plinth.demo-wallet'

export function readDemoState(chainIds: readonly number[], stored: string | null): DemoState {
  const fallback = { account: undefined, isApproved: false, chainId: chainIds[0] ?? 0 }
  try {
    const parsed = JSON.parse(stored ?? '') as Partial<DemoState>
    return {
      account: typeof parsed.account === 'string' ? parsed.account : undefined,
      isApproved: parsed.isApproved === true,
      chainId: typeof parsed.chainId === 'number' && chainIds.includes(parsed.chainId) ? parsed.chainId : fallback.chainId,
    }
  } catch {
    return fallback
  }
}
