import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { ASSET_TYPE, TIMERS_MS } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { ALICE, BOXES, CHAIN, DOLLARS, EDITIONS, PROXY } from '../../../../test/addresses.ts'
import { DrawnChain } from '../../../../test/fake/box-draws.ts'
import { aBox, anOpening, answerBoxes, boxPath } from '../../../../test/fake/box-records.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { PUSD } from '../../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../../test/page.tsx'
import { declined } from '../../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../../test/scripted-wallet.ts'

type Scene = Opened & {
  /** Draws what is paid; before that it waits. */
  draw: () => readonly number[]
}

/** Alice at the box's page; her openings wait until `draw`, or are drawn at once. */
async function openBox(box: BoxRecord, { isHeld = false, hasMotion = false } = {}): Promise<Scene> {
  const market = new FakeMarket()
  const wallet = new ScriptedWallet()
  wallet.reads.set('buyerFee', 250n)
  const openings: BoxHistoryRecord[] = []
  answerBoxes(market, [box], openings)
  const chain = new DrawnChain(box, wallet.wallet)
  const draw = () => {
    const [waiting] = openings
    if (!waiting) throw new Error('nothing is paid')
    const { amount, openTx } = waiting
    const kinds = chain.draw(ALICE, Number(amount))
    openings.splice(0, 1, anOpening(box, ALICE, kinds, { amount, openTx }))
    market.emit({ topic: 'box', chainId: CHAIN, boxId: box.id, request: 0, buyer: ALICE })
    return kinds
  }
  wallet.onMined = ({ functionName, args }, hash) => {
    if (functionName !== 'open') return
    openings.push(anOpening(box, ALICE, [], { amount: args[1] as bigint, openTx: hash }))
    if (!isHeld) draw()
  }
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') && !hasMotion,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  return { ...(await openPage(boxPath(box), { market, wallet, as: ALICE })), draw }
}

/** The button at the box's foot, and the same button in the dialog that explains it. */
async function askToOpen({ screen, user }: Opened, name: string | RegExp = /^Open 1 box for/): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
  await user.click(within(await findDialog()).getByRole('button', { name }))
}

const stage = () => document.querySelector('.reveal')
const untilPhase = (phase: string) => expect.poll(() => stage()?.classList.contains(phase)).toBe(true)
/** The burst of light lasts until it is skipped: a busy machine may take longer than 1.5 s to reach the button. */
function holdBurst(): void {
  const { setTimeout } = globalThis
  const held = (run: () => void, ms?: number) => (ms === TIMERS_MS.explosion ? 0 : setTimeout(run, ms))
  vi.stubGlobal('setTimeout', held)
}
const drawnNames = () => [...document.querySelectorAll('.drawn-work .drawn-name')].map(({ textContent }) => textContent)
const namesOf = (box: BoxRecord, kinds: readonly number[]) => kinds.map((kind) => box.order.nfts[kind]?.name)

/** Every phase of the stage, when it began, and whether items rose in it. */
function watchPhases(): [phase: string, at: number, isRising: boolean][] {
  const phases: [string, number, boolean][] = []
  const note = (classes: string | null | undefined) => {
    const phase = /\b(?:waiting|burst|rising|shown)\b/.exec(classes ?? '')?.[0]
    if (phase && phases.at(-1)?.[0] !== phase)
      phases.push([phase, performance.now(), document.querySelector('.drawn-works.rising') !== null])
  }
  new MutationObserver(() => note(stage()?.className)).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['class'],
  })
  return phases
}

