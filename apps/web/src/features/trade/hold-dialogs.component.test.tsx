import type { ItemRecord } from '@plinth/api'
import { HISTORY_TYPE, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE, EXCHANGE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aHolding, anEvent, anItem, aSale, type ItemOf, itemPath } from '../../../test/fake/records.ts'
import { findDialog, openPage, type PageOptions } from '../../../test/page.tsx'
import { declined, revertOf } from '../../../test/scripted-market.ts'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

const TO = 'Receiver’s address'
const WORD = 'Type “burn” to confirm'
const mixed = (address: string) => address.toUpperCase().replace('0X', '0x')

/** Alice holds it, and it is hers alone. */
async function openItem(over: ItemOf = {}, options: Partial<PageOptions> = {}) {
  const market = new FakeMarket()
  const item = market.hang(anItem(over))
  const opened = await openPage(itemPath(item), { market, as: ALICE, ...options })
  const { user, wallet, screen } = opened
  const value = (field: HTMLElement) => (field as HTMLInputElement).value
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    if (text !== '') await user.type(field, text)
  }
  /** The market has booked what the wallet sent, and the item is this afterwards. */
  const bookAs = (next: Partial<ItemRecord>, type: number = HISTORY_TYPE.TRANSFER) => {
    wallet.onMined = (_, hash) => {
      market.change(item, next)
      market.answer('nft.history', () => [anEvent(item, { txHash: hash, type })])
    }
  }
  const openMenu = async () => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await screen.findByRole('button', { name: 'Refresh metadata' })
    return [...document.querySelectorAll('.menu-item')].map(wordsOf)
  }
  const choose = async (name: string) => {
    await openMenu()
    await user.click(screen.getByRole('button', { name }))
    return within(await findDialog('Wheat field'))
  }
  return { ...opened, market, item, value, type, bookAs, openMenu, choose }
}

/** Ten pieces, all of them Alice's. */
const ten = (): ItemOf => {
  const { collection, tokenId } = anItem({ standard: TOKEN_STANDARD.ERC1155 })
  return { standard: TOKEN_STANDARD.ERC1155, supply: 10n, holdings: [aHolding({ collection, tokenId, owner: ALICE, quantity: 10n })] }
}
const holdingsOf = ({ collection, tokenId }: ItemRecord, quantity: bigint) => [aHolding({ collection, tokenId, owner: ALICE, quantity })]

describe('the menu of an item', () => {
  it('[ITEM-06, ITEM-07, XFER-01, BURN-01] has transfer and burn for the owner only, refresh for everybody', async () => {
    const { openMenu, item, market } = await openItem()
    expect(await openMenu()).toEqual(['Transfer', 'Burn', 'Refresh metadata', 'Report this work'])
    expect(market.itemOf(item)?.onlyOwner).toBe(ALICE)
    for (const as of [BOB, undefined]) {
      const { openMenu: openOther } = await openItem({}, as ? { as } : { as: EVE, isSignedIn: false })
      expect(await openOther()).toEqual(['Refresh metadata', 'Report this work'])
    }
  })

  it('[ITEM-08] says that the metadata was refreshed once the server has', async () => {
    const { openMenu, screen, user, market, item } = await openItem({}, { as: BOB })
    market.answer('nft.refreshmeta', () => ({}))
    await openMenu()
    await user.click(screen.getByRole('button', { name: 'Refresh metadata' }))
    await screen.findByText('Refresh success!')
    expect(market.inputsOf('nft.refreshmeta')).toMatchObject([{ collection: item.collection, tokenId: item.tokenId, chainId: CHAIN }])
  })
})

