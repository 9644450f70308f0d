import type { BoxRecord } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { expectFitsPhone, expectForEverybody, expectNothingAgainst, expectTrap, leave, speak, tabTo } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { askToOpen, holdDraws } from '../support/opening.ts'
import { approve, signInAs } from '../support/wallet.ts'

const BURST_MS = 1_500
/** Longer than one work takes to rise. */
const RISEN_MS = 1_000
const OPENS = { en: /^Open 1 box for/, zh: /开 1 盒$/ }

/** The stage on which boxes are opened. Alice likes motion; Carol wants none, and comes by keyboard. */
describe('the opening of a box', () => {
  const market = demoMarket()
  let alice: Visitor
  let carol: Visitor
  let box: BoxRecord
  let path: string

  beforeAll(async () => {
    const { list } = await market.api.blind['box.list']({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })
    const found = list.find(({ name }) => name === 'Postcards from the opening')
    if (!found) throw new Error('there are no postcards')
    box = found
    path = `/blindbox/detail/${box.id}?chain=${box.chainId}`
    alice = await openBrowser(market.url, { reducedMotion: 'no-preference' })
    carol = await openBrowser(market.url)
    for (const { page } of [alice, carol]) await page.addInitScript(recordBeats)
    await alice.page.clock.install()
    await signInAs(alice.page, 'Alice', path)
    await signInAs(carol.page, 'Carol', path)
  })
  beforeEach(() => pictureOnFailure(alice, carol))
  afterAll(async () => {
    await Promise.all([alice?.close(), carol?.close()])
  })

  const stage = (page: Page) => page.locator('.reveal')
  const opener = (page: Page, language: 'en' | 'zh' = 'en') => page.locator('.box-foot').getByRole('button', { name: OPENS[language] })
  const skip = (page: Page) => page.getByRole('button', { name: 'Skip to the works' })
  const isFocusOnStage = (page: Page) => stage(page).evaluate((part) => part.contains(document.activeElement))
  const beatsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { beats: string[] }).beats)

  /** To the closed box on its stage, which waits until what this answers lets it be drawn. */
  async function openWaiting({ page }: Visitor, language: 'en' | 'zh' = 'en'): Promise<() => Promise<unknown>> {
    const draw = await holdDraws(market, box)
    await askToOpen(page, OPENS[language])
    await approve(page, 'transaction')
    await page.locator('.reveal.waiting').waitFor()
    return draw
  }

  describe('with motion', () => {
    /** From here on the page's time passes only as it is told to. */
    async function stopClock(page: Page): Promise<void> {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    }

    /** In steps so short that no beat is over before it was seen. */
    async function untilBurst(page: Page): Promise<void> {
      const isBurst = async () => {
        await page.clock.runFor(50)
        return page.locator('.reveal.burst').count()
      }
      await expect.poll(isBurst, { timeout: 60_000 }).toBe(1)
    }

    it('[BOX-26, BOX-27, BOX-28, BOX-29] is the closed box, 1.5 s of light, the work that rises, and what was drawn', async () => {
      const { page } = alice
      const draw = await openWaiting(alice)
      expect(await skip(page).count()).toBe(0)
      await stopClock(page)
      await draw()
      await untilBurst(page)
      await page.clock.runFor(BURST_MS)
      await page.locator('.reveal.rising .drawn-works.rising').waitFor()
      await tabTo(page, skip(page))
      await page.clock.runFor(RISEN_MS)
      await page.locator('.reveal.shown').waitFor()
      expect(await beatsOf(page)).toEqual(['waiting', 'burst', 'rising', 'shown'])
      expect(await skip(page).count()).toBe(0)
      expect(await isFocusOnStage(page)).toBe(true)
      await page.clock.resume()
    })

    it('is skipped by keyboard while the light bursts: the works are there at once, and the focus is still on the stage', async () => {
      const { page } = alice
      await page.goto(path)
      const draw = await openWaiting(alice)
      await stopClock(page)
      await draw()
      await untilBurst(page)
      await tabTo(page, skip(page))
      // No time passes: the beat would last for ever.
      await page.keyboard.press('Enter')
      await page.locator('.reveal.shown').waitFor()
      await page.locator('.drawn-work').waitFor()
      expect(await beatsOf(page)).toEqual(['waiting', 'burst', 'shown'])
      expect(await isFocusOnStage(page)).toBe(true)
      await page.clock.resume()
      await leave(page, opener(page))
    })

    it('has its “Skip” in a thumb’s reach, in Chinese too, and axe has nothing against the stage', async () => {
      const { page } = alice
      await speak(page, 'zh')
      await page.setViewportSize(PHONE)
      try {
        await page.goto(path)
        const draw = await openWaiting(alice, 'zh')
        await stopClock(page)
        await draw()
        await untilBurst(page)
        const found = findViolations(page, '.reveal')
        const isFound = found.then(() => true)
        // What it waits for by the page's own clock.
        while (!(await Promise.race([isFound, page.clock.runFor(1).then(() => false)])));
        expect(await found).toEqual([])
        expect(await page.locator('.reveal.burst').count()).toBe(1)
        const button = page.getByRole('button', { name: '直接看作品' })
        const place = await button.boundingBox()
        // With a finger 44, with the mouse of this browser 40.
        expect(place?.height).toBeGreaterThanOrEqual(40)
        expect((place?.x ?? 0) + (place?.width ?? PHONE.width)).toBeLessThan(PHONE.width)
        await button.click()
        await page.locator('.reveal.shown').waitFor()
      } finally {
        await page.clock.resume()
        await speak(page, 'en')
        await page.setViewportSize(DESKTOP)
      }
    })
  })

  describe('without motion', () => {
    it('shows the works as soon as they are drawn, with no light and nothing that rises', async () => {
      const { page } = carol
      const draw = await openWaiting(carol)
      await draw()
      await page.locator('.reveal.shown').waitFor({ timeout: 60_000 })
      await page.locator('.drawn-work').waitFor()
      expect(await beatsOf(page)).toEqual(['waiting', 'shown'])
      expect(await page.locator('.drawn-works.rising').count()).toBe(0)
    })

    it('is walked by keyboard once it is drawn, and left by its button, and the focus is back where it came from', async () => {
      const { page } = carol
      await page.getByText(/^Checked in your browser/).waitFor()
      await expectNothingAgainst(page, '.reveal')
      await expectTrap(page)
      await tabTo(page, page.getByRole('button', { name: 'Back to the box' }))
      await page.keyboard.press('Enter')
      await stage(page).waitFor({ state: 'detached' })
      await expect.poll(() => opener(page).evaluate((button) => button === document.activeElement)).toBe(true)
    })

    it('can be left while the draw is awaited, and watched again, by everybody', async () => {
      const { page } = carol
      const draw = await openWaiting(carol)
      await expectNothingAgainst(page, '.reveal')
      await expectTrap(page)
      await leave(page, opener(page))
      const watch = { en: 'Watch it open', zh: '观看开盒' }
      const yours = page.locator('.box-yours li')
      await expectForEverybody(page, (language) => yours.getByRole('button', { name: watch[language] }), {
        ...{ asksWallet: false, part: '.reveal' },
      })
      await draw()
    })

    it('fits a phone in Chinese, with what was drawn and its proof', async () => {
      const { page } = carol
      await speak(page, 'zh')
      await page.setViewportSize(PHONE)
      try {
        await page.goto(path)
        const draw = await openWaiting(carol, 'zh')
        await draw()
        await page.locator('.reveal.shown').waitFor({ timeout: 60_000 })
        await page.getByText(/^已由你的浏览器核验/).waitFor()
        await expectFitsPhone(page, page.getByRole('button', { name: '返回盲盒' }), '.reveal')
        await leave(page, opener(page, 'zh'))
      } finally {
        await speak(page, 'en')
        await page.setViewportSize(DESKTOP)
      }
    })
  })

  it('shows nobody a broken page on the way', () => {
    expect([...alice.complaints, ...carol.complaints]).toEqual([])
  })
})

/** Runs in the page: keeps every beat that the stage has had, one that stood for no longer than a moment among them. */
function recordBeats(): void {
  const beats: string[] = []
  const note = (classes: string | null | undefined) => {
    const beat = /\b(?:waiting|burst|rising|shown)\b/.exec(classes ?? '')?.[0]
    if (beat && beats.at(-1) !== beat) beats.push(beat)
  }
  Object.assign(globalThis, { beats })
  new MutationObserver((records) => {
    for (const { target, oldValue } of records) if (target instanceof Element && target.matches('.reveal')) note(oldValue)
    note(document.querySelector('.reveal')?.className)
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['class'], attributeOldValue: true })
}