describe('opening a box', () => {
  it('[BOX-22, BOX-32] says what is paid and how it is drawn; a no in the wallet sends nothing', async () => {
    const { screen, user, wallet } = await openBox(aBox())
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    await user.click(await screen.findByRole('button', { name: 'Open 2 boxes for 0.041 ETH' }))
    const dialog = within(await findDialog())
    dialog.getByText(/^Opening may take a few minutes/)
    dialog.getByText(/^If the draw is not shown within 30 minutes/)
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Open 2 boxes for 0.041 ETH' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(wallet.sent).toEqual([])
  })

  it('[BOX-30, BOX-33, SHELL-76] pays for two at once, shows the items by name and picture, checked in the browser', async () => {
    const box = aBox()
    const opened = await openBox(box, { isHeld: true })
    const { screen, user, wallet } = opened
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    await askToOpen(opened, 'Open 2 boxes for 0.041 ETH')
    await untilPhase('waiting')
    expect(stage()?.querySelector('.reveal-stand svg')).not.toBeNull()
    const kinds = opened.draw()
    await screen.findByRole('heading', { name: 'Your boxes are open' })
    await untilPhase('shown')
    expect(drawnNames()).toEqual(namesOf(box, kinds))
    const pictures = [...document.querySelectorAll('.drawn-work img')].map((image) => image.getAttribute('src'))
    expect(pictures).toEqual(kinds.map((kind) => expect.stringContaining(`${kind}`)))
    await screen.findByText(/^Checked in your browser/)
    expect(wallet.sent).toMatchObject([{ functionName: 'open', args: [box.boxHash, 2n], value: parseEther('0.041'), address: BOXES }])
    await user.click(screen.getByRole('button', { name: 'Back to the box' }))
    await screen.findByRole('heading', { name: 'Your openings' })
  })

  it('[BOX-23, BOX-29] opens ten at once and no more, in one drawing', async () => {
    const box = aBox({
      kinds: [
        { name: 'Heron', amount: 15 },
        { name: 'Comet', amount: 5 },
      ],
    })
    const opened = await openBox(box)
    const { screen, user, wallet } = opened
    const more = await screen.findByRole<HTMLButtonElement>('button', { name: 'One more' })
    for (let count = 1; count < 10; count++) await user.click(more)
    expect(more.disabled).toBe(true)
    await askToOpen(opened, 'Open 10 boxes for 0.205 ETH')
    await untilPhase('shown')
    expect(drawnNames()).toHaveLength(10)
    await screen.findByText('10 works are yours')
    await screen.findByText(/^Checked in your browser/)
    expect(wallet.sent).toMatchObject([{ functionName: 'open', args: [box.boxHash, 10n] }])
  })

  it('shows a drawn item without name and picture as an untitled one, not as a secret', async () => {
    const box = aBox({ kinds: [{ name: 'Moon', amount: 4, isSealed: true }] })
    const opened = await openBox(box)
    await askToOpen(opened)
    await untilPhase('shown')
    expect(drawnNames()).toEqual(['Untitled #100'])
    const drawn = document.querySelector('.drawn-work')
    expect([drawn?.querySelectorAll('img').length, drawn?.querySelectorAll('.no-picture').length]).toEqual([0, 1])
  })

  it('shows each copy where a box may hold the same item twice', async () => {
    const box = aBox({
      nftAmount: 2,
      kinds: [
        { name: 'Near', amount: 11 },
        { name: 'Far', amount: 1 },
      ],
    })
    const opened = await openBox(box)
    const { screen, user } = opened
    await screen.findByText('Repeats possible', { exact: true })
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    await askToOpen(opened, 'Open 2 boxes for 0.041 ETH')
    await untilPhase('shown')
    const drawn = drawnNames()
    expect(drawn).toHaveLength(4)
    // There is one Far: at least one of the two boxes holds the same item twice.
    expect([drawn.slice(0, 2), drawn.slice(2)]).toContainEqual(['Near', 'Near'])
    await screen.findByText('4 works are yours', { exact: true })
    await screen.findByText(/^Checked in your browser/)
  })

  it('[BOX-19] with dollars allows exactly what it costs first, and sends no coin', async () => {
    const pay = { payTokenAddress: DOLLARS, payTokenType: ASSET_TYPE.ERC20, payTokenSymbol: 'PUSD', payTokenDecimals: PUSD.decimals }
    const box = aBox({ ...pay, unitPrice: 20_000_000n })
    const opened = await openBox(box)
    const { wallet } = opened
    wallet.reads.set('balanceOf', 1_000_000_000n)
    await askToOpen(opened, 'Open 1 box for 20.50 PUSD')
    await untilPhase('shown')
    expect(wallet.sent).toMatchObject([
      { functionName: 'approve', args: [PROXY, 20_500_000n] },
      { functionName: 'open', args: [box.boxHash, 1n], value: 0n },
    ])
  })

  it('[BOX-20, BOX-06] with a ticket shows the way to it, approves its collection first and pays no fee', async () => {
    const pay = { payTokenAddress: EDITIONS, payTokenType: ASSET_TYPE.ERC1155, payTokenSymbol: 'Night', payTokenDecimals: 0 }
    const box = aBox({ ...pay, payTokenTokenId: 3n, unitPrice: 1n, order: { buyerFee: 0 } })
    const opened = await openBox(box)
    const { wallet, screen } = opened
    wallet.reads.set('balanceOf', 2n)
    const ticket = await screen.findByRole('link', { name: 'Paid with Night, which is used up' })
    expect(ticket.getAttribute('href')).toMatch(new RegExp(`^/detail/${EDITIONS}:3`))
    await askToOpen(opened)
    await untilPhase('shown')
    expect(wallet.sent).toMatchObject([
      { functionName: 'setApprovalForAll', address: EDITIONS },
      { functionName: 'open', args: [box.boxHash, 1n], value: 0n },
    ])
  })

  it('[BOX-26, BOX-28] plays the series’ own film while the draw is awaited, and shows its picture beside the items', async () => {
    const box = aBox({ anim1: '/static/upload/swell.webm', anim2: '/static/upload/fire.gif' })
    const opened = await openBox(box, { isHeld: true })
    await askToOpen(opened)
    await untilPhase('waiting')
    const film = () => document.querySelector<HTMLVideoElement>('.reveal-stand video')
    expect([film()?.getAttribute('src'), film()?.muted]).toEqual([box.anim1, true])
    opened.draw()
    await untilPhase('shown')
    expect(document.querySelector('.reveal-stand video, .reveal-stand img')?.getAttribute('src')).toBe(box.anim2)
    expect(document.querySelector('.reveal-stand svg')).toBeNull()
  })

  it('can be left while the draw is awaited and watched again, the focus back where it came from', async () => {
    const opened = await openBox(aBox(), { isHeld: true })
    const { screen, user } = opened
    const opener = await screen.findByRole('button', { name: /^Open 1 box for/ })
    opener.focus()
    await askToOpen(opened)
    await untilPhase('waiting')
    await user.keyboard('{Escape}')
    await expect.poll(stage).toBeNull()
    await expect.poll(() => document.activeElement === opener).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Watch it open' }))
    await untilPhase('waiting')
    opened.draw()
    await untilPhase('shown')
    await user.click(screen.getByRole('button', { name: 'Back to the box' }))
    await expect.poll(stage).toBeNull()
  })
})

