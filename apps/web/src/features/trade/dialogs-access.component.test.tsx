/** @module-tag more */
import type { AuctionRecord } from '@plinth/api'
import { AUCTION_STATUS, HISTORY_TYPE, packSalt, TOKEN_STANDARD } from '@plinth/protocol'
import { waitFor, within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { anAuctionBid, answerAuctions, SIGNED } from '../../../test/fake/auction-answers.ts'
import { sellBox } from '../../../test/fake/box-on-sale.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, anAuction, anEvent, anItem, aSale, itemPath, NOW } from '../../../test/fake/records.ts'
import { press, tabTo } from '../../../test/keyboard.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'

type Language = 'en' | 'zh'
type Words = Record<Language, string | RegExp>
type ItemState = 'held' | 'offered' | 'soon' | 'running' | 'led' | 'ended' | 'box' | 'edition' | 'prints' | 'resting' | 'bought'

type Row = {
  dialog: string
  /** Alice sells and Bob buys. */
  who: typeof ALICE | typeof BOB
  state: ItemState
  /** Where its button is on the page: among the acts, if nothing else is said. */
  place?: 'bids' | 'menu' | 'foot'
  opens: Words
  /** In the dialog that opens first and hands on to this one. */
  next?: Words
  /** What is typed into the field that has the focus when it opens. */
  types?: string
  /** What is typed into further fields, by their label: each is reached by Tab. */
  more?: Readonly<Record<Language, Readonly<Record<string, string>>>>
  /** A button that is pressed by keyboard, and how many pieces are chosen then. */
  steps?: { button: Words; many: string }
  /** What one comes to by Tab, where that is another button than the primary one at its foot. */
  reaches?: Words
  /** Asks no wallet, and is done or leads on as soon as its button is pressed: it is left unpressed. */
  isFree?: boolean
  /** What the wallet is asked for, and refuses. */
  asks?: string
}

const SELL: Words = { en: 'Sell', zh: '出售' }
const BID: Words = { en: 'Bid', zh: '出价' }
const FIXED: Words = { en: /^Fixed price/, zh: /^一口价/ }
const MANY: Record<Language, string> = { en: 'How many', zh: '数量' }
const MORE: Words = { en: 'One more', zh: '加一' }
const LESS: Words = { en: 'One less', zh: '减一' }
const AT_AUCTION: Words = { en: 'Bid 0.40 WETH or more', zh: '出价 0.40 WETH 起' }
const ACCEPT_BEST: Words = { en: 'Accept 0.40 WETH', zh: '接受 0.40 WETH' }
const PAY_BEST: Words = { en: 'Pay 0.40 WETH now', zh: '立即支付 0.40 WETH' }
const SEE: Words = { en: 'See the auction', zh: '查看拍卖' }
const TAKE_BACK: Words = { en: 'Cancel the bid', zh: '撤回出价' }
const TENTH = '0.05'

/** A new dialog of the item's page is a new row. */
const ROWS: readonly Row[] = [
  { dialog: 'how to sell', who: ALICE, state: 'held', opens: SELL, reaches: { en: /^Auction/, zh: /^拍卖/ }, isFree: true },
  { dialog: 'sale', who: ALICE, state: 'held', opens: SELL, next: FIXED, types: '5', asks: 'sign' },
  {
    dialog: 'auction',
    who: ALICE,
    state: 'held',
    opens: SELL,
    next: { en: /^Auction/, zh: /^拍卖/ },
    types: '4',
    more: {
      en: { 'Lowest price you accept': '5', 'Smallest step between bids': '0.1' },
      zh: { 保留价: '5', 最小加价幅度: '0.1' },
    },
    asks: 'sign',
  },
  { dialog: 'an auction that runs', who: BOB, state: 'running', opens: AT_AUCTION, isFree: true },
  { dialog: 'an auction with the viewer’s bid on it', who: BOB, state: 'led', opens: SEE, reaches: TAKE_BACK, isFree: true },
  { dialog: 'an auction that waits for its settlement', who: ALICE, state: 'ended', opens: ACCEPT_BEST, isFree: true },
  { dialog: 'edit auction', who: ALICE, state: 'soon', opens: { en: 'Edit auction', zh: '修改拍卖' }, asks: 'sign' },
  { dialog: 'cancel auction', who: ALICE, state: 'running', opens: { en: 'Cancel the auction', zh: '取消拍卖' }, asks: 'send cancel' },
  { dialog: 'auction bid', who: BOB, state: 'running', opens: AT_AUCTION, next: AT_AUCTION, types: '0.5', asks: 'sign' },
  { dialog: 'auction accept', who: ALICE, state: 'ended', opens: ACCEPT_BEST, next: ACCEPT_BEST, asks: 'send acceptBid' },
  { dialog: 'auction buy', who: BOB, state: 'ended', opens: PAY_BEST, next: PAY_BEST, asks: 'send exchange' },
  { dialog: 'take back a bid', who: BOB, state: 'led', opens: SEE, next: TAKE_BACK, isFree: true },
  { dialog: 'open a box', who: BOB, state: 'box', place: 'foot', opens: { en: /^Open 1 box for/, zh: /开 1 盒$/ }, asks: 'send open' },
  { dialog: 'edit sale', who: ALICE, state: 'offered', opens: { en: 'Edit the price', zh: '修改价格' }, types: '2.5', asks: 'sign' },
  { dialog: 'cancel sale', who: ALICE, state: 'offered', opens: { en: 'Cancel the listing', zh: '下架' }, asks: 'send cancel' },
  { dialog: 'buy', who: BOB, state: 'offered', opens: { en: /^Buy for/, zh: /购买$/ }, asks: 'send exchange' },
  { dialog: 'bid', who: BOB, state: 'offered', opens: BID, types: '0.1', asks: 'sign' },
  { dialog: 'edit bid', who: BOB, state: 'held', opens: { en: 'Edit bid', zh: '修改出价' }, types: '2.6', asks: 'sign' },
  { dialog: 'cancel bid', who: BOB, state: 'held', place: 'bids', opens: { en: 'Cancel bid', zh: '撤回出价' }, asks: 'send cancel' },
  { dialog: 'accept bid', who: ALICE, state: 'held', place: 'bids', opens: { en: 'Accept', zh: '接受' }, asks: 'send acceptBid' },
  {
    dialog: 'transfer',
    who: ALICE,
    state: 'held',
    place: 'menu',
    opens: { en: 'Transfer', zh: '转移' },
    types: EVE,
    asks: 'send safeTransferFrom',
  },
  { dialog: 'burn', who: ALICE, state: 'held', place: 'menu', opens: { en: 'Burn', zh: '销毁' }, types: 'burn', asks: 'send burn' },
  {
    dialog: 'sale of an edition',
    who: ALICE,
    state: 'edition',
    opens: SELL,
    next: FIXED,
    types: '0.5',
    steps: { button: LESS, many: '9' },
    asks: 'sign',
  },
  {
    dialog: 'purchase of some of an edition',
    who: BOB,
    state: 'prints',
    opens: { en: /^Buy, /, zh: /^购买/ },
    steps: { button: MORE, many: '2' },
    asks: 'send exchange',
  },
  {
    dialog: 'bid for some of an edition',
    who: BOB,
    state: 'prints',
    opens: BID,
    types: '0.1',
    steps: { button: MORE, many: '2' },
    asks: 'sign',
  },
  {
    dialog: 'sale at rest that is brought back',
    who: ALICE,
    state: 'resting',
    opens: { en: 'List it again', zh: '恢复上架' },
    asks: 'sign',
  },
  {
    dialog: 'price far from the last one, typed again',
    who: ALICE,
    state: 'bought',
    opens: SELL,
    next: FIXED,
    types: TENTH,
    more: { en: { [`Type ${TENTH} if you mean it`]: TENTH }, zh: { [`如确认无误，请输入 ${TENTH}`]: TENTH } },
    asks: 'sign',
  },
]

const DECLINED: Record<Language, string> = { en: 'You declined in the wallet. Nothing was sent.', zh: '你已在钱包中拒绝，未发送任何内容。' }
/** Burning is confirmed by the word of the reader’s language. */
const typedIn = (language: Language, text: string) => (text === 'burn' && language === 'zh' ? '销毁' : text)

function itemIn(name: Exclude<ItemState, 'box'>) {
  const item = anItem({ name: 'Wheat field' })
  const lot = (over: Partial<AuctionRecord>) => {
    const { startTime = NOW - 3_600, endTime = NOW + 3_600 } = over
    const expiredTime = endTime + 72 * 3_600
    const salt = packSalt({ sequence: 9n, validUntil: expiredTime, validFrom: startTime, maxBuyerFeeBps: 0 })
    const price = parseEther('0.4')
    const terms = { startPrice: price, buying: price, nextPrice: price, startTime, endTime, expiredTime, salt, signature: SIGNED }
    return { ...item, auctions: [anAuction(item, { ...terms, ...over })] }
  }
  const best = { highestPrice: parseEther('0.4'), highestBidder: BOB, bidders: 1 }
  const edition = anItem({ name: 'Ten prints', standard: TOKEN_STANDARD.ERC1155, supply: 10n })
  const ten = (over: Parameters<typeof aHolding>[0]) => aHolding({ ...over, quantity: 10n })
  switch (name) {
    case 'held':
      return { ...item, bids: [aBid(item, BOB, { price: parseEther('2.5'), signature: SIGNED })] }
    case 'offered':
      return { ...item, isOnSale: true, listings: [aSale(item, ALICE, { price: parseEther('3'), signature: SIGNED })] }
    case 'soon':
      return lot({ startTime: NOW + 3_600, endTime: NOW + 7_200 })
    case 'running':
      return lot({})
    case 'led':
      return lot({ ...best, nextPrice: parseEther('0.5') })
    case 'ended':
      return lot({ ...best, nextPrice: parseEther('0.5'), endTime: NOW - 30, status: AUCTION_STATUS.CREATED })
    case 'edition':
      return { ...edition, holdings: [ten({ collection: edition.collection, tokenId: edition.tokenId, owner: ALICE })] }
    case 'prints': {
      const sale = aSale(edition, ALICE, { selling: 5n, signature: SIGNED, price: parseEther('1'), unitPrice: '0.2', quantity: 5n })
      const holding = aHolding({ collection: edition.collection, tokenId: edition.tokenId, owner: ALICE, quantity: 10n }, sale)
      return { ...edition, isOnSale: true, listings: [sale], holdings: [holding] }
    }
    case 'resting':
      return { ...item, resting: [aSale(item, ALICE, { price: parseEther('0.4'), isFundable: false, isReturned: true })] }
    case 'bought':
      return item
  }
}

/** Alice bought it from Bob for 0.5 ETH. */
const soldBefore = (item: ReturnType<typeof anItem>) => {
  const sale = aSale(item, BOB, { price: parseEther('0.5') })
  const { maker, sellToken, buyToken, payToken, payTokenSymbol, payTokenDecimals, payTokenAddress, unitPrice, quantity } = sale
  const money = { payTokenSymbol, payTokenDecimals, payTokenAddress, unitPrice }
  const content = { maker, sellToken, buyToken, sellValue: 1n, buyValue: sale.buying, filled: 1n, quantity, ...money }
  return anEvent(item, { type: HISTORY_TYPE.BUY, from: BOB, to: ALICE, content, payToken })
}

async function open({ who, state }: Pick<Row, 'who' | 'state'>, locale: Language) {
  const market = new FakeMarket()
  const wallet = new ScriptedWallet()
  wallet.isApproved = true
  wallet.tokens = parseEther('100')
  wallet.allowance = 2n ** 255n
  wallet.held = 10n
  wallet.supply = 10n
  wallet.reads.set('buyerFee', 250n)
  wallet.reads.set('balanceOf', wallet.tokens)
  market.answer('paytoken.committed', ({ token }) => ({ chainId: CHAIN, token, committed: 0n, bids: 0 }))
  if (state === 'box') return openPage(`/blindbox/detail/${sellBox(market).id}?chain=31337`, { market, wallet, as: who, locale })
  const item = market.hang(itemIn(state))
  if (state === 'bought') market.answer('nft.history', () => [soldBefore(item)])
  answerAuctions(market, state === 'led' || state === 'ended' ? [anAuctionBid(BOB)] : [])
  return openPage(itemPath(item), { market, wallet, as: who, locale })
}

const PLACES = { acts: '.price-block .acts', bids: '.bid-rows', foot: '.box-foot' } as const

/** Where the focus is before and after: a menu's own button. */
function openerOf({ place, opens }: Row, language: Language): Promise<HTMLElement> {
  const name = place === 'menu' ? { en: 'More', zh: '更多' }[language] : opens[language]
  // The part may be drawn again while the page is still reading.
  return waitFor(() => {
    const part = document.querySelector<HTMLElement>(place === 'menu' ? '.stage-tools' : PLACES[place ?? 'acts'])
    if (!part) throw new Error('The page has no such part yet')
    return within(part).getByRole('button', { name })
  })
}

const primaryOf = (dialog: HTMLElement) =>
  waitFor(() => {
    const found = dialog.querySelector<HTMLElement>('.dialog-foot .button.primary')
    if (!found) throw new Error('no primary button')
    return found
  })

/** Alice sells and Bob buys; each dialog is opened, filled, sent and left without a mouse. */
describe('every trade dialog, by keyboard, in en', () => inLanguage('en'))
describe('every trade dialog, by keyboard, in zh', { tags: 'more' }, () => inLanguage('zh'))

function inLanguage(language: Language): void {
  it.each(ROWS)('[SALE-01] $dialog: opened, filled, sent to the wallet, left; axe has nothing against it', async (row) => {
    const { market, wallet, user, screen } = await open(row, language)
    const opener = await openerOf(row, language)
    await press(user, opener)
    if (row.place === 'menu') await press(user, await screen.findByRole('button', { name: row.opens[language] }))
    let dialog = await findDialog()
    if (row.next) {
      await press(user, await within(dialog).findByRole('button', { name: row.next[language] }))
      await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
      dialog = await findDialog()
    }
    if (row.types) {
      await waitFor(() => expect(document.activeElement?.matches('.dialog input')).toBe(true))
      await user.keyboard(typedIn(language, row.types))
    }
    for (const [label, text] of Object.entries(row.more?.[language] ?? {})) {
      await tabTo(user, await within(dialog).findByLabelText(label))
      await user.keyboard(text)
    }
    if (row.steps) {
      await tabTo(user, within(dialog).getByRole('button', { name: row.steps.button[language] }))
      await user.keyboard('{Enter}')
      expect(within(dialog).getByLabelText<HTMLInputElement>(MANY[language]).value).toBe(row.steps.many)
    }
    if (row.state === 'bought') expect(within(dialog).getByRole('status').textContent).toContain(TENTH)
    const target = row.reaches ? await within(dialog).findByRole('button', { name: row.reaches[language] }) : await primaryOf(dialog)
    await tabTo(user, target)
    expect(await findViolations(dialog)).toEqual([])
    if (!row.isFree) {
      wallet.refusals.push(declined())
      await user.keyboard('{Enter}')
      await within(dialog).findByText(DECLINED[language])
      expect(wallet.log.filter((line) => !line.startsWith('dry'))).toEqual([row.asks])
    }
    expect([wallet.sent, market.inputsOf('order.add'), market.inputsOf('auction.add'), market.inputsOf('auction.bid')]).toEqual([
      [],
      [],
      [],
      [],
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('[SALE-01] wrapped coin is turned back over the bid, which stays as it was typed', async () => {
    const words = {
      en: { bid: 'Bid', idle: 'Turn idle WETH back into ETH', title: 'WETH back into ETH' },
      zh: { bid: '出价', idle: '把闲置的 WETH 换回 ETH', title: '把 WETH 换回 ETH' },
    }[language]
    const { wallet, user, screen } = await open({ who: BOB, state: 'prints' }, language)
    const opener = await screen.findByRole('button', { name: words.bid })
    await press(user, opener)
    const bid = await findDialog()
    const offer = await within(bid).findByRole('button', { name: words.idle })
    await waitFor(() => expect(document.activeElement?.matches('.dialog input')).toBe(true))
    const price = document.activeElement as HTMLInputElement
    await user.keyboard('0.1')
    await tabTo(user, offer)
    await user.keyboard('{Enter}')
    const dialog = await findDialog(words.title)
    expect(await findViolations(dialog)).toEqual([])
    await tabTo(user, await primaryOf(dialog))
    wallet.refusals.push(declined())
    await user.keyboard('{Enter}')
    await within(dialog).findByText(DECLINED[language])
    expect(wallet.log.filter((line) => !line.startsWith('dry'))).toEqual(['send withdraw'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(offer))
    expect(price.value).toBe('0.1')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
}
