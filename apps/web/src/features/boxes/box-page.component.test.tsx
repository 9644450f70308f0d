import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { BOX_REQUEST_STATUS, ZERO_ADDRESS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, BOXES, CHAIN, COLLECTION, EVE } from '../../../test/addresses.ts'
import { DrawnChain } from '../../../test/fake/box-draws.ts'
import { aBox, anOpening, answerBoxes, boxPath } from '../../../test/fake/box-records.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { HASH, NOW } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { findDialog, type Opened, openPage, type PageOptions } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'

const DAY = 86_400
/** Paid in three tickets a box, with the least bond that the contract takes. */
const TICKETS = { payTokenType: 2, payTokenSymbol: 'Opening night', payTokenDecimals: 0, unitPrice: 3n, bondEach: 1n }

async function openBox(box: BoxRecord, openings: BoxHistoryRecord[] = [], options: PageOptions = {}): Promise<Opened> {
  const { market = new FakeMarket() } = options
  answerBoxes(market, [box], openings)
  return openPage(boxPath(box), { ...options, market })
}

const foot = () => within(document.querySelector<HTMLElement>('.box-foot') as HTMLElement)
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled
/** The dialog of a flow that is done is closed by its own button, not by the cross. */
async function closeDone(user: Opened['user']): Promise<void> {
  await within(await findDialog()).findByText('Done', { exact: true })
  await user.click(document.querySelector('.dialog-foot .button.primary') as HTMLElement)
}
const footButton = (name: string | RegExp) => foot().findByRole('button', { name })

describe('lists of boxes', () => {
  it('[HOME-13, HOME-14] on home ask for five series, show four and lead to all of them', async () => {
    const market = new FakeMarket()
    answerBoxes(
      market,
      Array.from({ length: 6 }, (_, at) => aBox({ id: BigInt(at + 1), name: `Box ${at}` })),
    )
    const { user, screen } = await openPage('/', { market })
    await expect.poll(() => document.querySelectorAll('.home-boxes .box-card').length).toBe(4)
    expect(new Set(market.inputsOf('blind.box.list').map(({ limit }) => limit))).toEqual(new Set([5]))
    await user.click(screen.getByRole('link', { name: 'All boxes' }))
    await screen.findByRole('heading', { name: 'Blind boxes', level: 1 })
    expect(location.pathname).toBe('/blindbox')
  })

  it('[SHELL-13, BOX-01] grow as their end comes near, in parts by what can be opened', async () => {
    const ends = watchListEnds()
    const market = new FakeMarket()
    const boxes = Array.from({ length: 18 }, (_, at) => aBox({ id: BigInt(at + 1), name: `Open ${at}` }))
    boxes.push(aBox({ id: 30n, name: 'Snow box', startTime: NOW + DAY, endTime: NOW + 2 * DAY }))
    boxes.push(aBox({ id: 31n, name: 'Dress rehearsal', startTime: NOW - 2 * DAY, endTime: NOW - DAY }))
    boxes.push(aBox({ id: 32n, name: 'Latecomer' }))
    answerBoxes(market, boxes)
    const { screen } = await openPage('/blindbox', { market })
    const cards = () => document.querySelectorAll('article.box-card').length
    await expect.poll(cards).toBe(20)
    ends.comesNear()
    await expect.poll(cards).toBe(21)
    // The first page may be fetched again once the page receives events.
    const asked = market.inputsOf('blind.box.list').map(({ page, limit }) => `${page} of ${limit}`)
    expect([...new Set(asked)]).toEqual(['1 of 20', '2 of 20'])
    for (const [part, name] of [
      ['Open now', 'Latecomer'],
      ['Opens soon', 'Snow box'],
      ['Over', 'Dress rehearsal'],
    ] as const)
      within(screen.getByRole('region', { name: part })).getByRole('link', { name })
  })
})

