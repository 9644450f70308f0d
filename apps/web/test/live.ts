import { expect, vi } from 'vitest'
import type { FakeMarket } from './fake/fake-market.ts'
import type { CallName } from './fake/fake-server.ts'

/** Lists are not asked again sooner. */
const LIST_PAUSE_MS = 1_500

/**
 * The page has received events and asked again for these, as it does when the stream opens: later requests come from later
 * events. The clock goes on until lists may be asked again.
 */
export async function waitForEvents(market: FakeMarket, ...calls: readonly CallName[]): Promise<void> {
  const isAsked = (call: CallName) => market.asked.slice(market.streamSince).some(({ name }) => name === call)
  await expect.poll(() => market.streamSince !== undefined && calls.every(isAsked)).toBe(true)
  vi.setSystemTime(Date.now() + LIST_PAUSE_MS)
}
