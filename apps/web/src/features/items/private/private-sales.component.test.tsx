/** @module-tag more */
import { ORDER_TERMS, termsOf } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE } from '../../../../test/addresses.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { aPrivateSale } from '../../../../test/fake/private-answers.ts'
import { aHolding, anItem, itemPath } from '../../../../test/fake/records.ts'
import { findDialog, type Opened, openPage, type PageOptions } from '../../../../test/page.tsx'
import { dialogCloses, expectActs, pressReady, reads, wordsOf } from '../../../../test/trade.ts'

const PRICE = { name: 'Price' } as const
const NONE = 'There is no private sale of this work for your account.'
const sections = () => [...document.querySelectorAll('.private-sale')].map(wordsOf)

/** Alice holds an item. */
function hang(isReserved = true) {
  const market = new FakeMarket()
  const item = market.hang(anItem())
  if (isReserved) market.privateSales = [aPrivateSale(item, ALICE, BOB, { price: parseEther('0.7') })]
  return { market, item, link: `${itemPath(item)}&private` }
}

describe('the sale dialog', () => {
  async function openSale(options: Partial<PageOptions> = {}): Promise<Opened & { dialog: ReturnType<typeof within> }> {
    const { market, item } = hang(false)
    const opened = await openPage(itemPath(item), { market, as: ALICE, ...options })
    opened.wallet.isApproved = true
    await opened.user.click(await opened.screen.findByRole('button', { name: 'Sell' }))
    await opened.user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
    return { ...opened, dialog: within(await findDialog('Wheat field')) }
  }

  it('[PRIV-01][PRIV-02] refuses the own address and no address beside the field, names the account, and shows the link after signing', async () => {
    const { dialog, user, market, wallet } = await openSale()
    await user.type(dialog.getByRole('textbox', PRICE), '0.7')
    await user.click(dialog.getByText('More'))
    const field = dialog.getByLabelText('For one account only')
    const sign = () => user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    for (const [typed, refusal] of [
      ['0x12', 'This is not an address: 0x and 40 characters'],
      [ALICE, 'That is your own address'],
    ] as const) {
      await user.clear(field)
      await user.type(field, typed)
      await sign()
      await dialog.findByText(refusal)
    }
    expect([market.inputsOf('order.prepare'), wallet.log]).toEqual([[], []])
    await user.clear(field)
    await user.type(field, BOB.toUpperCase().replace('0X', '0x'))
    await reads(dialog, 'Bob')
    await reads(dialog, 'Only you two see the listing.')
    await sign()
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ maker: ALICE, taker: BOB, buying: parseEther('0.7') }])
    expect(market.inputsOf('order.add').map(({ salt }) => termsOf(salt))).toEqual([ORDER_TERMS.PRIVATE])
    const link = (await dialog.findByLabelText('Link to the private sale')) as HTMLInputElement
    expect(link.value).toMatch(/\/detail\/0x[0-9a-f]{40}:\d+\?chain=\d+&private$/)
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await dialogCloses()
  })

  it('[PRIV-01] says the same in Chinese', async () => {
    const { market, item } = hang(false)
    const { user, screen } = await openPage(itemPath(item), { market, as: ALICE, locale: 'zh' })
    await user.click(await screen.findByRole('button', { name: '出售' }))
    await user.click(within(await findDialog()).getByRole('button', { name: /^一口价/ }))
    const dialog = within(await findDialog('Wheat field'))
    await user.click(dialog.getByText('更多'))
    await user.type(dialog.getByLabelText('仅限一个账户'), BOB)
    await reads(dialog, '也只有你们双方能看到这个挂单')
  })
})