describe('the page of a box to a visitor', () => {
  it('[SHELL-14, BOX-02, BOX-03, BOX-04, BOX-05, BOX-07, BOX-16] says of one that is sold out what it was', async () => {
    const kinds = [
      { name: 'Near', amount: 4, left: 0 },
      { name: 'Far', amount: 4, left: 0 },
    ]
    const about = { name: 'First night', description: 'Four boxes with two different prints each', nftAmount: 2, isRepetition: false }
    const { screen } = await openBox(aBox({ ...about, kinds, opened: 4, unitPrice: 5n * 10n ** 16n }))
    await screen.findByRole('heading', { name: 'First night', level: 1 })
    expect(document.querySelector('.box-background')?.getAttribute('src')).toBe('/static/upload/cover.png')
    expect(document.querySelector('.box-price')?.textContent).toContain('0.05 ETH')
    await foot().findByText('0 of 4 left')
    await screen.findByText('Four boxes with two different prints each')
    expect(document.querySelector('.box-maker a')?.getAttribute('href')).toBe(`/account/${BOB}`)
    expect(textsOf('.box-tags > *')).toEqual(expect.arrayContaining(['One box holds 2 works', 'No repeats in a box']))
    expect(isDisabled(await footButton('Sold out'))).toBe(true)
  })

  it('[F-87] says beside its owner how many draws of all its series were not shown', async () => {
    const market = new FakeMarket()
    market.answer('blind.owner.draws', ({ owner }) => ({ series: 4, draws: 1_200, missed: owner === BOB ? 3 : 0 }))
    const { screen } = await openBox(aBox(), [], { market })
    await screen.findByText('Of 1,200 draws in all series of this owner, 3 were not shown in time and were refunded.', { exact: true })
    expect(market.inputsOf('blind.owner.draws')).toEqual([{ owner: BOB }])
  })

  it('[BOX-10] shows in its history who opened how many for how much; a visitor checks the draw', async () => {
    const wallet = new ScriptedWallet()
    const box = aBox({
      kinds: [
        { name: 'Near', amount: 4 },
        { name: 'Far', amount: 4 },
      ],
      unitPrice: 5n * 10n ** 16n,
    })
    const chain = new DrawnChain(box, wallet.wallet)
    const drawn = anOpening(box, EVE, chain.draw(EVE, 2), { amount: 2n })
    const { user, screen } = await openBox(box, [drawn], { wallet })
    await user.click(await screen.findByRole('tab', { name: /History\s*1/ }))
    const row = (await within(await screen.findByRole('tabpanel')).findAllByRole('row')).find(({ textContent }) =>
      /Eve/.test(textContent ?? ''),
    )
    const cells = within(row as HTMLElement).getAllByRole('cell')
    expect(cells[1]?.textContent).toBe('2')
    within(row as HTMLElement).getByText('0.10 ETH', { exact: true })
    await user.click(within(row as HTMLElement).getByRole('button', { name: 'Check the draw' }))
    await within(await findDialog()).findByText(/^Checked in your browser/)
    expect(document.querySelectorAll('.proof-mark')).toHaveLength(4)
    expect(document.querySelectorAll('.proof-mark.wrong')).toHaveLength(0)
  })

  it('calls a draw wrong that the market states otherwise than the chain, with what the chain says', async () => {
    const wallet = new ScriptedWallet()
    const box = aBox()
    const kinds = new DrawnChain(box, wallet.wallet).draw(EVE, 1)
    const other = kinds.map((kind) => 1 - kind)
    const { user, screen } = await openBox(box, [anOpening(box, EVE, other)], { wallet })
    await user.click(await screen.findByRole('tab', { name: /History/ }))
    await user.click(await screen.findByRole('button', { name: 'Check the draw' }))
    const dialog = within(await findDialog())
    await dialog.findByRole('heading', { name: 'This draw does not match the chain' })
    within(dialog.getByRole('status')).getByText('This draw does not match the chain')
    expect(dialog.queryByText(/^Checked in your browser/)).toBeNull()
    const wrong = document.querySelectorAll('.proof-mark.wrong')
    expect(wrong).toHaveLength(1)
    const fact = wrong[0]?.closest('li')
    expect(fact?.textContent).toContain('The result')
    expect(fact?.querySelector('.proof-value')?.textContent).toBe(kinds.map((kind) => kind + 1).join(' '))
  })

  /** Its clock and its button, and a visitor's only tab: nothing was opened yet. */
  async function expectMoment([startTime, endTime]: readonly [number, number], clock: string | undefined, button: string | RegExp) {
    const { screen } = await openBox(aBox({ startTime, endTime }))
    expect(isDisabled(await screen.findByRole('button', { name: button }))).toBe(clock !== 'Closes in')
    if (clock) expect(foot().getByRole('timer').textContent).toContain(clock)
    else expect(foot().queryByRole('timer')).toBeNull()
    await screen.findByRole('tab', { name: /Info\s*2/ })
    await screen.findByText('Heron')
    expect(screen.getAllByRole('tab')).toHaveLength(1)
  }

  it('[BOX-09, BOX-11, BOX-14] counts down to one that is to come, which has no history', () =>
    expectMoment([NOW + DAY, NOW + 2 * DAY], 'Starts in', 'Open'))

  it('[BOX-11] says when one on sale closes', () => expectMoment([NOW - DAY, NOW + DAY], 'Closes in', /^Open 1 box for/))

  it('[BOX-11] has no clock for one that is over', () => expectMoment([NOW - 2 * DAY, NOW - DAY], undefined, 'Finished'))

  it('[F-127, BOX-08] gives each kind one percentage, the chance that was published', async () => {
    const kinds = [
      { name: 'Plum', amount: 18, left: 16 },
      { name: 'Pine', amount: 12, left: 11 },
      { name: 'Reed', amount: 10, left: 9 },
    ]
    await openBox(aBox({ kinds, opened: 4 }))
    await expect.poll(() => textsOf('.box-prize .box-chance')).toEqual(['45.00%', '30.00%', '25.00%'])
  })

  it('[BOX-14] of a sealed series names and shows only the kinds that were drawn, and the chances of all', async () => {
    const kinds = [
      { name: '雪莲', amount: 6, isSealed: true },
      { name: '秋雁·笺', amount: 10, left: 9 },
      { name: '九曲之月·笺', amount: 4, isSealed: true },
    ]
    await openBox(aBox({ kinds, opened: 1 }))
    await expect.poll(() => textsOf('.box-prize-name')).toEqual(['Secret until it is drawn', '秋雁·笺', 'Secret until it is drawn'])
    const prizes = [...document.querySelectorAll('.box-prize')]
    expect(prizes.map((prize) => [prize.querySelectorAll('.box-secret').length, prize.querySelectorAll('img').length])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ])
    expect(textsOf('.box-prize .box-chance')).toEqual(['30.00%', '50.00%', '20.00%'])
  })

  it('[BOX-04, BOX-12] says so where its maker has not described it, and where there is none', async () => {
    const { screen } = await openBox(aBox({ description: '' }))
    await screen.findByText('Its maker has not described it.')
    const none = new FakeMarket()
    answerBoxes(none, [])
    const missing = await openPage('/blindbox/detail/999999', { market: none })
    await missing.screen.findByRole('heading', { name: 'No such box' })
  })

  it.each([
    ['en', {}, 'A draw that its owner does not show costs it a bond of 0.02 ETH a box; the price is 0.02 ETH.'],
    [
      'en',
      TICKETS,
      'A draw that its owner does not show costs it a bond of 0.000000000000000001 ETH a box. No rule sets this bond beside what a box is worth: a ticket has no price on the chain.',
    ],
    [
      'zh',
      TICKETS,
      '发行者若不公布一次抽取，每盒须赔付 0.000000000000000001 ETH 保证金。门票在链上没有价格，没有规则保证这笔保证金与盲盒的价值相当。',
    ],
  ] as const)('[F-4, F-127] says in %s what a withheld draw costs the owner, under its own line: %#', async (locale, over, text) => {
    const { user, screen } = await openBox(aBox(over), [], { locale })
    const head = await screen.findByText(locale === 'en' ? 'How the draw is checked' : '如何核验抽取')
    const details = head.closest('details') as HTMLDetailsElement
    expect(details.open).toBe(false)
    await user.click(head)
    expect(details.open).toBe(true)
    within(details).getByText(text)
    within(details).getByText(/100,000 gas/)
    expect(screen.getAllByText(/bond|保证金|gas/)).toHaveLength(2)
  })

  // By BlindBox.refund: what was paid, and the bond of each box, which may be more than its price.
  it.each([
    ['en', {}, 'If the owner does not show the draw you get your money and 0.02 ETH back.'],
    ['en', { bondEach: 3n * 10n ** 16n }, 'If the owner does not show the draw you get your money and 0.03 ETH back.'],
    ['en', TICKETS, 'If the owner does not show the draw you get your tickets and 0.000000000000000001 ETH back.'],
    ['zh', {}, '如果发行者不公布抽取结果，你会拿回付款，并另得 0.02 ETH。'],
    ['zh', { startTime: NOW + DAY, endTime: NOW + 2 * DAY }, '如果发行者不公布抽取结果，你会拿回付款，并另得 0.02 ETH。'],
  ] as const)('[F-127] says in %s in one sentence what a buyer gets back: %#', async (locale, over, text) => {
    const { screen } = await openBox(aBox(over), [], { locale })
    await screen.findByText(text)
  })

  it('[F-127] names the bond of as many boxes as were chosen', async () => {
    const { user, screen } = await openBox(aBox())
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    await screen.findByText('If the owner does not show the draw you get your money and 0.04 ETH back.')
  })

  it.each([
    ['en', 'How many boxes', 'Up to 10 at a time', 'maximum quantity 10', 'Enter how many'],
    ['zh', '开几盒', '每次最多 10 盒', '一次最多 10 件', '请填写数量'],
  ] as const)(
    '[F-112, BOX-23] says in %s beside the field how many at a time, and changes no number',
    async (locale, name, most, tooMany, none) => {
      const box = aBox({
        kinds: [
          { name: 'Heron', amount: 15 },
          { name: 'Comet', amount: 5 },
        ],
      })
      const { user, screen } = await openBox(box, [], { locale })
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name, description: most })
      for (const [typed, said] of [
        ['11', tooMany],
        ['0', none],
      ] as const) {
        await user.clear(field)
        await user.type(field, typed)
        expect((await foot().findByRole('alert')).textContent).toBe(said)
        const act = document.querySelector('.box-act button') as HTMLElement
        expect([field.value, isDisabled(act)]).toEqual([typed, true])
      }
    },
  )

  it('[BOX-18] leads to the sign-in before anything is paid', async () => {
    const { user, wallet, screen } = await openBox(aBox())
    await user.click(await screen.findByRole('button', { name: /^Open 1 box for/ }))
    await expect.poll(() => location.pathname).toBe('/connect')
    expect(wallet.log).toEqual([])
  })
})

