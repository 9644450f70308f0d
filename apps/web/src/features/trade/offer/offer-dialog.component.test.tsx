import { ANY_ID, unpackSalt } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALICE, BOB, COLLECTION, DOLLARS, EVE, PROXY, WRAPPED } from '../../../../test/addresses.ts'
import { findViolations } from '../../../../test/axe.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anOffer } from '../../../../test/fake/offer-answers.ts'
import { aCollection, anItem } from '../../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../../test/page.tsx'
import { dialogCloses, reads, wordsOf } from '../../../../test/trade.ts'

const MAKE = 'Make a collection offer'
const EACH = 'For each'

/** Three works of Bob's: two are red, one is blue. */
let market: FakeMarket
beforeEach(() => {
  market = new FakeMarket()
  const works = ['Red', 'Red', 'Blue'].map((value, at) => {
    const metadata = JSON.stringify({ name: `Work ${at}`, image: 'ipfs://bafywork', attributes: [{ trait_type: 'Colour', value }] })
    return anItem({ tokenId: BigInt(at + 1), owner721: BOB, metadata })
  })
  market.hang(...works)
})

type Funds = { tokens: bigint; coin?: bigint; allowance?: bigint }

async function open(funds: Funds, search = ''): Promise<Opened> {
  const opened = await openPage(`/collection/${COLLECTION}${search}`, { market, as: ALICE })
  Object.assign(opened.wallet, funds)
  return opened
}

async function openDialog({ user, screen }: Opened) {
  await user.click(await screen.findByRole('button', { name: MAKE }))
  const dialog = within(await findDialog('Plinth Works'))
  await dialog.findByText(/^Any of [23]$/)
  return dialog
}
type Dialog = Awaited<ReturnType<typeof openDialog>>

async function fill({ user }: Opened, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}
const sign = ({ user }: Opened, dialog: Dialog) => user.click(dialog.getByRole('button', { name: /^Sign the offer/ }))
const totalOf = () => wordsOf(document.querySelector('[role=dialog] .sum .total'))

