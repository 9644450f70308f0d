import { PORTFOLIO_CALLS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { hideItem } from '../../modules/items/service.ts'

const OPERATOR = { who: 'ops', why: 'a test', role: undefined }

let market: TestMarket
let item: ItemId
let shown: ItemId
beforeAll(async () => {
  market = await TestMarket.open()
  ;[item, shown] = [await market.minted('alice'), await market.minted('alice')]
  const { api } = await market.session('alice')
  await api.portfolio.hide({ items: [{ chainId: market.chainId, collection: item.collection, tokenId: item.tokenId }] })
})
afterAll(() => market?.close())

describe('the portfolio of an account, to every other', () => {
  it('[PORT-09] answers the token’s account alone, whatever address is sent, without being stored', async () => {
    const address = market.address('alice')
    const fields = { address, owner: address, account: address, wallet: address, year: '2026', timeZone: 'UTC', language: 'en' }
    const forms: Record<string, Record<string, string>> = {}
    // What would hide the one and show the other.
    const { value: _, ...ofCaller } = PORTFOLIO_CALLS.portfolio
    for (const [name, { path }] of Object.entries(ofCaller)) {
      const { collection, tokenId } = name === 'hide' ? shown : item
      forms[name] = { path, items: `${market.chainId}:${collection}:${tokenId}` }
    }
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
    expect((await alice.api.portfolio.items({ limit: 50, isHidden: true })).list.map(({ tokenId }) => tokenId)).toEqual([item.tokenId])
    expect((await alice.api.portfolio.items({ limit: 50 })).list.map(({ tokenId }) => tokenId)).toEqual([shown.tokenId])
  })

  it('[PORT-06] names no work that an operator hid, in statements and listings', async () => {
    const [sold, listed] = [await market.minted('bob'), await market.minted('bob')]
    await market.approve('bob', market.official)
    await market.sync()
    await market.buy('carol', await market.list('bob', sold, 1_000n))
    await market.list('bob', listed, 1_000n)
    await market.sync()
    const { context } = market.server
    for (const { collection, tokenId } of [sold, listed])
      await hideItem(context, OPERATOR, { chainId: market.chainId, collection, tokenId }, true)
    const { api } = await market.session('bob')
    const of = { year: new Date(1_000 * context.chains.get(market.chainId).now()).getUTCFullYear(), timeZone: 'UTC' }
    expect((await api.portfolio.trades({ ...of, limit: 50 })).list).toMatchObject([{ tokenId: sold.tokenId, name: '', price: 1_000n }])
    expect((await api.portfolio.statement({ ...of, language: 'en' })).text).not.toContain('Five bottles')
    expect((await api.portfolio.listings({ page: 1, limit: 20 })).list).toMatchObject([{ name: '', image: '' }])
  })

  it('[PORT-09] is exported to the account alone', async () => {
    const [alice, bob] = [await market.session('alice'), await market.session('bob')]
    expect((await alice.api.user.export({})).hiddenWorks).toMatchObject([{ tokenId: item.tokenId, isHidden: true }])
    expect((await bob.api.user.export({})).hiddenWorks).toEqual([])
  })
})