describe('the dialog of a transfer', () => {
  it('[XFER-02, XFER-03, TX-15, SALE-01] refuses no address, no real one, one’s own, and those where it would be lost', async () => {
    const bare = anItem()
    const { choose, type, user, wallet, value } = await openItem({ listings: [aSale(bare, ALICE)] })
    let dialog = await choose('Transfer')
    await user.click(dialog.getByRole('switch', { name: /^Cancel your listing at 1\.00 ETH too/ }))
    await reads(dialog, 'It stays signed and becomes inactive.')
    await reads(dialog, 'This can’t be undone')
    for (const [to, said] of [
      ['', 'Enter an address'],
      ['0x123', 'This is not an address: 0x and 40 characters'],
      [mixed(ALICE), 'That is your own address'],
      [ZERO_ADDRESS, 'Nobody holds the zero address: what goes there is lost'],
      [bare.collection, 'That is the collection’s own address: what goes there is lost'],
    ] as const) {
      await type(dialog.getByLabelText(TO), to)
      await user.click(dialog.getByRole('button', { name: 'Send it' }))
      await dialog.findByText(said)
    }
    expect(wallet.log).toEqual([])
    await user.keyboard('{Escape}')
    await dialogCloses()
    dialog = await choose('Transfer')
    expect(value(dialog.getByLabelText(TO))).toBe('')
  })

  it('[TX-15] stops before the wallet opens where a contract can’t receive it, in the reader’s language', async () => {
    const { choose, type, user, wallet } = await openItem()
    const dialog = await choose('Transfer')
    await type(dialog.getByLabelText(TO), EXCHANGE)
    wallet.reverts.set('safeTransferFrom', [revertOf(collection721Abi, 'ERC721InvalidReceiver', [EXCHANGE], 'safeTransferFrom')])
    await user.click(dialog.getByRole('button', { name: 'Send it' }))
    await reads(dialog, 'A contract lives at this address, and it can’t receive works. Nothing was sent.')
    expect(wallet.log).toEqual(['dry safeTransferFrom'])
  })

  it('[XFER-06, XFER-07, SHELL-76] names the receiver, is declined once, then sends it to the address typed last', async () => {
    const { choose, type, user, wallet, bookAs, item, screen, openMenu } = await openItem()
    const dialog = await choose('Transfer')
    await type(dialog.getByLabelText(TO), ` ${mixed(BOB)} `)
    await reads(dialog, 'Here this address is known as Bob.')
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Send it' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    await type(dialog.getByLabelText(TO), EVE)
    await reads(dialog, 'Here this address is known as Eve.')
    const { collection, tokenId } = item
    bookAs({ onlyOwner: EVE, holdings: [aHolding({ collection, tokenId, owner: EVE })], listings: [] })
    await user.click(dialog.getByRole('button', { name: 'Send it' }))
    await dialogCloses()
    expect(wallet.sent).toMatchObject([{ functionName: 'safeTransferFrom', address: collection, args: [ALICE, EVE, tokenId] }])
    await expect.poll(() => wordsOf(screen.getByRole('main'))).toContain('Held by Eve')
    expect(await openMenu()).toEqual(['Refresh metadata', 'Report this work'])
    await user.keyboard('{Escape}')
    await reads(within(await screen.findByRole('table', { name: 'History' })), 'Transferred')
  })

  it('[XFER-04, XFER-05] of an edition shows a missing number under the address, and refuses too many', async () => {
    const { choose, type, user, wallet, bookAs, item } = await openItem(ten())
    const dialog = await choose('Transfer')
    const [to, many] = [dialog.getByLabelText(TO), dialog.getByLabelText('How many')]
    await type(to, BOB)
    await type(many, '')
    await user.click(dialog.getByRole('button', { name: /^Send/ }))
    await dialog.findByText('Enter how many')
    const described = to.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Enter how many')
    expect(many.getAttribute('aria-invalid')).toBe('true')
    await type(many, '11')
    await dialog.findByText('That is more than there are')
    await user.click(dialog.getByRole('button', { name: /^Send/ }))
    expect(wallet.log).toEqual([])
    await type(many, '3')
    bookAs({ holdings: holdingsOf(item, 7n) })
    await user.click(dialog.getByRole('button', { name: 'Send 3' }))
    await dialogCloses()
    expect(wallet.sent).toMatchObject([{ functionName: 'safeTransferFrom', args: [ALICE, BOB, item.tokenId, 3n, '0x'] }])
  })

  it('follows one that is on its way, with its receiver and number, and asks for no second one', async () => {
    const { choose, wallet, value, item: record, bookAs } = await openItem(ten())
    const hash = wallet.sendElsewhere({ functionName: 'safeTransferFrom', args: [ALICE, BOB, record.tokenId, 2n, '0x'] })
    wallet.statuses.push('waiting')
    const item = { collection: record.collection, tokenId: record.tokenId.toString() }
    const entry = { id: 'earlier', hash, chainId: CHAIN, account: ALICE, act: 'transfer', title: 'Wheat field', item, subject: `${BOB} 2` }
    localStorage.setItem(
      'transactions',
      JSON.stringify([{ ...entry, status: 'pending', isStuck: false, isFinal: false, sentAt: Date.now() }]),
    )
    bookAs({ holdings: holdingsOf(record, 8n) })
    const dialog = await choose('Transfer')
    await reads(dialog, 'Sent. Waiting for its block.')
    expect([value(dialog.getByLabelText(TO)), value(dialog.getByLabelText('How many'))]).toEqual([BOB, '2'])
    await dialogCloses()
    expect(wallet.log).toEqual([])
  })
})