describe('a buyer’s own openings', () => {
  const box = aBox()
  const yours = () => within(document.querySelector<HTMLElement>('.box-yours') as HTMLElement)

  it('of a draw that was missed take back all that was paid and the bond, after a no in the wallet too', async () => {
    const opening = anOpening(box, ALICE, [], { refundableAt: NOW - 1 })
    const openings = [opening]
    const wallet = new ScriptedWallet()
    wallet.reads.set('boxOf', { head: 0n })
    const { user, screen } = await openBox(box, openings, { as: ALICE, wallet })
    await user.click(await screen.findByRole('button', { name: 'Take your money back' }))
    const dialog = within(await findDialog())
    await dialog.findByText(/^The draw was not shown within 30 minutes\./)
    // 0.02 and its fee of 2.5 % were paid; the bond is one price more.
    expect(document.querySelector('.total dd')?.textContent).toBe('0.0405 ETH')
    wallet.refusals.push(declined())
    const takeBack = dialog.getByRole('button', { name: 'Take back 0.0405 ETH' })
    await user.click(takeBack)
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(wallet.sent).toEqual([])
    wallet.onMined = () => openings.splice(0, 1, { ...opening, status: BOX_REQUEST_STATUS.REFUNDED, refundTx: HASH })
    await user.click(takeBack)
    await closeDone(user)
    await yours().findByText(/^The draw was missed\./)
    expect(wallet.sent).toMatchObject([{ functionName: 'refund', args: [box.boxHash] }])
  })

  it('wait for their draw, and can be taken back only once the time for it has passed', async () => {
    const { screen } = await openBox(box, [anOpening(box, ALICE)], { as: ALICE })
    await screen.findByText('The draw is under way. It may take a few minutes.')
    yours().getByRole('button', { name: 'Watch it open' })
    expect(yours().queryByRole('button', { name: 'Take your money back' })).toBeNull()
  })

  it('let an item be collected that the wallet could not take at the draw', async () => {
    const market = new FakeMarket()
    const named = { chainId: CHAIN, boxId: box.id, boxHash: box.boxHash, contract: BOXES, account: ALICE }
    const about = { collection: COLLECTION, tokenId: 1n, type: 5, name: 'Comet', image: '', metadata: '' }
    const list = [{ ...named, index: 1, count: 1, ...about }]
    market.answer('blind.box.kept', () => ({ list, credits: [] }))
    const { user, screen, wallet } = await openBox(box, [], { as: ALICE, market })
    await screen.findByText('Comet waits for you: your wallet could not take it at the draw.')
    await user.click(screen.getByRole('button', { name: 'Collect it' }))
    const dialog = within(await findDialog('Comet'))
    wallet.onMined = () => list.splice(0)
    await user.click(dialog.getByRole('button', { name: 'Collect it' }))
    await closeDone(user)
    await expect.poll(() => screen.queryByRole('button', { name: 'Collect it' })).toBeNull()
    expect(wallet.sent).toMatchObject([{ functionName: 'collect', args: [box.boxHash, 1n, 1n, ALICE, ALICE] }])
  })

  it('let money be taken back that could not reach the wallet', async () => {
    const market = new FakeMarket()
    const credits = [
      { chainId: CHAIN, contract: BOXES, account: ALICE, token: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, amount: 4n * 10n ** 16n },
    ]
    market.answer('blind.box.kept', () => ({ list: [], credits }))
    const { user, screen, wallet } = await openBox(box, [], { as: ALICE, market })
    await user.click(await screen.findByRole('button', { name: /^Take back 0\.04 ETH/ }))
    const dialog = within(await findDialog())
    wallet.onMined = () => credits.splice(0)
    await user.click(dialog.getByRole('button', { name: /^Take back 0\.04 ETH/ }))
    await closeDone(user)
    await expect.poll(() => screen.queryByRole('button', { name: /^Take back / })).toBeNull()
    expect(wallet.sent).toMatchObject([{ functionName: 'claim', args: [ALICE, ALICE] }])
  })

  it.each([
    ['en', 'Take your money back', 'You declined in the wallet. Nothing was sent.'],
    ['zh', '取回款项', '你已在钱包中拒绝，未发送任何内容。'],
  ] as const)('are taken back by keyboard alone, the focus back on its button when the dialog is left: %s', async (locale, name, no) => {
    const wallet = new ScriptedWallet()
    wallet.reads.set('boxOf', { head: 0n })
    wallet.refusals.push(declined())
    const opening = anOpening(box, ALICE, [], { refundableAt: NOW - 1 })
    const { user, screen } = await openBox(box, [opening], { as: ALICE, wallet, locale })
    const opener = await screen.findByRole('button', { name })
    opener.focus()
    await user.keyboard('{Enter}')
    const dialog = await findDialog()
    const primary = () => dialog.querySelector('.dialog-foot .button.primary')
    for (let presses = 0; presses < 30 && document.activeElement !== primary(); presses++) await user.tab()
    expect(document.activeElement).toBe(primary())
    await user.keyboard('{Enter}')
    await within(dialog).findByText(no)
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await expect.poll(() => document.activeElement === opener).toBe(true)
  })
})
