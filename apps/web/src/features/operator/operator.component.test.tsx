/** @module-tag more */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { openOperatorConsole } from '../../../test/fake/operator-console.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'
import { dialogCloses } from '../../../test/trade.ts'

const ROLES = ['viewer', 'moderator', 'operator'] as const
/** Of what changes something, who is offered it. */
const OFFERED: readonly (readonly [part: string, act: string, to: readonly string[]])[] = [
  ['items', 'Hide an item', ['moderator', 'operator']],
  ['reports', 'Hide and uphold', ['moderator', 'operator']],
  ['categories', 'New category', ['operator']],
  ['site', 'Change', ['operator']],
  ['fees', 'Set the seller fee', ['operator']],
  ['senders', 'New official sender', ['operator']],
  ['networks', 'Pause', ['operator']],
  ['reading', 'Count anew', ['operator']],
]
const REPORT = { id: 1, kind: 1, chain: CHAIN, address: COLLECTION, token: '7', reporter: BOB, text: 'This is a copy.', state: 'open' }
const ROWS = {
  'reports list': [REPORT],
  'categories list': [{ id: 3, name: 'jade', en: 'Jade', zh: '玉器' }],
  'site show': [{ name: 'chat', value: '', from: 'configuration' }],
  'networks list': [{ chain: CHAIN, name: 'Local Ethereum', 'block time': 2, paused: false, changed: '', from: 'configuration' }],
  'acts list': [{ at: '2026-11-20T10:00:00.000Z', who: ALICE, what: 'items hide', subject: `item ${COLLECTION} 7`, why: 'It is a copy.' }],
}

