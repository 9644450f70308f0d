import { ApiError } from '@plinth/api'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALICE } from '../../test/addresses.ts'
import { aBox, answerBoxes, boxPath } from '../../test/fake/box-records.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import type { CallName } from '../../test/fake/fake-server.ts'
import { findDialog, openPage } from '../../test/page.tsx'
import { narrowWindow } from '../../test/phone.ts'
import { wordsOf } from '../../test/trade.ts'

afterEach(() => vi.restoreAllMocks())

describe('what is small and seen', () => {
  it('[F-76] a browser that reads Chinese is offered Chinese once, and its answer is kept', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('zh-CN')
    const first = await openPage('/auctions')
    expect(first.screen.queryByText('本站有中文版。')).toBeNull()
    localStorage.removeItem('locale')
    const asked = await openPage('/auctions', { isReload: true })
    await asked.user.click(await asked.screen.findByRole('button', { name: '切换到中文' }))
    await asked.screen.findByRole('heading', { level: 1, name: '拍卖' })
    expect(asked.screen.queryByText('本站有中文版。')).toBeNull()
    const later = await openPage('/auctions', { isReload: true })
    await later.screen.findByRole('heading', { level: 1, name: '拍卖' })
    expect(later.screen.queryByText('本站有中文版。')).toBeNull()
  })

  it('[F-76] a name that is too long stays as typed, and is refused beside its field', async () => {
    const market = new FakeMarket()
    market.answer('user.email', () => ({ email: '' }))
    const { screen, user } = await openPage('/profile', { market, as: ALICE })
    const name = await screen.findByLabelText<HTMLInputElement>('Display name', { exact: false, selector: 'input' })
    fireEvent.change(name, { target: { value: 'x'.repeat(51) } })
    expect(name.value).toHaveLength(51)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('A name has 50 characters at most')
    expect(market.inputsOf('user.setprofile')).toEqual([])
  })

  it('[F-76] a lost connection and a silent server have different texts', async () => {
    const opened = await openPage('/auctions')
    await opened.screen.findByRole('heading', { level: 1, name: 'Auctions' })
    const { failureOf } = await import('../wallet/errors.ts')
    const lost = new ApiError('home.list', 400, 'Failed to fetch', 'NETWORK_FAILURE', { cause: new TypeError('Failed to fetch') })
    expect(failureOf(lost).text).toMatch(/Check the connection/)
    const silent = new ApiError('home.list', 400, '502 Bad Gateway', 'NETWORK_FAILURE')
    expect(failureOf(silent).text).toMatch(/^The server is not answering\./)
  })

  it.each([
    [
      'a silent server',
      /^The server is not answering\./,
      (market: FakeMarket, call: CallName) => market.refuseAll(call, 'NETWORK_FAILURE'),
    ],
    ['a lost connection', /^Your connection dropped\./, (market: FakeMarket, call: CallName) => market.lose(call)],
  ])('[F-76] a list of works and the search name %s', { tags: 'more' }, async (_, text, fail) => {
    const market = new FakeMarket()
    for (const call of ['home.list', 'home.searchuser', 'home.searchcontract', 'explore.items', 'explore.collections'] as const)
      fail(market, call)
    const { screen, user } = await openPage('/', { market })
    await screen.findByRole('link', { name: 'Connect wallet' })
    await user.keyboard('/')
    await user.type(await within(await findDialog()).findByRole('searchbox'), 'moon')
    const said = (within: string) => wordsOf(document.querySelector(`${within} [role=alert] .s16, ${within} [role=alert]:not(:has(*))`))
    for (const place of ['main', '.search-overlay']) await expect.poll(() => said(place), { timeout: 8_000 }).toMatch(text)
    await openPage('/search?keyword=moon&tab=works', { market })
    await expect.poll(() => said('.search-page'), { timeout: 8_000 }).toMatch(text)
  })

  it('[F-76] the bell of a phone has its place before it is known who is here', async () => {
    narrowWindow()
    const market = new FakeMarket()
    const answer = market.hold('user.reload')
    const { screen } = await openPage('/auctions', { market, as: ALICE })
    await screen.findByRole('heading', { level: 1, name: 'Auctions' })
    expect(document.querySelectorAll('.header-acts > .icon-button').length).toBe(4)
    answer()
    await screen.findByRole('link', { name: /^News/ })
    expect(document.querySelectorAll('.header-acts > .icon-button').length).toBe(4)
  })

  it('[F-76] a series of the market goes by the market’s name where its account has none', async () => {
    const market = new FakeMarket()
    const box = aBox()
    answerBoxes(market, [{ ...box, user: { ...box.user, nickname: '' } }], [])
    await openPage(boxPath(box), { market })
    await expect.poll(() => wordsOf(document.querySelector('.box-maker'))).toBe(`Blind box by${market.config.site.name}`)
  })

  it('[F-76] the acts on balances say in words what they do', async () => {
    const { screen, user } = await openPage('/auctions', { as: ALICE })
    await user.click(await screen.findByRole('button', { name: /Alice/ }))
    const act = await screen.findAllByRole('button', { name: /^Add to wallet: \w+$/ })
    expect(act[0]?.textContent).toBe('Add to wallet')
  })
})
