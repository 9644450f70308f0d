import type { ItemRecord, OrderRecord } from '@plinth/api'
import { MAX_UINT256, NOTICE_SUBTYPE, packSalt, TOKEN_STANDARD } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE, OTHER_CHAIN, PROXY } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, aNotice, anEvent, anItem, aSale, itemPath, NOW, type OrderOf, PUSD } from '../../../test/fake/records.ts'
import { findDialog, openPage, type PageOptions } from '../../../test/page.tsx'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

const dollars = (text: string) => parseUnits(text, 6)
const main = () => wordsOf(document.querySelector('main'))

/** Bob asks 2.4 PUSD for each of its ten pieces; this many are sold to Alice. */
function hang(sold = 0n, over: OrderOf = {}): { market: FakeMarket; item: ItemRecord; sale: OrderRecord } {
  const market = new FakeMarket()
  const bare = anItem({ standard: TOKEN_STANDARD.ERC1155, supply: 10n, onlyOwner: '', name: 'Ten of a kind' })
  const { collection, tokenId } = bare
  const sale = aSale(bare, BOB, { selling: 10n, filled: sold, buying: dollars('24'), payToken: PUSD, ...over })
  const others = sold > 0n ? [aHolding({ collection, tokenId, owner: ALICE, quantity: sold })] : []
  const holdings = [...(sold < 10n ? [aHolding({ collection, tokenId, owner: BOB, quantity: 10n - sold }, sale)] : []), ...others]
  return { market, sale, item: market.hang({ ...bare, listings: sold < 10n ? [sale] : [], isOnSale: sold < 10n, holdings }) }
}

function walletWith(tokens: bigint, allowance = 0n): ScriptedWallet {
  return Object.assign(new ScriptedWallet(), { tokens, allowance })
}

async function openBuy({ market, item }: ReturnType<typeof hang>, wallet: ScriptedWallet, options: Partial<PageOptions> = {}) {
  // The exchange takes what it is allowed, and the market books it.
  wallet.onMined = ({ functionName }, hash) => {
    if (functionName === 'exchange') market.answer('nft.history', () => [anEvent(item, { txHash: hash })])
  }
  const opened = await openPage(itemPath(item), { market, wallet, as: ALICE, ...options })
  const { user, screen } = opened
  await user.click(await screen.findByRole('button', { name: /^Buy,/ }))
  const dialog = within(await findDialog('Ten of a kind'))
  const type = async (text: string) => {
    await user.clear(dialog.getByLabelText('How many'))
    if (text !== '') await user.type(dialog.getByLabelText('How many'), text)
  }
  return { ...opened, dialog, type, many: () => (dialog.getByLabelText('How many') as HTMLInputElement).value }
}

const asks = (wallet: ScriptedWallet) =>
  wallet.sent.map(({ functionName, args }) => [functionName, functionName === 'exchange' ? args[4] : args[1]])

