/** @module-tag more */
import type { Collection } from '@plinth/api'
import { fireEvent, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALICE, BOB, BOXES, CHAIN, COLLECTION } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { answerMaking } from '../../../test/fake/make-answers.ts'
import { aCollection, anItem, itemPath, person } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage, type PageOptions } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'

const PATH = `/collection/${COLLECTION}?chain=${CHAIN}`
const BANNER = new File(['wide'], 'wide.png', { type: 'image/png' })

let market: FakeMarket

/** Alice's collection. */
beforeEach(() => {
  market = new FakeMarket()
  put({ signer: BOXES, metadataState: 'changeable' })
  market.answer('user.listbyaddr', ({ addresses }) => addresses.map(person))
  answerMaking(market)
})

function put(over: Partial<Collection>): void {
  market.collections = [aCollection({ ...market.collections[0], ...over })]
}

const open = (options: PageOptions = {}): Promise<Opened> => openPage(PATH, { market, as: ALICE, ...options })
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const foot = () => document.querySelector('.dialog-foot .button.primary') as HTMLElement

const unfold = async ({ screen }: Opened) => fireEvent.click(await screen.findByRole('button', { name: 'More', hidden: true }))

async function openDialog({ user, screen }: Opened, name: string) {
  await user.click(await screen.findByRole('button', { name }))
  return within(await findDialog())
}

describe('what a collection says of itself', () => {
  it('is edited by its owner alone, in both languages', async () => {
    const visitor = await open({ as: BOB })
    await visitor.screen.findByText('What the house hangs.')
    expect(visitor.screen.queryByRole('button', { name: /Edit the collection|编辑合集/ })).toBeNull()
    const owner = await open()
    await owner.screen.findByRole('button', { name: 'Edit the collection' })
    const inChinese = await open({ locale: 'zh' })
    await inChinese.screen.findByRole('button', { name: '编辑合集' })
  })

  it('takes no website that is none, and keeps all after a no in the wallet', async () => {
    const opened = await open()
    const { user, wallet } = opened
    const dialog = await openDialog(opened, 'Edit the collection')
    fill(dialog.getByLabelText('Introduction'), 'Walks, in thick strokes.')
    fill(dialog.getByLabelText('Website'), 'fieldnotes')
    await user.click(dialog.getByRole('button', { name: 'Publish it' }))
    await dialog.findByText('please enter an address that begins with https://')
    expect([market.inputsOf('contract.describe'), wallet.log]).toEqual([[], []])
    fill(dialog.getByLabelText('Website'), 'https://fieldnotes.example/walks')
    const banner = within(dialog.getByRole('group', { name: 'Banner' })).getByLabelText('Banner')
    fireEvent.change(banner, { target: { files: [BANNER] } })
    market.answer('contract.describe', () => ({ metadataUrl: 'ipfs://bafytext' }))
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Publish it' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Introduction').value).toBe('Walks, in thick strokes.')
    expect(wallet.sent).toEqual([])
    fill(dialog.getByLabelText('Introduction'), 'Walks, in very thick strokes.')
    wallet.onMined = () =>
      put({
        description: 'Walks, in very thick strokes.',
        externalUrl: 'https://fieldnotes.example/walks',
        bannerUrl: '/static/upload/wide',
        metadataUrl: 'ipfs://bafytext',
      })
    await user.click(foot())
    await dialog.findAllByText('Everybody can read it now')
    expect(wallet.sent).toMatchObject([{ functionName: 'setContractURI', address: COLLECTION, args: ['ipfs://bafytext'] }])
    expect(market.inputsOf('contract.describe').at(-1)).toMatchObject({
      collection: COLLECTION,
      description: 'Walks, in very thick strokes.',
      externalUrl: 'https://fieldnotes.example/walks',
    })
    const page = opened.screen
    await unfold(opened)
    await page.findByText('Walks, in very thick strokes.', { selector: 'main *' })
    await page.findByRole('link', { name: /fieldnotes\.example/, hidden: true })
    expect(document.querySelector('.collection-banner img:not(.blurred)')).not.toBeNull()
  })

  it('loses a banner that its owner takes away', async () => {
    put({ bannerUrl: '/static/upload/wide' })
    const opened = await open()
    const { user, screen, wallet } = opened
    const dialog = await openDialog(opened, 'Edit the collection')
    within(dialog.getByRole('group', { name: 'Banner' })).getByText('Shown now')
    await user.click(dialog.getByRole('switch', { name: 'No banner' }))
    market.answer('contract.describe', () => ({ metadataUrl: 'ipfs://bafybare' }))
    wallet.onMined = () => put({ bannerUrl: '', metadataUrl: 'ipfs://bafybare' })
    await user.click(dialog.getByRole('button', { name: 'Publish it' }))
    await dialog.findAllByText('Everybody can read it now')
    expect(market.inputsOf('contract.describe')).toMatchObject([{ banner: 0n }])
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await expect.poll(() => document.querySelector('.collection-banner img.blurred')).not.toBeNull()
    expect(document.querySelector('.collection-banner img:not(.blurred)')).toBeNull()
  })
})

