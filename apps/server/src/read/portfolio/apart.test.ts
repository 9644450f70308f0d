import { PORTFOLIO_CALLS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
let item: ItemId
beforeAll(async () => {
  market = await TestMarket.open()
  item = await market.minted('alice')
  const { api } = await market.session('alice')
  await api.portfolio.hide({ items: [{ chainId: market.chainId, collection: item.collection, tokenId: item.tokenId }] })
})
afterAll(() => market?.close())

describe('the portfolio of an account, to every other', () => {
  it('[PORT-09] answers the token’s account alone, whatever address is sent, without being stored', async () => {
    const address = market.address('alice')
    const fields = { address, owner: address, account: address, wallet: address, year: '2026', timeZone: 'UTC', language: 'en' }
    const forms: Record<string, Record<string, string>> = {}
    const items = `${market.chainId}:${item.collection}:${item.tokenId}`
    for (const [name, { path }] of Object.entries(PORTFOLIO_CALLS.portfolio)) forms[name] = { path, items }
    const { token } = await market.session('carol')
    for (const [name, { path = '', items: own = '' }] of Object.entries(forms)) {
      const sent = { ...fields, items: own }
      const anonymous = await market.server.post(path, sent)
      expect([name, JSON.parse(anonymous.text).errno]).toEqual([name, 501])
      const answer = await market.server.post(path, sent, { token })
      expect([name, answer.headers['cache-control']]).toEqual([name, 'no-store'])
      expect(answer.text.toLowerCase()).not.toContain(address.slice(2))
    }
    const alice = await market.session('alice')
    expect((await alice.api.portfolio.items({ limit: 50, isHidden: true })).total).toBe(1)
  })

  it('[PORT-09] is exported to the account alone', async () => {
    const [alice, bob] = [await market.session('alice'), await market.session('bob')]
    expect((await alice.api.user.export({})).hiddenWorks).toMatchObject([{ tokenId: item.tokenId, isHidden: true }])
    expect((await bob.api.user.export({})).hiddenWorks).toEqual([])
  })
})