describe('the dialog of an offer for a set', () => {
  it('[COFF-01] asks for price, number, end and pay token, and signs once, for the works of today', async () => {
    const opened = await open({ tokens: parseEther('10') })
    const { market: server, wallet, screen } = opened
    const dialog = await openDialog(opened)
    expect(within(dialog.getByLabelText('Offer in')).getAllByRole('option').map(wordsOf)).toEqual(['WETH', 'PUSD'])
    await sign(opened, dialog)
    await dialog.findByText('Enter a price above zero')
    await fill(opened, dialog.getByLabelText(EACH), '0.2')
    await fill(opened, dialog.getByLabelText('How many'), '501')
    await dialog.findByText('500 at most')
    await fill(opened, dialog.getByLabelText('How many'), '3')
    await dialog.findByText('3 works at 0.20 WETH')
    await dialog.findByText('+ 0.015 WETH')
    expect(totalOf()).toContain('0.615 WETH')
    await reads(dialog, 'Your balance covers 3 of 3.')
    await reads(dialog, 'those that are minted later are not among them')
    expect(await findViolations(await findDialog('Plinth Works'))).toEqual([])
    await sign(opened, dialog)
    await dialogCloses()
    await reads(screen, 'Your offer stands')
    expect(wallet.sent.map(({ functionName, args }) => [functionName, ...args])).toEqual([['approve', PROXY, parseEther('0.615')]])
    expect(wallet.log.filter((asked) => asked === 'sign')).toHaveLength(1)
    const [prepared] = server.inputsOf('offer.prepare')
    expect(prepared).toMatchObject({ attributes: [], quantity: 3n, unitPrice: parseEther('0.2'), payToken: WRAPPED, maker: ALICE })
    expect(server.inputsOf('offer.add')).toMatchObject([{ quantity: 3n, root: expect.not.stringMatching(ANY_ID) }])
  })

  it('[COFF-01] ends at the chosen time, in the pay token that is chosen', async () => {
    const opened = await open({ tokens: 10n ** 9n, allowance: 10n ** 9n })
    const dialog = await openDialog(opened)
    await opened.user.click(dialog.getByRole('radio', { name: '1 day' }))
    await opened.user.selectOptions(dialog.getByLabelText('Offer in'), 'PUSD')
    await fill(opened, dialog.getByLabelText(EACH), '5')
    await sign(opened, dialog)
    await dialogCloses()
    const [added] = opened.market.inputsOf('offer.add')
    expect(added?.payToken).toBe(DOLLARS)
    const [prepared] = opened.market.inputsOf('offer.prepare')
    // A test takes less than its time, 30 seconds.
    const lasts = (prepared?.validUntil ?? 0) - opened.market.now
    expect(lasts).toBeGreaterThanOrEqual(86_400)
    expect(lasts).toBeLessThan(86_400 + 30)
    expect(unpackSalt(added?.salt ?? 0n).validUntil).toBe(prepared?.validUntil)
  })

  it('[COFF-06] says what new works would mean before it takes them, and what counts on the chain', async () => {
    const opened = await open({ tokens: parseEther('10'), allowance: parseEther('10') })
    const dialog = await openDialog(opened)
    const isNew = dialog.getByRole('switch', { name: /Any work, also new ones/ })
    expect(isNew.getAttribute('aria-checked')).toBe('false')
    const terms = () =>
      within(dialog.getByRole('list', { name: 'What this offer means' }))
        .getAllByRole('listitem')
        .map(wordsOf)
    await expect
      .poll(terms)
      .toContain('On the chain only the list of these works counts: it keeps works that this market hides or stops later.')
    await opened.user.click(isNew)
    await reads(dialog, 'Whoever can mint in this collection can make new works and sell them to you at this price.')
    expect(terms()).toContain('On the chain every work of the collection counts, also one that this market hides or stops.')
    await fill(opened, dialog.getByLabelText(EACH), '0.1')
    let panel: string[] = []
    const seen = new MutationObserver(() => {
      const lines = [...document.querySelectorAll('.lets-happen li')].map(wordsOf)
      if (lines.length > 0) panel = lines
    })
    seen.observe(document.body, { childList: true, subtree: true, characterData: true })
    await sign(opened, dialog)
    await dialogCloses()
    seen.disconnect()
    expect(panel).toContain('Works that are minted later count, too.')
    expect(opened.market.inputsOf('offer.prepare')).toMatchObject([{ withNew: true }])
    expect(opened.market.inputsOf('offer.add')).toMatchObject([{ root: ANY_ID }])
  })

  it('[COFF-02, COFF-04, COFF-10] takes the traits of the list, says how many works they cover, and who can still change them', async () => {
    market.collections = [aCollection({ metadataState: 'changeable' })]
    const opened = await open({ tokens: parseEther('10'), allowance: parseEther('10') }, '?trait=Colour:Red')
    const dialog = await openDialog(opened)
    expect(dialog.getByLabelText<HTMLSelectElement>('Value').value).toBe('Red')
    await reads(dialog, '2 works fit. The 2 works are fixed now; if their traits change, the offer stays with these 2.')
    await reads(dialog, 'the collection’s owner can change the metadata, and so the traits')
    await fill(opened, dialog.getByLabelText(EACH), '0.1')
    await sign(opened, dialog)
    await dialogCloses()
    expect(opened.market.inputsOf('offer.prepare')).toMatchObject([{ attributes: [{ key: 'Colour', values: ['Red'] }] }])
    expect(opened.market.offers).toMatchObject([{ items: 2 }])
  })

  it('[COFF-10] takes no traits while all works are alike, as before a reveal', async () => {
    market.items = market.items.slice(0, 2)
    const opened = await open({ tokens: parseEther('10') })
    const dialog = await openDialog(opened)
    await opened.user.click(dialog.getByRole('radio', { name: 'With a trait' }))
    await reads(dialog, 'All works are alike so far, as before a reveal')
    expect(dialog.queryByLabelText('Trait')).toBeNull()
    await fill(opened, dialog.getByLabelText(EACH), '0.1')
    await sign(opened, dialog)
    await dialog.findByRole('alert')
    expect(opened.market.inputsOf('offer.prepare')).toEqual([])
  })

  it('[COFF-05] says how many units the balance covers, wraps for more where that is wanted, and is stopped below one', async () => {
    const opened = await open({ tokens: parseEther('0.25'), coin: parseEther('5'), allowance: parseEther('100') })
    const dialog = await openDialog(opened)
    await fill(opened, dialog.getByLabelText(EACH), '0.2')
    await fill(opened, dialog.getByLabelText('How many'), '4')
    await reads(dialog, 'That then covers 4 of 4.')
    await opened.user.click(dialog.getByRole('switch', { name: /Turn more ETH into WETH first/ }))
    await reads(dialog, 'Your balance covers 1 of 4.')
    await sign(opened, dialog)
    await dialogCloses()
    expect(opened.wallet.sent).toEqual([])
    const poor = await open({ tokens: parseEther('0.1'), coin: 0n })
    const other = await openDialog(poor)
    await fill(poor, other.getByLabelText(EACH), '0.2')
    await expect.poll(() => other.getByRole<HTMLButtonElement>('button', { name: /^Sign the offer/ }).disabled).toBe(true)
  })

  it('[F-124] shows the top offer of others beside the price', async () => {
    market.offers = [anOffer(EVE, { unitPrice: parseEther('0.3') })]
    const opened = await open({ tokens: parseEther('10') })
    const dialog = await openDialog(opened)
    await opened.user.click(await dialog.findByRole('button', { name: 'Top offer +5%' }))
    expect(dialog.getByLabelText<HTMLInputElement>(EACH).value).toBe('0.315')
  })
})
