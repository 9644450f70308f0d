import { ASSET_TYPE, type Order, orderDomain, orderTypedData, packSalt } from '@plinth/protocol'
import { act, fireEvent, within } from '@testing-library/react'
import { parseEther, type TypedDataDefinition } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EXCHANGE, WRAPPED } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, aSale, HASH, itemPath } from '../../../test/fake/records.ts'
import { keepOrders } from '../../../test/fake/stored-orders.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'

const panel = () => document.querySelector<HTMLElement>('.lets-happen')
const lines = () => [...(panel()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
const warnings = () => panel()?.querySelectorAll('.warn-note').length

async function openItem(as: typeof ALICE) {
  const market = new FakeMarket()
  const item = anItem({ owner721: as === ALICE ? ALICE : BOB })
  market.hang({ ...item, listings: as === ALICE ? [] : [aSale(item, BOB)], isOnSale: as !== ALICE })
  keepOrders(market)
  const opened = await openPage(itemPath(item), { market, as: ALICE })
  Object.assign(opened.wallet, { tokens: parseEther('10'), isApproved: true })
  return opened
}

async function openBid() {
  const opened = await openItem(BOB)
  await opened.user.click(await opened.screen.findByRole('button', { name: 'Bid' }))
  const dialog = within(await findDialog('Wheat field'))
  await opened.user.type(dialog.getByLabelText('Your bid'), '0.2')
  return { ...opened, dialog }
}

describe('what a signature lets happen', () => {
  it('[SIGN-01][SIGN-03] stands in the dialog before the wallet answers, and warns of nothing in a normal listing', async () => {
    const { user, screen, wallet } = await openItem(ALICE)
    await user.click(await screen.findByRole('button', { name: 'Sell' }))
    await user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
    const dialog = within(await findDialog())
    await user.type(dialog.getByLabelText('Price'), '2')
    expect(panel()).toBeNull()
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(lines()).toEqual([
      'Anybody can buy #7 of 0xccccccccc…cccc from you for 2.00 ETH, without asking you again.',
      expect.stringMatching(/^The service fee of 2\.50% and the royalty/),
      expect.stringMatching(/^It ends /),
    ])
    expect(panel()?.textContent).toContain('Cancel the listing at any time, for a network fee.')
    expect(warnings()).toBe(0)
    expect(await findViolations(document.querySelector('[role=dialog]') as HTMLElement)).toEqual([])
  })

  it('[SIGN-01] names an exact allowance with its spender and amount, and then the bid', async () => {
    const { user, wallet, dialog } = await openBid()
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(lines()).toEqual([expect.stringMatching(/^This market can take up to 0\.205 WETH from your wallet/)])
    expect(warnings()).toBe(0)
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    await expect.poll(() => lines()[0]).toMatch(/^A holder can sell you #7/)
  })

  it('[SIGN-05] has any amount allowed only where the reader chose it, and warns of it then', async () => {
    const { user, wallet, dialog } = await openBid()
    await user.click(dialog.getByRole('switch', { name: /^Allow WETH without a limit/ }))
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(lines()).toEqual(['This market can take any amount of WETH from your wallet, now and later.'])
    expect(warnings()).toBe(1)
  })

  it('[SIGN-05] says that all works of a collection are approved before the wallet is asked for it', async () => {
    const { user, screen, wallet } = await openItem(ALICE)
    wallet.isApproved = false
    await user.click(await screen.findByRole('button', { name: 'Sell' }))
    await user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
    const dialog = within(await findDialog())
    await user.type(dialog.getByLabelText('Price'), '2')
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(lines()).toEqual([expect.stringMatching(/^This market can move every work of 0xccccccccc…cccc that you hold, now and later/)])
    expect(wallet.log.filter((act) => act.startsWith('send'))).toEqual(['send setApprovalForAll'])
  })

  it('[SIGN-02] is read from what goes to the wallet: a form that says less can’t make it say less', async () => {
    const { user, screen, wallet } = await openBid()
    // The form says 0.2, and what is signed is ten times as much, for as long as can be.
    const order: Order = {
      owner: ALICE,
      salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 1_000, sequence: 1n }),
      sellAsset: { token: WRAPPED, tokenId: 0n, assetType: ASSET_TYPE.ERC20 },
      buyAsset: { token: COLLECTION, tokenId: 7n, assetType: ASSET_TYPE.ERC721 },
      selling: parseEther('2'),
      buying: 1n,
      sellerFee: 250n,
    }
    const lie = { kind: 'signature', digest: HASH, submit: async () => undefined } as const
    // Those of the page: it has modules of its own.
    const { openChain } = await import('../../flows/engine/context.ts')
    const { signPrepared } = await import('../../flows/engine/sign-prepared.ts')
    const chain = await openChain(CHAIN)
    await act(() => signPrepared(chain, async () => ({ ...lie, typedData: orderTypedData(order, orderDomain(CHAIN, EXCHANGE)) })))
    await expect
      .poll(lines)
      .toEqual([
        'A holder can sell you #7 of 0xccccccccc…cccc for 2.00 WETH, without asking you again.',
        'At most 2.20 WETH leave your wallet, a service fee of up to 10.00% included.',
        expect.stringMatching(/^The money stays with you/),
        'It has no end.',
      ])
    await user.click(screen.getByText('The exact data'))
    await expect.poll(() => panel()?.querySelector('pre')?.textContent).toContain('2000000000000000000')
    // What can't be read to the last field is not asked for.
    const [asked, elsewhere] = [wallet.log.length, orderTypedData(order, orderDomain(CHAIN, BOB))]
    await expect(signPrepared(chain, async () => ({ ...lie, typedData: elsewhere }))).rejects.toThrow('ORDER_MISMATCH')
    expect(wallet.log).toHaveLength(asked)
  })

  it('[SIGN-02] stays what the wallet is asked for when the form says something else meanwhile', async () => {
    const { user, screen, wallet, dialog } = await openBid()
    wallet.allowance = parseEther('10')
    const asked = Promise.withResolvers<TypedDataDefinition>()
    const answer = Promise.withResolvers<`0x${string}`>()
    wallet.wallet.signTypedData = (data) => {
      asked.resolve(data)
      return answer.promise
    }
    await user.click(dialog.getByRole('button', { name: 'Sign the bid' }))
    const { message } = await asked.promise
    expect(message).toMatchObject({ selling: parseEther('0.2') })
    const said = 'A holder can sell you #7 of 0xccccccccc…cccc for 0.20 WETH, without asking you again.'
    await expect.poll(() => lines()[0]).toBe(said)
    const all = lines()
    const price = dialog.getByLabelText('Your bid')
    // A field that waits takes no more from a reader; what changes it here is a form that lies.
    fireEvent.change(price, { target: { value: '0.01' } })
    expect(price).toHaveProperty('value', '0.01')
    expect(lines()).toEqual(all)
    await user.click(screen.getByText('The exact data'))
    const exact = JSON.parse(panel()?.querySelector('pre')?.textContent ?? '')
    expect(exact.message).toMatchObject({ selling: parseEther('0.2').toString() })
    answer.reject(declined())
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(lines()).toEqual(all)
  })
})
