import { expect, vi } from 'vitest'
import type { FakeMarket } from './fake/fake-market.ts'
import type { CallName } from './fake/fake-server.ts'

/** Lists are not asked again sooner. */
const LIST_PAUSE_MS = 3_000

/**
 * The page hears the news, and has asked again for these, as it does at their first word: what it asks later is for the sake of
 * what is told then. The clock goes on until lists may be asked again.
 */
export async function hearsEvents(market: FakeMarket, ...calls: readonly CallName[]): Promise<void> {
  const isAsked = (call: CallName) => market.asked.slice(market.heardSince).some(({ name }) => name === call)
  await expect.poll(() => market.heardSince !== undefined && calls.every(isAsked)).toBe(true)
  vi.setSystemTime(Date.now() + LIST_PAUSE_MS)
}
