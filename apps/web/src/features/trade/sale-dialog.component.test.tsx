import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, aSale, itemPath } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'

const PRICE = { name: 'Price' } as const

/** Alice holds a work that Bob made with 5 % royalty; on sale for 0.9 ETH where `isOnSale`. */
async function openWork(isOnSale = false): Promise<Opened> {
  const market = new FakeMarket()
  const work = anItem({ creator: { address: BOB, nickname: 'Bob', avatar: '' }, royalties: [500] })
  market.hang(isOnSale ? { ...work, isOnSale, listings: [aSale(work, ALICE, { price: parseEther('0.9') })] } : work)
  return openPage(itemPath(work), { market, as: ALICE })
}

async function openSale(opened: Opened) {
  const { user, screen } = opened
  await user.click(await screen.findByRole('button', { name: 'Sell' }))
  await user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
  return within(await findDialog('Wheat field'))
}

describe('the sale dialog', () => {
  it('[SALE-19] refuses a zero price beside the field and asks nothing of wallet or server', async () => {
    const opened = await openWork()
    const dialog = await openSale(opened)
    await opened.user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('Enter a price above zero')
    expect(opened.market.inputsOf('order.prepare')).toEqual([])
    expect(opened.wallet.log).toEqual([])
  })

  it('[SALE-01, SALE-02, SALE-03, SALE-06, SALE-13] forgets what was typed and chosen when it is closed', async () => {
    const opened = await openWork()
    const { user } = opened
    let dialog = await openSale(opened)
    expect(dialog.queryByLabelText('How many')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await user.click(dialog.getByRole('radio', { name: '1 day' }))
    await user.type(dialog.getByRole('textbox', PRICE), '0.7')
    await user.keyboard('{Escape}')
    dialog = await openSale(opened)
    expect(dialog.getByRole<HTMLInputElement>('textbox', PRICE).value).toBe('')
    expect(dialog.queryByText('Enter a price above zero')).toBeNull()
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  })

  it('[SALE-11, SALE-23, SALE-24, SALE-26] approves once, survives a refused signature and signs what was typed last', async () => {
    const opened = await openWork()
    const { market, user, wallet } = opened
    const dialog = await openSale(opened)
    await user.type(dialog.getByRole('textbox', PRICE), '0.8')
    await dialog.findByText('Buyer pays you')
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    await user.clear(dialog.getByRole('textbox', PRICE))
    await user.type(dialog.getByRole('textbox', PRICE), '0.9')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ maker: ALICE, buying: parseEther('0.9'), selling: 1n }])
    expect(wallet.log).toEqual(['dry setApprovalForAll', 'send setApprovalForAll', 'sign', 'sign'])
  })

  it('[SALE-20, SALE-25] refuses a new price that is not lower, and takes a lower one under the same number', async () => {
    const { market, user, screen, wallet } = await openWork(true)
    wallet.isApproved = true
    await user.click(await screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    for (const price of ['0.9', '1.5']) {
      await user.clear(dialog.getByRole('textbox', PRICE))
      await user.type(dialog.getByRole('textbox', PRICE), price)
      await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
      await dialog.findByText(/new price not greater than old price/i)
    }
    expect(wallet.log).toEqual([])
    await user.clear(dialog.getByRole('textbox', PRICE))
    await user.type(dialog.getByRole('textbox', PRICE), '0.45')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    const salt = market.items[0]?.listings[0]?.salt
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('0.45'), salt }])
  })
})