describe('metadata that its owner freezes', () => {
  it('[F-14] is said to be changeable on collection and item, and only its owner can freeze it', async () => {
    const visitor = await open({ as: BOB })
    await unfold(visitor)
    await visitor.screen.findByText('Metadata: can be changed by the collection’s owner')
    expect(visitor.screen.queryByRole('button', { name: 'Freeze the metadata' })).toBeNull()
    const owner = await open()
    await unfold(owner)
    await owner.screen.findByText('Metadata: can be changed by the collection’s owner')
    await owner.screen.findByRole('button', { name: 'Freeze the metadata' })
    const changeable = market.hang(anItem({ metadataState: 'changeable' }))
    const item = await openPage(itemPath(changeable), { market, as: BOB })
    await item.screen.findByText('can be changed by the collection’s owner')
  })

  it('[F-14] stays as it is after a no in the wallet, and is frozen by one transaction after a yes', async () => {
    const wallet = new ScriptedWallet()
    wallet.reads.set('isTokenURIPrefixFrozen', false)
    const opened = await open({ wallet })
    const { user, screen } = opened
    const dialog = await openDialog(opened, 'Freeze the metadata')
    dialog.getByText('This cannot be undone, by you or by any later owner.')
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Freeze for good' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(wallet.sent).toEqual([])
    wallet.onMined = () => put({ metadataState: 'frozen' })
    await user.click(foot())
    await dialog.findAllByText('The metadata is frozen')
    expect(wallet.sent).toMatchObject([{ functionName: 'freezeTokenURIPrefix', address: COLLECTION, args: [] }])
    await user.keyboard('{Escape}')
    await unfold(opened)
    await screen.findByText('Metadata: frozen')
    await expect.poll(() => screen.queryByRole('button', { name: 'Freeze the metadata' })).toBeNull()
  })

  it.each([
    ['Edit the collection', '编辑合集'],
    ['[F-14] Freeze the metadata', '固定元数据'],
  ])('has a dialog that is walked by keyboard as far as a no, and its focus goes back: %s', async (en, zh) => {
    const wallet = new ScriptedWallet()
    wallet.reads.set('isTokenURIPrefixFrozen', false)
    market.answer('contract.describe', () => ({ metadataUrl: 'ipfs://bafytext' }))
    const { user, screen } = await open({ wallet })
    const opener = await screen.findByRole('button', { name: en.replace('[F-14] ', '') })
    opener.focus()
    await user.keyboard('{Enter}')
    const dialog = await findDialog()
    for (let presses = 0; presses < 30 && document.activeElement !== foot(); presses++) await user.tab()
    expect(document.activeElement).toBe(foot())
    wallet.refusals.push(declined())
    await user.keyboard('{Enter}')
    await within(dialog).findByText('You declined in the wallet. Nothing was sent.')
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await expect.poll(() => document.activeElement === opener).toBe(true)
    const inChinese = await open({ wallet, locale: 'zh' })
    await inChinese.screen.findByRole('button', { name: zh })
  })
})