const parts = () => within(screen.getByRole('navigation', { name: 'Parts of the console' })).getAllByRole('link')
const main = () => document.querySelector<HTMLElement>('.operator-main') as HTMLElement
const send = async (user: UserEvent, dialog: HTMLElement, act: string) => user.click(within(dialog).getByRole('button', { name: act }))
async function fill(user: UserEvent, dialog: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = within(dialog).getByLabelText(label)
    await user.clear(field)
    await user.type(field, value)
  }
}
/** The server's refusal is shown beside this field, and nowhere else. */
const saidBeside = (dialog: HTMLElement, sentence: string) =>
  waitFor(() => {
    const wrong = [...dialog.querySelectorAll('[aria-invalid="true"]')]
    expect(wrong).toHaveLength(1)
    const notes = (wrong[0]?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    expect(notes.join(' ')).toContain(sentence)
    return wrong[0]
  })

async function openConsole(path: string, rows = ROWS) {
  const market = new FakeMarket()
  openOperatorConsole(market, 'operator', rows)
  return openPage(path, { market, as: ALICE })
}

describe('the operator’s console', () => {
  it('sends visitors to connect and names the wallet that has no role', async () => {
    await openPage('/operator')
    await atPlace('/connect?redirect=%2Foperator')
    const market = new FakeMarket().answer('operator.me', () => ({ role: '' }))
    await openPage('/operator', { market, as: EVE })
    await screen.findByRole('heading', { name: 'This page is for those who run the market' })
    screen.getByText(new RegExp(EVE))
    expect(screen.queryByRole('navigation', { name: 'Parts of the console' })).toBeNull()
    expect(market.inputsOf('operator.desk')).toEqual([])
  })

  it('shows how the market does: people, volume, chains and jobs', async () => {
    await openConsole('/operator')
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    const people = await screen.findByRole('region', { name: 'People' })
    expect(people.querySelector('dd')?.textContent).toBe('6')
    const rowOf = (table: string, row: RegExp) => within(screen.getByRole('table', { name: table })).getByRole('row', { name: row })
    expect(rowOf('Paid to sellers', /^ETH/).textContent).toContain('5.00')
    within(rowOf('Chains', /Local Ethereum/)).getByText('Up to date')
    within(rowOf('Chains', /Local Polygon/)).getByText('Stopped')
    rowOf('Background jobs', /expire-orders/)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it.each(ROLES)('offers the role %s what the server says it may do', async (role) => {
    const market = new FakeMarket()
    const groups = openOperatorConsole(market, role, ROWS)
    const { user } = await openPage('/operator', { market, as: ALICE })
    await screen.findByText(`You are ${role}`)
    expect(parts()).toHaveLength(groups.length + 1)
    for (const [part, act, to] of OFFERED) {
      await user.click(document.querySelector(`.operator-nav a[href="/operator/${part}"]`) as HTMLElement)
      await expect.poll(() => document.querySelector('.operator-nav [aria-current]')?.getAttribute('href')).toBe(`/operator/${part}`)
      await waitFor(() =>
        expect(main().querySelector('table, .operator-acts') ?? within(main()).queryByText('Nothing is here')).not.toBeNull(),
      )
      await waitFor(() => expect(within(main()).queryByRole('status', { name: 'Loading' })).toBeNull())
      expect([part, within(main()).queryAllByRole('button', { name: act }).length > 0]).toEqual([part, to.includes(role)])
    }
  })

  it('marks what is missing, says a refusal beside its field, and closes when the act is done', async () => {
    const { user, market } = await openConsole('/operator/categories')
    await user.click(await screen.findByRole('button', { name: 'New category' }))
    const dialog = await findDialog('New category')
    await send(user, dialog, 'New category')
    expect(within(dialog).getAllByText('This is missing')).toHaveLength(4)
    await fill(user, dialog, { Why: 'x' })
    await send(user, dialog, 'New category')
    await waitFor(() => expect(within(dialog).getAllByText('This is missing')).toHaveLength(3))
    const short = 'Short name (small letters, digits, dashes)'
    await fill(user, dialog, { [short]: 'Two Words', 'Name in English': 'Jade', 'Name in Chinese': '玉器' })
    market.refuse('operator.act', 'OPERATOR_REFUSED', { sentence: 'must be of small letters, digits and dashes', field: 'name' })
    await send(user, dialog, 'New category')
    expect(await saidBeside(dialog, 'must be of small letters, digits and dashes')).toBe(within(dialog).getByLabelText(short))
    await fill(user, dialog, { [short]: 'jade' })
    const looked = market.inputsOf('operator.look').length
    await send(user, dialog, 'New category')
    await dialogCloses()
    await screen.findByText('Done, and noted in the record')
    const values = { name: 'jade', en: 'Jade', zh: '玉器' }
    // The one that was refused, and the one that was done.
    expect(market.inputsOf('operator.act')).toEqual([
      expect.objectContaining({ values: { ...values, name: 'Two Words' } }),
      { group: 'categories', act: 'add', values, why: 'x' },
    ])
    await expect.poll(() => market.inputsOf('operator.look').length).toBeGreaterThan(looked)
    // An act on a row is given the row.
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const removal = await findDialog('Remove')
    within(removal).getByText('jade')
    await fill(user, removal, { Why: 'A slip.' })
    await send(user, removal, 'Remove')
    await dialogCloses()
    expect(market.inputsOf('operator.act').at(-1)).toEqual({
      group: 'categories',
      act: 'remove',
      why: 'A slip.',
      values: { category: '3' },
    })
  })

  it('says beside the decimals that a token has others, and of an import what its contract is not', async () => {
    const { user, market } = await openConsole('/operator/pay-tokens')
    await user.click(await screen.findByRole('button', { name: 'New pay token' }))
    const dialog = await findDialog('New pay token')
    await fill(user, dialog, { 'Contract of the token': COLLECTION, 'Decimals, as its issuer says': '18', Why: 'x' })
    market.refuse('operator.act', 'OPERATOR_REFUSED', { sentence: 'GLD has 2 decimals', field: 'decimals' })
    await send(user, dialog, 'New pay token')
    expect(await saidBeside(dialog, 'has 2 decimals')).toBe(within(dialog).getByLabelText('Decimals, as its issuer says'))
    await fill(user, dialog, { 'Decimals, as its issuer says': '2' })
    await send(user, dialog, 'New pay token')
    await dialogCloses()
    expect(market.inputsOf('operator.act').at(-1)?.values).toMatchObject({ chain: String(CHAIN), token: COLLECTION, decimals: '2' })
    await user.click(document.querySelector('.operator-nav a[href="/operator/collections"]') as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Import a collection' }))
    const importing = await findDialog('Import a collection')
    // Visitors are not shown the last one.
    const networks = within(importing).getByLabelText<HTMLSelectElement>('Network')
    expect([...networks.options].map(({ text }) => text)).toEqual(expect.arrayContaining(['Local Ethereum', 'Local Polygon', 'Local BSC']))
    await fill(user, importing, { 'Contract of the collection': COLLECTION, Why: 'x' })
    market.refuse('operator.act', 'OPERATOR_REFUSED', { sentence: 'It says neither that it is ERC721 nor ERC1155.' })
    await send(user, importing, 'Import a collection')
    await within(importing).findByText('It says neither that it is ERC721 nor ERC1155.')
    expect(importing.querySelector('[aria-invalid="true"]')).toBeNull()
  })

  it('shows in Chinese the record of who did what, and why', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'operator', ROWS)
    const { user } = await openPage('/operator/acts', { market, as: ALICE, locale: 'zh' })
    await within(await screen.findByRole('table')).findByText('It is a copy.')
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.click(document.querySelector('.operator-nav a[href="/operator/networks"]') as HTMLElement)
    await screen.findByRole('heading', { name: '网络', level: 1 })
    await screen.findByText(/合约、链编号和默认网络只能在配置中更改，重启后生效。$/)
    await screen.findByRole('columnheader', { name: '出块时间（秒）' })
  })
})

describe('a series of boxes in the console', () => {
  it('marks what is missing, counts its boxes, and says a refusal beside its field', async () => {
    const { user, market } = await openConsole('/operator/box')
    const cid = `/static/upload/bafkrei${'a'.repeat(53)}.png`
    const stored = { id: 1n, name: 'a.png', type: 'image/png', size: 1, url: cid, cid: '', ipfsUrl: '', width: 9, height: 9 }
    market.answer('storage.upload', () => stored)
    await user.click(await screen.findByRole('button', { name: 'New box' }))
    const dialog = await findDialog('New box')
    await send(user, dialog, 'New box')
    expect(within(dialog).getAllByText('This is missing')).toHaveLength(9)
    await expect.poll(() => document.activeElement).toBe(within(dialog).getByLabelText('Name of the series'))
    const upload = async (what: string, where = dialog) => {
      await user.upload(within(where).getByLabelText(`Upload: ${what}`), new File(['x'], 'a.png', { type: 'image/png' }))
      await expect.poll(() => within(where).getByLabelText<HTMLInputElement>(what).value).toBe(cid)
    }
    const kind = (at: number) => within(dialog).getByRole('group', { name: `Kind ${at}` })
    await fill(user, dialog, { 'Name of the series': 'Lanterns', 'Price of a box': '0' })
    await fill(user, dialog, { 'The sale begins': '2026-11-20T10:00', 'The sale ends': '2026-11-22T10:00' })
    await fill(user, dialog, { Why: 'The harbour show.' })
    await upload('Cover, a picture of this site')
    await fill(user, kind(1), { 'Name of the prize': 'Heron', Copies: '3' })
    await upload('Picture of the prize', kind(1))
    within(dialog).getByText('3 prizes fill 3 boxes')
    await user.click(within(dialog).getByRole('button', { name: 'Add a kind' }))
    await fill(user, kind(2), { 'Name of the prize': 'Comet', Copies: '1' })
    await upload('Picture of the prize', kind(2))
    within(dialog).getByText('4 prizes fill 4 boxes')
    const said = [
      ['price', 'Price of a box', 'The price must be above 0, with at most 18 digits after the point.'],
      ['prizesPerBox', 'Prizes in a box', '4 prizes do not fill boxes of 3'],
      ['ends', 'The sale ends', 'The sale ends before it begins.'],
    ] as const
    for (const [field, label, sentence] of said) {
      market.refuse('operator.act', 'OPERATOR_REFUSED', { sentence, field })
      await send(user, dialog, 'New box')
      expect(await saidBeside(dialog, sentence)).toBe(within(dialog).getByLabelText(label))
    }
    market.refuse('operator.act', 'OPERATOR_REFUSED', { sentence: 'is no picture of this site', field: 'prizes.1.image' })
    await send(user, dialog, 'New box')
    expect(await saidBeside(dialog, 'is no picture of this site')).toBe(within(kind(2)).getByLabelText('Picture of the prize'))
    expect(await findViolations(dialog)).toEqual([])
    await send(user, dialog, 'New box')
    await dialogCloses()
    const sent = market.inputsOf('operator.act').at(-1)
    expect([sent?.group, sent?.act, sent?.why]).toEqual(['box', 'create', 'The harbour show.'])
    expect(JSON.parse(sent?.values.series ?? '')).toMatchObject({
      name: 'Lanterns',
      prizes: [
        { name: 'Heron', amount: 3 },
        { name: 'Comet', amount: 1 },
      ],
    })
  })
})
