import { TOKEN_STANDARD } from '@plinth/protocol'
import { createEvent, fireEvent, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { BOB, COLLECTION, EDITIONS, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { answerMaking, aStoredFile } from '../../../test/fake/make-answers.ts'
import { aCollection, aHolding } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'

const PICTURE = new File(['loom'], 'breathing-loom.gif', { type: 'image/gif' })
const SONG = new File(['bell'], 'bell.mp3', { type: 'audio/mpeg' })
const NOTES = new File(['not a picture'], 'notes.txt', { type: 'text/plain' })
const PRESS = 'Mint and sell for 0.15 ETH each'

let market: FakeMarket

/** The house's collection of editions, in which Bob makes one. */
beforeEach(() => {
  market = new FakeMarket()
  market.collections = [aCollection({ address: EDITIONS, name: 'Plinth Editions', isOfficial: true, standard: TOKEN_STANDARD.ERC1155 })]
  answerMaking(market)
})

async function openForm(): Promise<Opened> {
  const opened = await openPage('/create/erc1155', { market, as: BOB })
  await opened.screen.findByRole('heading', { level: 1, name: 'An edition' })
  return opened
}

const input = () => document.querySelector<HTMLInputElement>('main input[type="file"]') as HTMLInputElement
const field = () => document.querySelector<HTMLElement>('main .file') as HTMLElement
const card = () => within(document.querySelector<HTMLElement>('.create-side .card') as HTMLElement)
const picture = () => document.querySelector('.create-side .card img')?.getAttribute('src')
const fill = (of: HTMLElement, value: string) => fireEvent.change(of, { target: { value } })
const choose = (file: File) => fireEvent.change(input(), { target: { files: [file] } })
const uploads = () => market.asked.filter(({ name }) => name.startsWith('storage.'))
const stepStates = () => [...document.querySelectorAll('.dialog .step')].map(({ className }) => className.replace('step ', ''))
const asked = ({ wallet }: Opened) => wallet.log.filter((line) => !line.startsWith('dry'))

async function describeLooms({ user, screen }: Opened): Promise<void> {
  choose(PICTURE)
  fill(screen.getByLabelText('Name', { exact: true }), 'Nine looms')
  await user.selectOptions(screen.getByLabelText('Category'), 'Western')
  fill(screen.getByLabelText('How many'), '9')
  fill(screen.getByLabelText('Price of one', { exact: true }), '0.15')
}

/** Presses the button of the dialog, which tries a failed step again. */
async function again({ user }: Opened, title: string): Promise<void> {
  const step = [...document.querySelectorAll('.dialog .step.failed')].find(({ textContent }) => textContent?.includes(title))
  expect(step).toBeDefined()
  await user.click(document.querySelector('.dialog .flow-act button') as HTMLElement)
}

describe('the file of an item', () => {
  it('[MINT-20, MINT-21] is not kept where it is too large or of another kind, and the limit is named', async () => {
    const { screen } = await openForm()
    const isEmpty = () => expect.poll(() => field().querySelector('.file-empty')).not.toBeNull()
    choose(PICTURE)
    await expect.poll(() => field().querySelector('.file-thumb img')).not.toBeNull()
    const big = new File([], 'big.gif', { type: 'image/gif' })
    Object.defineProperty(big, 'size', { value: 30 * 1_048_576 + 1 })
    choose(big)
    await screen.findByText('The file is larger than 30 MB')
    await isEmpty()
    expect(input().value).toBe('')
    choose(NOTES)
    await screen.findByText('This kind of file is not supported')
    await isEmpty()
    expect(uploads()).toEqual([])
  })

  it('is pasted or dropped, shown on the card each time, and text that is pasted stays text', async () => {
    const { user, screen } = await openForm()
    const pasted = new File(['paint'], 'pasted.png', { type: 'image/png' })
    const paste = (types: string[]) => {
      const event = createEvent.paste(document.body, { clipboardData: { files: [pasted], types } })
      fireEvent(document.body, event)
      return event.defaultPrevented
    }
    expect(paste(['text/plain', 'Files'])).toBe(false)
    expect(field().querySelector('.file-thumb')).toBeNull()
    expect(paste(['Files'])).toBe(true)
    await within(field()).findByText('pasted.png')
    await expect.poll(picture).toMatch(/^blob:/)
    const first = picture()
    await user.click(within(field()).getByRole('button', { name: 'Remove' }))
    fireEvent.dragOver(field())
    await screen.findByText('Let go to add it')
    fireEvent.drop(field(), { dataTransfer: { files: [PICTURE] } })
    await within(field()).findByText('breathing-loom.gif')
    await expect.poll(picture).not.toBe(first)
    expect(uploads()).toEqual([])
  })
})

describe('an edition', () => {
  it('[MINT-15, MINT-25, MINT-29, MINT-32, MINT-33] that lacks something is not begun, says each thing, and can be forgotten', async () => {
    const { user, screen, wallet } = await openForm()
    choose(SONG)
    await user.click(screen.getByRole('radio', { name: 'Other' }))
    fill(screen.getByLabelText('Percent of every later sale'), '10.01')
    await user.selectOptions(screen.getByLabelText('Paid in'), 'PUSD')
    fill(screen.getByLabelText('Price of one', { exact: true }), '0.0000001')
    await user.click(screen.getByRole('button', { name: /^Mint/ }))
    await screen.findByText('Something in the form is missing or wrong')
    for (const missing of [
      'Choose a cover picture for sound and video',
      'royalties cannot greater than 10%',
      'Enter how many',
      'At least 0.000002 PUSD',
    ])
      expect((await screen.findAllByText(missing, { exact: true })).length).toBeGreaterThan(0)
    expect([screen.queryByRole('dialog'), uploads(), wallet.log]).toEqual([null, [], []])
    await user.click(screen.getByRole('button', { name: 'Start afresh' }))
    await user.click(await screen.findByRole('button', { name: 'Empty the whole form?' }))
    await expect.poll(() => field().querySelector('.file-empty')).not.toBeNull()
    expect(document.querySelectorAll('main [aria-invalid="true"]')).toHaveLength(0)
    const values = ['How many', 'Price of one'].map((label) => screen.getByLabelText<HTMLInputElement>(label, { exact: true }).value)
    expect(values).toEqual(['0', ''])
  })

  it('[MINT-02] stands on its card as it is described, and its button says what is made', async () => {
    const opened = await openForm()
    await describeLooms(opened)
    await card().findByText('Nine looms')
    await card().findByText(/0\.15 ETH/)
    await opened.screen.findByRole('button', { name: PRESS })
  })

  it('[MINT-39, MINT-40, MINT-41, MINT-42, MINT-43, MINT-44] goes on step by step after each refusal, its file sent once', async () => {
    const opened = await openForm()
    const { user, screen, wallet } = opened
    await describeLooms(opened)
    wallet.refusals.push(declined())
    await user.dblClick(await screen.findByRole('button', { name: PRESS }))
    const dialog = within(await findDialog('Nine looms'))
    await dialog.findByText(/^You declined/)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(asked(opened)).toEqual(['send setApprovalForAll'])
    expect([uploads(), stepStates()]).toEqual([[], ['failed', 'waiting', 'waiting', 'waiting']])

    // The upload breaks off.
    market.answer('storage.upload', () => {
      throw new TypeError('connection reset')
    })
    await again(opened, 'Allow sales')
    await expect.poll(stepStates).toEqual(['done', 'failed', 'waiting', 'waiting'])
    market.answer('storage.upload', (_, { files }) => aStoredFile(files[0] as File))
    expect(asked(opened)).toEqual(['send setApprovalForAll', 'send setApprovalForAll'])

    // Half of it is through: nothing is minted before all of it is.
    const arrive = market.hold('storage.upload')
    await again(opened, 'Upload the file')
    await expect.poll(() => document.querySelector<HTMLProgressElement>('.dialog progress.step-part')?.value).toBeCloseTo(0.5)
    expect(stepStates()).toEqual(['done', 'running', 'waiting', 'waiting'])
    wallet.refusals.push(declined())
    arrive()
    await expect.poll(stepStates).toEqual(['done', 'done', 'failed', 'waiting'])
    expect(uploads()).toHaveLength(2)

    // Closed and opened again it goes on where it was.
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    wallet.refusals.push(declined())
    await user.click(screen.getByRole('button', { name: PRESS }))
    await findDialog('Nine looms')
    await expect.poll(stepStates).toEqual(['done', 'done', 'failed', 'waiting'])
    expect(uploads()).toHaveLength(2)
    expect(asked(opened).slice(2)).toEqual(['send mint', 'send mint'])

    wallet.onMined = ({ functionName, args }) => {
      if (functionName !== 'mint') return
      const of = { collection: EDITIONS, tokenId: args[0] as bigint, owner: BOB }
      market.answer('nft.owners', () => ({ list: [aHolding(of)] }))
    }
    await again(opened, 'Mint')
    await expect.poll(() => location.pathname).toMatch(/^\/detail\//)
    expect(asked(opened).slice(4)).toEqual(['send mint', 'sign'])
    expect(uploads()).toHaveLength(2)
    // One number was allotted, and one order stored.
    expect([market.inputsOf('dapp.sign').length, market.inputsOf('order.add').length]).toEqual([1, 1])
  })
})

describe('what was begun', () => {
  const form = () => openPage('/create/erc721', { market, as: BOB })
  const reload = ({ wallet }: Opened) => openPage('/create/erc721', { market, wallet, as: BOB, isReload: true })
  const coverOf = (of: ParentNode) => [...of.querySelectorAll<HTMLInputElement>('input[type="file"]')].at(-1) as HTMLInputElement
  const send = (to: HTMLInputElement, file: File) => fireEvent.change(to, { target: { files: [file] } })

  beforeEach(() => {
    market.collections = [aCollection({ isOfficial: true })]
  })

  it('[F-93] of a collection outlives a reload with cover and text that were sent, and is created as its form says now', async () => {
    const openNew = async ({ user, screen }: Opened) => {
      await user.click(await screen.findByRole('button', { name: /^New/ }))
      return findDialog()
    }
    const isDeclined = async (opened: Opened, dialog: HTMLElement) => {
      opened.wallet.refusals.push(declined())
      await opened.user.click(within(dialog).getByRole('button', { name: 'Create the collection' }))
      await within(dialog).findByText('You declined in the wallet. Nothing was sent.')
      expect(uploads()).toHaveLength(1)
    }
    const first = await form()
    first.wallet.results.set('create721', EVE)
    const begun = await openNew(first)
    send(coverOf(begun), PICTURE)
    fill(within(begun).getByLabelText('Display name'), 'Night Roms')
    fill(within(begun).getByLabelText('Token name'), 'NIGHT')
    await isDeclined(first, begun)
    const again = await reload(first)
    const dialog = await openNew(again)
    expect(dialog.querySelector('.file-thumb img')?.getAttribute('src')).toContain('/static/upload/')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Token name').value).toBe('NIGHT')
    await isDeclined(again, dialog)
    fill(within(dialog).getByLabelText('Display name'), 'Night Rooms')
    again.wallet.onMined = () => void market.collections.push(aCollection({ id: 9n, address: EVE, name: 'Night Rooms', owner: BOB }))
    await again.user.click(within(dialog).getByRole('button', { name: 'Create the collection' }))
    await expect.poll(() => again.screen.queryAllByRole('dialog').length).toBe(0)
    await expect.poll(() => again.screen.getByRole<HTMLInputElement>('radio', { name: /Night Rooms/ }).checked).toBe(true)
    expect(uploads()).toHaveLength(1)
    expect(market.inputsOf('contract.create')).toMatchObject([{ name: 'Night Roms' }, { name: 'Night Rooms', symbol: 'NIGHT' }])
    expect(again.wallet.sent.map(({ functionName, args }) => [functionName, args[0], args[3]])).toEqual([
      ['create721', 'Night Rooms', 'ipfs://bafytextNightRooms'],
    ])
  })

  it('[MINT-04, F-132] of a song and its cover outlives a refusal and a reload, and is minted without a second upload', async () => {
    const first = await form()
    const { user, screen } = first
    choose(SONG)
    fill(await screen.findByLabelText('Name', { exact: true }), 'Bell, once more')
    await user.selectOptions(screen.getByLabelText('Category'), 'Western')
    await user.click(screen.getByRole('switch', { name: /List it/ }))
    await user.click(screen.getByRole('button', { name: 'Mint it' }))
    await screen.findByText('Choose a cover picture for sound and video')
    send(coverOf(document.querySelector('main') as HTMLElement), PICTURE)
    first.wallet.refusals.push(declined())
    await user.click(screen.getByRole('button', { name: 'Mint it' }))
    await within(await findDialog('Bell, once more')).findByText(/You declined/)
    expect(uploads()).toHaveLength(1)

    const again = await reload(first)
    await screen.findByText('Your work is still here')
    expect(screen.getByLabelText<HTMLInputElement>('Name', { exact: true }).value).toBe('Bell, once more')
    expect(document.querySelectorAll('.file-thumb')).toHaveLength(2)
    const song = [...document.querySelectorAll<HTMLElement>('.file')].find(({ textContent }) => textContent?.includes(SONG.name))
    within(song as HTMLElement).getByText(/stored/)
    again.wallet.onMined = ({ args }) => {
      const of = { collection: COLLECTION, tokenId: args[0] as bigint, owner: BOB }
      market.answer('nft.owners', () => ({ list: [aHolding(of)] }))
    }
    await again.user.click(screen.getByRole('button', { name: 'Mint it' }))
    await expect.poll(() => location.pathname).toMatch(/^\/detail\//)
    await screen.findAllByText('Minted', { exact: true })
    // On its own page, with a line to share it by.
    expect(location.pathname).toContain(COLLECTION)
    expect(history.state).toMatchObject({ usr: { isJustMade: true } })
    expect(again.wallet.sent.map(({ functionName }) => functionName)).toEqual(['mint'])
    expect([uploads().length, market.inputsOf('dapp.sign').length]).toEqual([1, 1])
    await reload(again)
    expect((await screen.findByLabelText<HTMLInputElement>('Name', { exact: true })).value).toBe('')
    expect(screen.queryByText('Your work is still here')).toBeNull()
  })
})