describe('the dialog of burning', () => {
  it('is opened, filled in and left by the keyboard alone, which is back where it was', async () => {
    const { user, screen, wallet } = await openItem(ten())
    const more = await screen.findByRole('button', { name: 'More' })
    more.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Burn' })
    await user.keyboard('{Tab}{ArrowDown}{Enter}')
    const dialog = within(await findDialog('Wheat field'))
    await expect.poll(() => document.activeElement === dialog.getByLabelText('How many')).toBe(true)
    wallet.refusals.push(declined())
    await user.keyboard('{Tab}{Tab}burn{Tab}{Enter}')
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    await user.keyboard('{Escape}')
    await expect.poll(() => document.activeElement === more).toBe(true)
  })

  it('[BURN-02, BURN-03, BURN-04, BURN-05] asks how many, no more than are owned, and for the word, then burns in one step', async () => {
    const { choose, type, user, wallet, bookAs, item, screen } = await openItem(ten())
    const dialog = await choose('Burn')
    const many = dialog.getByLabelText('How many')
    await type(many, '')
    await user.click(dialog.getByRole('button', { name: /^Burn/ }))
    await dialog.findByText('Enter how many')
    await dialog.findByText('Type the word, so that nothing is burnt by accident')
    await type(many, '11')
    await dialog.findByText('That is more than there are')
    await type(many, '1')
    await reads(dialog, 'Destroys 1 of the 10 you hold')
    await user.click(dialog.getByRole('button', { name: 'Burn 1' }))
    await dialog.findByText('Type the word, so that nothing is burnt by accident')
    expect(wallet.log).toEqual([])
    await user.type(dialog.getByLabelText(WORD), 'burn')
    bookAs({ supply: 9n, holdings: holdingsOf(item, 9n) })
    await user.click(dialog.getByRole('button', { name: 'Burn 1' }))
    await dialogCloses()
    expect(wallet.log).toEqual(['dry burn', 'send burn'])
    expect(wallet.sent).toMatchObject([{ address: item.collection, args: [ALICE, item.tokenId, 1n] }])
    await expect.poll(() => wordsOf(screen.getByRole('main'))).toContain('9 pieces')
    expect(wordsOf(screen.getByRole('main'))).toContain('you hold 9')
  })

  it('[BURN-04, BURN-05, ITEM-12, SHELL-76] burns a single one for good, and its page says so', async () => {
    const { choose, user, wallet, bookAs, item, screen, openMenu } = await openItem()
    const dialog = await choose('Burn')
    await reads(dialog, 'Burning destroys it on the chain, for good.')
    await user.type(dialog.getByLabelText(WORD), 'BURN')
    bookAs({ supply: 0n, holdings: [], onlyOwner: '' })
    await user.click(dialog.getByRole('button', { name: 'Burn it' }))
    await dialogCloses()
    await reads(screen, 'Gone for good')
    expect(wallet.sent).toMatchObject([{ functionName: 'burn', address: item.collection, args: [item.tokenId] }])
    expect(await openMenu()).toEqual(['Refresh metadata', 'Report this work'])
  })

  it('[ITEM-44, ACC-18, BURN-01] from one’s own items burns nothing that has left meanwhile', async () => {
    const market = new FakeMarket()
    market.hang(anItem({ name: 'To ashes' }))
    const { user, screen, wallet } = await openPage('/items?tab=collectibles', { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'More for To ashes' }))
    const card = (await screen.findByRole('button', { name: 'More for To ashes' })).closest('article')
    if (!card) throw new Error('no card')
    await expect.poll(() => [...document.querySelectorAll('.menu-item')].map(wordsOf)).toEqual(['Transfer', 'Burn'])
    await user.click(screen.getByRole('button', { name: 'Burn' }))
    const dialog = within(await findDialog('To ashes'))
    await user.type(dialog.getByLabelText(WORD), 'burn')
    wallet.reverts.set('burn', [revertOf(collection721Abi, 'ERC721InsufficientApproval', [ALICE, 7n], 'burn')])
    await user.click(dialog.getByRole('button', { name: 'Burn it' }))
    await reads(dialog, 'You no longer hold as many as this takes. Nothing was sent.')
    expect(wallet.log).toEqual(['dry burn'])
  })
})
