import { packSalt } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE, WRAPPED } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, anItem, itemPath, NOW } from '../../../test/fake/records.ts'
import { keepOrders } from '../../../test/fake/stored-orders.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import { dialogCloses, reads } from '../../../test/trade.ts'

const TITLE = 'WETH back into ETH'
const OFFER = { name: 'Turn idle WETH back into ETH' } as const

/** Alice has 4 WETH; a bid of 1 WETH needs 1.025 of them. */
async function openItem(): Promise<Opened> {
  const market = new FakeMarket()
  const salt = packSalt({ sequence: 9n, validUntil: NOW + 86_400, validFrom: 0, maxBuyerFeeBps: 250 })
  const barley = anItem({ tokenId: 8n, owner721: EVE, name: 'Barley' })
  const item = market.hang(anItem({ owner721: BOB }), { ...barley, bids: [aBid(barley, ALICE, { price: parseEther('1'), salt })] })
  keepOrders(market)
  const wallet = new ScriptedWallet()
  Object.assign(wallet, { tokens: parseEther('4'), allowance: parseEther('100') })
  wallet.onMined = ({ functionName, args }) => {
    if (functionName === 'withdraw') wallet.tokens -= args[0] as bigint
  }
  return openPage(itemPath(item), { market, wallet, as: ALICE })
}

const value = (field: HTMLElement) => (field as HTMLInputElement).value

describe('wrapped coin that no bid needs', () => {
  it('is turned back from the header’s balances, all but what open bids can draw', async () => {
    const { user, screen, wallet } = await openItem()
    await expect.poll(() => document.querySelector('.profile-chip')).not.toBeNull()
    await user.click(document.querySelector('.profile-chip') as Element)
    await user.click(await screen.findByRole('button', { name: 'Unwrap WETH into ETH' }))
    const dialog = within(await findDialog(TITLE))
    const amount = dialog.getByLabelText('How much')
    expect(value(amount)).toBe('2.975')
    await user.clear(amount)
    await user.type(amount, '2.975000000000000001')
    await reads(dialog, 'Your bids need the rest')
    await user.clear(amount)
    await user.type(amount, '2')
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Unwrap 2.00 WETH' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    expect(wallet.sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Unwrap 2.00 WETH' }))
    await reads(screen, '2.00 ETH is back')
    expect(wallet.sent).toMatchObject([{ functionName: 'withdraw', address: WRAPPED, args: [parseEther('2')] }])
  })

  it('is offered back in the dialog of a bid, but for what bids can draw, and the bid stays as typed', async () => {
    const { user, screen, wallet, market } = await openItem()
    await user.click(await screen.findByRole('button', { name: 'Bid' }))
    const dialog = within(await findDialog('Wheat field'))
    const price = dialog.getByLabelText('Your bid')
    const type = async (field: HTMLElement, text: string) => {
      await user.clear(field)
      await user.type(field, text)
    }
    await screen.findByRole('button', OFFER)
    await type(price, '10000')
    expect(screen.queryByRole('button', OFFER)).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Bid in'), 'PUSD')
    await type(price, '1')
    await reads(dialog, 'Allow 1.025 PUSD')
    expect(screen.queryByRole('button', OFFER)).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Bid in'), 'WETH')
    await type(price, '0.02')
    await user.click(dialog.getByRole('radio', { name: '1 day' }))
    await user.click(await screen.findByRole('button', OFFER))
    const unwrap = within(await findDialog(TITLE))
    const amount = unwrap.getByLabelText('How much')
    expect(value(amount)).toBe('2.9545')
    await type(amount, '2.975')
    await reads(unwrap, 'Your bids need the rest')
    await type(amount, '1.25')
    await user.click(unwrap.getByRole('button', { name: 'Unwrap 1.25 WETH' }))
    await expect.poll(() => screen.queryByRole('heading', { name: TITLE })).toBeNull()
    expect(wallet.sent).toMatchObject([{ functionName: 'withdraw', args: [parseEther('1.25')] }])
    expect([value(price), dialog.getByRole<HTMLInputElement>('radio', { name: '1 day' }).checked]).toEqual(['0.02', true])
    expect((await findDialog('Wheat field')).contains(document.activeElement)).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    await dialogCloses()
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('0.02') }])
    expect(wallet.tokens).toBe(parseEther('2.75'))
  })
})
