import type { Page } from 'playwright-core'
import { collectionsOf, type Size } from '../market/fill.ts'
import { addressText, collectionBytes, personBytes } from '../market/names.ts'

export type Shown = {
  readonly name: string
  readonly path: string
  /** Pages whose script size has a goal. */
  readonly isFirstView?: boolean
  /** Pages of the second wave: nothing of them moves, and a filter answers sooner. */
  readonly isStrict?: boolean
  /** Index of the signed-in person in `Size.accounts`. */
  readonly signedIn?: number
  /** A visitor's input there; measures how soon the page responds. */
  readonly use: (page: Page) => Promise<void>
}

const FEW = 0
const MANY = 1
const TABS = '.account-works button'
const OPTIONS = '.rail .option:not(.empty)'

export function pagesOf(size: Size): readonly Shown[] {
  const account = (person: number) => `/account/${addressText(personBytes(person))}?tab=collectibles`
  const collection = `/collection/${addressText(collectionBytes(7))}`
  const item = `${addressText(collectionBytes(7))}:${Math.floor(7 / collectionsOf(size)) + 1}`
  return [
    { name: 'home', path: '/', isFirstView: true, use: chooseAmong('.market .section-head + * button, .market .segmented button') },
    { name: 'item', path: `/detail/${item}`, use: chooseAmong('[role="tab"]') },
    { name: `account with ${size.accounts[FEW]} items`, path: account(FEW), use: chooseAmong(TABS) },
    {
      name: `account with ${(size.accounts[MANY] ?? 0).toLocaleString('en')} items`,
      path: account(MANY),
      use: chooseAmong(TABS),
    },
    { name: 'explore, cards', path: '/explore', isStrict: true, use: chooseAmong(OPTIONS) },
    { name: `explore, table of ${size.items.toLocaleString('en')}`, path: TABLE, isStrict: true, use: chooseAmong(OPTIONS) },
    { name: 'collection, its works', path: collection, isStrict: true, use: chooseAmong(OPTIONS) },
    { name: 'collection, its charts', path: `${collection}?tab=analytics`, isStrict: true, use: chooseAmong('.analytics-choices label') },
    {
      name: `portfolio of ${(size.accounts[MANY] ?? 0).toLocaleString('en')} works`,
      path: '/portfolio',
      isStrict: true,
      signedIn: MANY,
      use: chooseAmong('[role="columnheader"] button'),
    },
    { name: 'rankings', path: '/rankings?by=sales', isStrict: true, use: chooseAmong('.rankings-bar label') },
  ]
}

export const TABLE = '/explore?view=table'

/** Presses the first few of these, one after the other. */
function chooseAmong(selector: string): Shown['use'] {
  return async (page) => {
    const all = page.locator(selector)
    // The largest picture of a page may stand before what is pressed.
    await all.first().waitFor()
    const count = Math.min(4, await all.count())
    for (let at = 0; at < count; at++) {
      await all.nth(at).click({ timeout: 20_000 })
      await page.waitForTimeout(400)
    }
  }
}