describe('an edition on sale for dollars', () => {
  it('[ITEM-09, ITEM-11, FMT-23, NET-08] says how many there are, what one costs in all, and on which chain', async () => {
    const { market, item, sale } = hang(0n, { chainId: OTHER_CHAIN })
    market.payTokens = market.payTokens.map((token) => ({ ...token, chainId: OTHER_CHAIN }))
    market.change(item, { chainId: OTHER_CHAIN, listings: [sale] })
    const { screen } = await openPage(itemPath({ ...item, chainId: OTHER_CHAIN }), { market, as: ALICE })
    await screen.findByRole('button', { name: 'Buy, 2.46 PUSD each' })
    for (const said of ['2.40 PUSD', '10 pieces', '0 of 10 sold', 'Local Polygon']) expect(main()).toContain(said)
  })

  it('[BUY-02, BUY-04, SALE-06] keeps the quantity within what is on sale and says what it comes to', async () => {
    const wallet = walletWith(dollars('100'))
    const { dialog, type, many } = await openBuy(hang(), wallet)
    await type('11')
    expect(many()).toBe('10')
    await type('0')
    await reads(dialog, 'Enter how many')
    await type('3')
    await reads(dialog, 'Price, 3 × 2.40 PUSD')
    await dialog.findByRole('button', { name: 'Pay 7.38 PUSD' })
    await dialog.findByText(/You have [\d,.]+ PUSD/)
    expect(wallet.log).toEqual([])
  })

  it('[F-119, BUY-04] says how many are on sale where more were typed, until another number is', async () => {
    const { dialog, type, many } = await openBuy(hang(), walletWith(dollars('100')))
    await type('99')
    expect(many()).toBe('10')
    expect((await dialog.findByRole('alert')).textContent).toBe('No more than 10 on sale')
    await type('3')
    await expect.poll(() => dialog.queryByRole('alert')).toBeNull()
  })

  it('[BUY-07, BUY-08, TX-02, TX-03, TX-40] allows exactly what so many cost, once more for the rest, and pays no coin', async () => {
    const wallet = walletWith(dollars('100'))
    const { dialog, type, user } = await openBuy(hang(), wallet)
    await type('3')
    await reads(dialog, 'Allow 7.38 PUSD')
    await user.click(dialog.getByRole('button', { name: 'Pay 7.38 PUSD' }))
    await user.click(await dialog.findByText('Close'))
    expect(asks(wallet)).toEqual([
      ['approve', dollars('7.38')],
      ['exchange', 3n],
    ])
    expect(wallet.sent.map(({ args, value }) => [args[0] === PROXY, value ?? 0n])).toEqual([
      [true, 0n],
      [false, 0n],
    ])
    // What is allowed already is less than these cost.
    const rest = walletWith(dollars('100'), dollars('5'))
    const again = await openBuy(hang(3n), rest)
    await again.type('7')
    await reads(again.dialog, 'Allow 17.22 PUSD')
    await again.user.click(again.dialog.getByRole('button', { name: 'Pay 17.22 PUSD' }))
    await again.user.click(await again.dialog.findByText('Close'))
    expect(asks(rest)).toEqual([
      ['approve', dollars('17.22')],
      ['exchange', 7n],
    ])
  })

  it('[F-83] asks whether to buy the rest where someone else was quicker, and buys as many', async () => {
    const hung = hang()
    const wallet = walletWith(dollars('100'), MAX_UINT256)
    const { dialog, type, user, many } = await openBuy(hung, wallet)
    await type('10')
    const { market, item, sale } = hung
    market.change(item, { listings: [{ ...sale, filled: 1n }] })
    await user.click(await dialog.findByRole('button', { name: 'Pay 24.60 PUSD' }))
    await reads(dialog, 'Only 9 left: buy 9?')
    expect(many()).toBe('9')
    expect(asks(wallet)).toEqual([])
    await user.click(await dialog.findByRole('button', { name: 'Pay 22.14 PUSD' }))
    await user.click(await dialog.findByText('Close'))
    expect(asks(wallet)).toEqual([['exchange', 9n]])
  })

  it('[BUY-05] shows buyer and seller how many are sold, and is not on sale once all are', async () => {
    const part = hang(3n)
    await openPage(itemPath(part.item), { market: part.market, as: ALICE })
    await expect.poll(main).toContain('3 of 10 sold')
    expect(main()).toContain('you hold 3')
    await openPage(itemPath(part.item), { market: part.market, as: BOB })
    await expect.poll(main).toContain('3 of 10 sold')
    expect(main()).toContain('You receive 16.38 PUSD for the 7 left')
    const all = hang(10n)
    await openPage(itemPath(all.item), { market: all.market, as: BOB })
    await expect.poll(main).toContain('Not on sale')
  })

  it('allows without a limit where that is chosen, and asks for no allowance again', async () => {
    const wallet = walletWith(dollars('100'))
    const { dialog, user } = await openBuy(hang(), wallet)
    await user.click(await dialog.findByRole('switch', { name: /Allow PUSD without a limit/ }))
    await user.click(dialog.getByRole('button', { name: 'Pay 2.46 PUSD' }))
    await user.click(await dialog.findByText('Close'))
    expect(asks(wallet)).toEqual([
      ['approve', MAX_UINT256],
      ['exchange', 1n],
    ])
    const again = await openBuy(hang(1n), walletWith(dollars('100'), MAX_UINT256))
    await reads(again.dialog, 'Done before')
    expect(again.dialog.queryByRole('switch')).toBeNull()
    await again.user.click(again.dialog.getByRole('button', { name: 'Pay 2.46 PUSD' }))
    await again.user.click(await again.dialog.findByText('Close'))
    expect(asks(again.wallet)).toEqual([['exchange', 1n]])
  })

  it('[BUY-08] adds what open bids can still take to what a purchase allows', async () => {
    const hung = hang()
    const barley = anItem({ tokenId: 8n, owner721: EVE, name: 'Barley' })
    const salt = packSalt({ sequence: 9n, validUntil: NOW + 86_400, validFrom: 0, maxBuyerFeeBps: 250 })
    hung.market.hang({ ...barley, bids: [aBid(barley, ALICE, { payToken: PUSD, price: dollars('30'), salt })] })
    const wallet = walletWith(dollars('100'))
    const { dialog, user } = await openBuy(hung, wallet)
    await reads(dialog, 'Your open bids can still take 30.75 PUSD.')
    await user.click(dialog.getByRole('button', { name: 'Pay 2.46 PUSD' }))
    await user.click(await dialog.findByText('Close'))
    expect(asks(wallet)).toEqual([
      ['approve', dollars('33.21')],
      ['exchange', 1n],
    ])
  })

  it('[BUY-06] says when the dollars do not suffice, and asks nothing of the wallet', async () => {
    const wallet = walletWith(dollars('5'))
    const { dialog, type, user } = await openBuy(hang(), wallet)
    await type('8')
    await reads(dialog, 'Not enough PUSD for this')
    const pay = dialog.getByRole('button', { name: /^Pay / })
    expect(pay.matches(':disabled')).toBe(true)
    await user.click(pay)
    expect(wallet.log).toEqual([])
  })

  it('refuses a price of one that the token can’t express', async () => {
    const { market, item } = hang(10n)
    const wallet = walletWith(0n)
    wallet.isApproved = true
    const { user, screen } = await openPage(itemPath(item), { market, wallet, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Sell' }))
    await user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
    const dialog = within(await findDialog('Ten of a kind'))
    await user.selectOptions(dialog.getByLabelText('Paid in'), 'PUSD')
    await user.type(dialog.getByLabelText('Price of one'), '0.0000001')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('At least 0.000002 PUSD')
    expect(wallet.log).toEqual([])
    await user.clear(dialog.getByLabelText('Price of one'))
    await user.type(dialog.getByLabelText('Price of one'), '1.2')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialogCloses()
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: 10n, buying: dollars('12') }])
  })

  it('[ITEM-14, ITEM-34] stands with its owners’ quantities, and its history and news with theirs', async () => {
    const { market, item } = hang(2n)
    const content = {
      maker: BOB,
      sellToken: '',
      buyToken: '',
      sellValue: 10n,
      buyValue: dollars('24'),
      filled: 7n,
      unitPrice: '2.4',
      quantity: 7n,
    }
    const money = { payTokenSymbol: 'PUSD', payTokenDecimals: 6, payTokenAddress: PUSD.address }
    market.answer('nft.history', () => [
      anEvent(item, { type: 3, from: BOB, to: ALICE, quantity: 7n, content: { ...content, ...money }, payToken: PUSD }),
    ])
    const { user, screen } = await openPage(itemPath(item), { market, as: EVE })
    await user.click(await screen.findByRole('tab', { name: /Owners/ }))
    const rows = () => within(screen.getByRole('tabpanel')).getAllByRole('row').map(wordsOf)
    await expect.poll(rows).toHaveLength(3)
    expect(rows()[1]).toMatch(/Bob ?8 ?8 on sale ?2\.40 PUSD ?\+2\.5% fee ?Buy/)
    await reads(within(screen.getByRole('table', { name: 'History' })), '× 7')
  })

  it('[MSG-06] is in its seller’s news with the quantity and the price of one', async () => {
    const market = new FakeMarket()
    const { content, ...notice } = aNotice({ subType: NOTICE_SUBTYPE.BOUGHT })
    const about = { ...content, price: '2.4', symbol: 'PUSD', quantity: '7' }
    market.answer('notices.list', ({ page, limit }) => ({ list: [{ ...notice, content: about }], total: 1, page, limit, pages: 1 }))
    const { screen } = await openPage('/message?tab=all', { market, as: BOB })
    await reads(screen, 'For 7 × 2.40 PUSD.')
  })
})
