import { ALL_CHAINS, LOCAL_NETWORKS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { sharedMarket } from '../support/shared-market.ts'

/** What a newcomer finds on the first start. */
describe('the opening show', () => {
  const { api } = sharedMarket()

  it('shows works of both chains on the home page, and most of them are for sale', async () => {
    const { list, total } = await api.home.list({ page: 1, limit: 100, chainId: ALL_CHAINS })
    // Other stories of the run have bought some of the 104.
    expect(total).toBeGreaterThanOrEqual(85)
    for (const { chainId } of LOCAL_NETWORKS) {
      expect(list.filter((item) => item.chainId === chainId).length).toBeGreaterThanOrEqual(20)
      const its = await api.home.list({ page: 1, limit: 100, chainId })
      expect(its.list.every((item) => item.chainId === chainId)).toBe(true)
      expect(its.total).toBeGreaterThanOrEqual(38)
    }
  })
})