describe('the page of an item with a private sale', () => {
  it('[PRIV-02] shows its buyer the sale, who buys it with a fee signature of its own', async () => {
    const { market, item, link } = hang()
    const { user, screen, wallet } = await openPage(link, { market, as: BOB })
    wallet.onMined = ({ functionName }) => {
      if (functionName !== 'exchange') return
      market.privateSales = []
      market.change(item, { onlyOwner: BOB, holdings: [aHolding({ ...item, owner: BOB })] })
    }
    await screen.findByText('Private sale for you')
    expect(sections()).toEqual([
      expect.stringMatching(/^Private sale for you ?0\.70 ETH ?By Alice, until .*Only you two see it\. ?Buy for 0\.7175 ETH$/),
    ])
    // Nothing beside it says that the work is not for sale, and it has the main button.
    expect(document.body.textContent).not.toContain('Not for sale')
    expect(screen.getByRole('button', { name: 'Bid' }).className).toContain('secondary')
    await user.click(screen.getByRole('button', { name: 'Buy for 0.7175 ETH' }))
    const dialog = within(await findDialog('Wheat field'))
    await pressReady(user, () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Pay / }))
    await expect
      .poll(() => wallet.sent.map(({ functionName, value }) => [functionName, value]))
      .toEqual([['exchange', parseEther('0.7175')]])
    expect(market.inputsOf('order.buyerFee')).toEqual([])
    await expect.poll(() => dialog.getAllByText('Done')).toHaveLength(2)
  })

  it('[PRIV-02] shows its seller for whom, with the link and a cancel, and offers no second sale', async () => {
    const { market, item } = hang()
    const { user, screen, wallet } = await openPage(itemPath(item), { market, as: ALICE })
    wallet.onMined = () => {
      market.privateSales = []
    }
    await screen.findByText('Private sale for Bob')
    await expectActs()
    screen.getByRole('button', { name: 'Copy the link' })
    await user.click(screen.getByRole('button', { name: 'Cancel the private sale' }))
    const dialog = within(await findDialog('Wheat field'))
    await user.click(dialog.getByRole('button', { name: 'Cancel the listing' }))
    await expect.poll(() => wallet.sent.map(({ functionName }) => functionName)).toEqual(['cancel'])
    await expect.poll(sections).toEqual([])
    await expectActs('Sell')
  })

  async function openEdit() {
    const { market, item } = hang()
    const opened = await openPage(itemPath(item), { market, as: ALICE })
    opened.wallet.isApproved = true
    await opened.user.click(await opened.screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    expect(dialog.queryByLabelText('For one account only')).toBeNull()
    await reads(dialog, 'Only you two see the listing.')
    const change = async (price: string) => {
      await opened.user.clear(dialog.getByRole('textbox', PRICE))
      await opened.user.type(dialog.getByRole('textbox', PRICE), price)
    }
    const added = () => market.inputsOf('order.add').map(({ taker, salt, buying }) => ({ taker, salt, buying }))
    return { ...opened, dialog, change, added, sale: market.privateSales[0] }
  }

  it('[PRIV-01] lets its seller sign a lower price for the same account, under the same number', async () => {
    const { user, dialog, change, added, sale, wallet } = await openEdit()
    await change('0.6')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(added).toEqual([{ taker: BOB, salt: sale?.salt, buying: parseEther('0.6') }])
    const panel = within(await dialog.findByRole('region', { name: 'What this lets happen' }))
    await reads(panel, 'for 0.60 ETH')
    expect(wallet.log).toEqual(['sign'])
  })

  it('[PRIV-01] ends it on the chain before a higher price is signed for the same account, in one dialog', async () => {
    const { user, dialog, change, added, sale, wallet, market } = await openEdit()
    wallet.onMined = () => {
      market.privateSales = []
    }
    await change('0.8')
    await user.click(dialog.getByRole('button', { name: 'Cancel and list again' }))
    await expect.poll(added, { timeout: 5_000 }).toEqual([{ taker: BOB, salt: expect.anything(), buying: parseEther('0.8') }])
    expect(added()[0]?.salt).not.toBe(sale?.salt)
    expect(wallet.log).toEqual(['dry cancel', 'send cancel', 'sign'])
    expect(wallet.sent[0]).toMatchObject({ functionName: 'cancel', args: [{ owner: ALICE, salt: sale?.salt }] })
  })

  it('[PRIV-02] says the same to the wrong account by its link as where there is none, and nothing without the link', async () => {
    for (const isReserved of [true, false]) {
      const { market, link } = hang(isReserved)
      await openPage(link, { market, as: EVE })
      await expect.poll(sections).toEqual([NONE])
      expect(document.body.innerText).not.toContain('0.70 ETH')
    }
    const { market, item } = hang()
    const { screen } = await openPage(itemPath(item), { market, as: EVE })
    await screen.findByText('Not on sale')
    expect(sections()).toEqual([])
  })

  it('[PRIV-02] asks a visitor to sign in, and the server nothing', async () => {
    const { market, link } = hang()
    const { screen } = await openPage(link, { market })
    await screen.findByText(/^A private sale shows to its seller and its buyer alone/)
    screen.getByRole('button', { name: 'Sign in' })
    expect(market.inputsOf('privateSale.forItem')).toEqual([])
  })
})

describe('elsewhere', () => {
  it('[PRIV-02] lists the seller’s private sales on its own page alone, each with a cancel', async () => {
    const { market } = hang()
    const { screen, user } = await openPage('/items', { market, as: ALICE })
    const own = within(await screen.findByRole('region', { name: 'Your private sales' }))
    await reads(own, 'for Bob, 0.70 ETH')
    await user.click(own.getByRole('button', { name: 'Cancel it' }))
    await reads(within(await findDialog('Wheat field')), 'Cancel the listing')
  })
})
