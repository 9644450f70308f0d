import { REPORT_KIND } from '@plinth/api'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { actAs, demoMarket, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { settled } from '../support/pages.ts'
import { flawsOf } from '../support/sound-page.ts'
import { signInAs } from '../support/wallet.ts'

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

/** Every screen of the console, opened by each who may: it is there, says what it knows, and breaks nowhere. */
describe('the screens of the console', () => {
  const market = demoMarket()
  const dan = addressOf('Dan')
  let operator: Visitor
  let page: Page

  beforeAll(async () => {
    operator = await openBrowser(market.url)
    page = operator.page
    const carol = await actAs('Carol', market)
    const [work] = await worksOnSale(market, 'Dan')
    if (!work) throw new Error('nothing is on sale')
    const { collection: address, tokenId, chainId } = work
    await carol.api.report.add({ kind: REPORT_KIND.ITEM, address, tokenId, text: 'This is a copy.', chainId })
  })
  beforeEach(() => pictureOnFailure(operator))
  afterAll(() => operator?.close())

  const parts = () => page.getByRole('navigation', { name: 'Parts of the console' }).getByRole('link')
  const become = (role: string) => operate(market, 'roles', 'grant', '--wallet', dan, '--role', role, '--why', 'a story')

  it.each(ROLES)('a %s is offered what he may do', async (role) => {
    await become(role)
    if (role === ROLES[0]) await signInAs(page, 'Dan', '/operator')
    else await page.goto('/operator')
    await page.getByText(`You are ${role}`).waitFor()
    const { groups } = await (await actAs('Dan', market)).api.operator.desk({})
    await expect.poll(() => parts().count()).toBe(groups.length + 1)
    for (const name of new Set(OFFERED.map(([part]) => part))) {
      await page.locator(`.operator-nav a[href="/operator/${name}"]`).click()
      await page
        .locator('.operator-nav [aria-current]')
        .and(page.locator(`[href="/operator/${name}"]`))
        .waitFor()
      const shown = page.locator('.operator-main')
      const empty = shown.getByRole('heading', { name: 'Nothing is here' })
      await shown.getByRole('table').or(empty).or(shown.locator('.operator-acts button')).first().waitFor()
      await settled(page)
      expect(await shown.getByText('Try again').count(), name).toBe(0)
      for (const [, act, to] of OFFERED.filter(([part]) => part === name))
        expect([name, act, (await shown.getByRole('button', { name: act, exact: true }).count()) > 0]).toEqual([
          name,
          act,
          to.includes(role),
        ])
    }
    expect(operator.complaints).toEqual([])
  })

  it('each is sound: by keyboard, in both themes and languages, and on the narrowest phone', async () => {
    const { groups } = await (await actAs('Dan', market)).api.operator.desk({})
    expect(groups.length).toBeGreaterThanOrEqual(19)
    expect(await flawsOf(page, ['/operator', ...groups.map(({ name }) => `/operator/${name}`)], true)).toEqual([])
    expect(operator.complaints).toEqual([])
  })
})
