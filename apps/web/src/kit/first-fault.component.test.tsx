import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB } from '../../test/addresses.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { anAuction, anItem, aSale, itemPath } from '../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../test/page.tsx'
import { ScriptedWallet } from '../../test/scripted-wallet.ts'

type Row = {
  form: string
  at: string
  /** From the page to the form, and what is typed wrong in it. */
  fill?: (opened: Opened) => Promise<void>
}

/** Bob holds one, may buy another, and may bid for the third. */
const unsold = anItem({ owner721: BOB })
const offered = anItem({ tokenId: 8n, name: 'Barley field' })
const auctioned = anItem({ tokenId: 9n, name: 'Rye field' })

const press = async ({ user, screen }: Opened, name: string | RegExp) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)
const pressInDialog = async ({ user }: Opened, name: string | RegExp) =>
  user.click(await within(await findDialog()).findByRole('button', { name }))
const typeFirst = async ({ user }: Opened, text: string) => {
  const input = (await findDialog()).querySelector('input')
  if (!input) throw new Error('no field')
  await user.type(input, text)
}
const fromMenu = async (opened: Opened, name: string) => {
  await press(opened, 'More')
  await press(opened, name)
}
const sell = async (opened: Opened, way: RegExp) => {
  await press(opened, 'Sell')
  await pressInDialog(opened, way)
}

/**
 * Every form of the market that can be refused before a request to the server. A new one is a new row; the rest is
 * e2e/stories/popups.
 */
const ROWS: readonly Row[] = [
  { form: 'a sale', at: itemPath(unsold), fill: (opened) => sell(opened, /^Fixed price/) },
  { form: 'an auction', at: itemPath(unsold), fill: (opened) => sell(opened, /^Auction/) },
  { form: 'a transfer', at: itemPath(unsold), fill: (opened) => fromMenu(opened, 'Transfer') },
  { form: 'a bid', at: itemPath(offered), fill: (opened) => press(opened, 'Bid') },
  {
    form: 'an auction bid',
    at: itemPath(auctioned),
    fill: async (opened) => {
      await press(opened, /or more$/)
      const dialog = await findDialog()
      await opened.user.click(dialog.querySelector('.dialog-foot .button.primary') as HTMLElement)
      await typeFirst(opened, '0.000001')
    },
  },
  { form: 'a report', at: itemPath(offered), fill: (opened) => fromMenu(opened, 'Report this work') },
  { form: 'a work', at: '/create/erc721' },
  { form: 'an edition', at: '/create/erc1155' },
  { form: 'a collection', at: '/create/erc721', fill: (opened) => press(opened, /^New/) },
  {
    form: 'a profile',
    at: '/profile',
    fill: async ({ user, screen }) => user.type(await screen.findByRole('textbox', { name: 'Short link' }), '-'),
  },
  { form: 'a registration', at: '/regist' },
  { form: 'a log-in', at: '/login' },
  { form: 'a new password', at: '/setpwd' },
]

describe('a form that is refused', () => {
  it.each(ROWS)('[F-62] $form: the first field that is wrong gets the focus', async ({ at, fill }) => {
    const market = new FakeMarket()
    market.hang(
      unsold,
      { ...offered, isOnSale: true, listings: [aSale(offered, ALICE)] },
      { ...auctioned, auctions: [anAuction(auctioned)] },
    )
    market.answer('paytoken.committed', ({ token, chainId = 0 }) => ({ chainId, token, committed: 0n, bids: 0 }))
    market.answer('auction.get', () => anAuction(auctioned))
    market.answer('user.email', () => ({ email: '' })).answer('user.kaptcha', () => 'data:image/svg+xml,%3Csvg/%3E')
    const wallet = new ScriptedWallet()
    wallet.reads.set('balanceOf', 10n ** 24n)
    const opened = await openPage(at, { market, wallet, as: BOB })
    await fill?.(opened)
    const dialogs = () => [...document.querySelectorAll('.dialog')].at(-1)
    if (fill && at !== '/profile') await findDialog()
    const form = () => dialogs() ?? document.querySelector('main')
    const submit = () => [...document.querySelectorAll<HTMLElement>(':is(.dialog-foot, main) .button.primary')].at(-1)
    await expect.poll(() => submit()?.matches(':disabled')).toBe(false)
    await opened.user.click(submit() as HTMLElement)
    const firstFault = () => form()?.querySelector('.field-error')?.closest('.field-set, .file')
    await expect.poll(() => firstFault()?.contains(document.activeElement)).toBe(true)
  })
})
