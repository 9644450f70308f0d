import { PORTFOLIO_CALLS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PEOPLE } from '../../../test/market/harness.ts'
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
      // It repeats its input.
      if (name === 'walletprepare') continue
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

  it('[MORE-03] keeps to its owner which wallets it sees', async () => {
    const [owner, wallet] = [market.address('alice'), market.address('bob')]
    const { api } = await market.session('alice')
    const { message } = await api.portfolio.walletprepare({ wallet })
    await api.portfolio.walletadd({ wallet, message, signature: await PEOPLE.bob.signMessage({ message }) })
    expect((await api.portfolio.wallets({})).wallets).toMatchObject([{ address: wallet }])
    const { token } = await market.session('carol')
    const fields = { items: '', address: owner, account: owner, owner, year: '2026', timeZone: 'UTC', language: 'en' }
    for (const [name, { path }] of Object.entries(PORTFOLIO_CALLS.portfolio)) {
      if (name.startsWith('wallet') && name !== 'wallets') continue
      for (const asked of [owner, wallet]) {
        const { text } = await market.server.post(path, { ...fields, wallet: asked }, { token })
        for (const one of [owner, wallet]) expect([name, text.toLowerCase().includes(one.slice(2))]).toEqual([name, false])
      }
    }
    for (const path of ['/portfolio/summary', '/portfolio/collections', '/portfolio/listings', '/portfolio/items'])
      expect((await market.server.post(path, { ...fields, wallet: owner, page: '1', limit: '20' }, { token })).errno).toBe(402)
    const list = `?owner=${owner}&account=${owner}&creator=${owner}`
    const pages = [`accounts/${owner}`, `accounts${list}`, `items${list}`, `orders${list}`, `auctions${list}`, `activity${list}`]
    for (const page of pages) {
      const answer = await market.server.app.inject(`/v1/${page}`)
      expect([page, answer.body.toLowerCase().includes(wallet.slice(2))]).toEqual([page, false])
    }
    const posted = await market.server.post('/user/stat', { address: owner }, { token })
    expect(posted.text.toLowerCase()).not.toContain(wallet.slice(2))
    await api.portfolio.walletremove({ wallet })
  })

  it('[PORT-09] is exported to the account alone', async () => {
    const [alice, bob] = [await market.session('alice'), await market.session('bob')]
    expect((await alice.api.user.export({})).hiddenWorks).toMatchObject([{ tokenId: item.tokenId, isHidden: true }])
    expect((await bob.api.user.export({})).hiddenWorks).toEqual([])
  })
})