describe('the stage of an opening', () => {
  const skip = () => within(document.body).queryByRole('button', { name: 'Skip to the works' })

  it('[BOX-26, BOX-27, BOX-28, BOX-29] is the closed box, 1.5 s of light, the items rising and what was drawn', async () => {
    const opened = await openBox(aBox(), { isHeld: true, hasMotion: true })
    const phases = watchPhases()
    await askToOpen(opened)
    await untilPhase('waiting')
    expect(skip()).toBeNull()
    const drawnAt = performance.now()
    opened.draw()
    await expect.poll(() => phases.some(([phase]) => phase === 'burst')).toBe(true)
    skip()?.focus()
    await untilPhase('shown')
    expect(phases.map(([phase, _, isRising]) => [phase, isRising])).toEqual([
      ['waiting', false],
      ['burst', false],
      ['rising', true],
      ['shown', false],
    ])
    expect((phases[2]?.[1] ?? 0) - drawnAt).toBeGreaterThanOrEqual(1_500)
    expect(skip()).toBeNull()
    await expect.poll(() => stage()?.contains(document.activeElement)).toBe(true)
  })

  it('ends where the items rise for as long as the light lasted, as four do', async () => {
    const opened = await openBox(aBox({ nftAmount: 4, kinds: [{ name: 'Near', amount: 16 }] }), { isHeld: true, hasMotion: true })
    await askToOpen(opened)
    await untilPhase('waiting')
    opened.draw()
    await untilPhase('shown')
    expect(drawnNames()).toHaveLength(4)
  })

  it('is skipped by keyboard in the burst of light: the items are there at once, the focus on the stage', async () => {
    const opened = await openBox(aBox(), { isHeld: true, hasMotion: true })
    const phases = watchPhases()
    await askToOpen(opened)
    await untilPhase('waiting')
    holdBurst()
    opened.draw()
    await untilPhase('burst')
    for (let presses = 0; presses < 5 && document.activeElement !== skip(); presses++) await opened.user.tab()
    expect(document.activeElement).toBe(skip())
    await opened.user.keyboard('{Enter}')
    await untilPhase('shown')
    expect(drawnNames()).toHaveLength(1)
    expect(phases.map(([phase]) => phase)).toEqual(['waiting', 'burst', 'shown'])
    await expect.poll(() => stage()?.contains(document.activeElement)).toBe(true)
  })

  it('shows the items as soon as they are drawn to a viewer who wants no motion', async () => {
    const opened = await openBox(aBox(), { isHeld: true })
    const phases = watchPhases()
    await askToOpen(opened)
    await untilPhase('waiting')
    opened.draw()
    await untilPhase('shown')
    expect(drawnNames()).toHaveLength(1)
    expect(phases.map(([phase]) => phase)).toEqual(['waiting', 'shown'])
    expect(document.querySelector('.drawn-works.rising')).toBeNull()
  })
})
