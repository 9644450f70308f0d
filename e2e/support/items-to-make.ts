import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { paintPng } from './picture.ts'
import { approve } from './wallet.ts'

const mediaOf = (name: string, mimeType: string) => ({
  name,
  mimeType,
  buffer: readFileSync(new URL(`../../packages/devnet/media/${name}`, import.meta.url)),
})
export const COVER = { name: 'cover.png', mimeType: 'image/png', buffer: paintPng(41) }
export const SONG = mediaOf('bell-and-tide.mp3', 'audio/mpeg')
export const MOVING = mediaOf('incense.gif', 'image/gif')
/** Unminted items on sale: component tests cover all choices. */
export type Way = {
  file: 'gif' | 'film'
  home: 'official' | 'new'
  form: 'single' | 'edition'
  paid: 'ETH' | 'PUSD'
  category: 'Western' | 'Ancient, Vessels'
  royalty: '0' | '5'
}
export const WAYS: readonly Way[] = [
  { file: 'gif', home: 'new', form: 'edition', paid: 'PUSD', category: 'Ancient, Vessels', royalty: '0' },
  { file: 'film', home: 'official', form: 'single', paid: 'ETH', category: 'Western', royalty: '5' },
]
const FILES = { gif: MOVING, film: mediaOf('slow-swell.webm', 'video/webm') } as const

/** Of an edition, as they are typed and as they are shown. */
export const PIECES = { typed: '1200', shown: '1,200' }

/** Close to the prices in these collections, so that no warning appears. */
const PRICES = { single: { ETH: '0.75', PUSD: '120.25' }, edition: { ETH: '0.25', PUSD: '120.25' } } as const
type Priced = Pick<Way, 'form' | 'paid'>
/** Of one. */
export const priceOf = ({ form, paid }: Priced): string => `${PRICES[form][paid]} ${paid}`

/** A name of its own for each of them. */
export const nameOf = ({ file, home }: Way): string => `A ${file}, ${home}`

/** The text on its card among its maker's items: for editions the quantity on sale. */
export const badgeOf = ({ file }: Way): string => (file === 'film' ? 'Video' : `${PIECES.shown} of ${PIECES.shown}`)

/** Fills the form, but for its collection and its sale. */
export async function describeItem(page: Page, item: Way): Promise<void> {
  const files = page.locator('main input[type="file"]')
  await files.first().setInputFiles(FILES[item.file])
  if (item.file === 'film') await files.nth(1).setInputFiles(COVER)
  await page.getByLabel('Name', { exact: true }).fill(nameOf(item))
  await page.getByLabel('Category').selectOption({ label: item.category })
  if (item.form === 'edition') await page.getByLabel('How many').fill(PIECES.typed)
  const percent = item.royalty === '0' ? 'Other' : `${item.royalty}%`
  await page.getByRole('radio', { name: percent }).click({ force: true })
}

/** On the form, or in the dialog of a sale. */
export async function fillPrice(page: Page, { form, paid }: Priced): Promise<void> {
  await page.getByLabel('Paid in').selectOption({ label: paid })
  await page.getByLabel(/^Price( of one)?$/).fill(PRICES[form][paid])
}

/** The label of the button of a form filled like this. */
export const pressOf = (item: Way): string => `Sell for ${priceOf(item)}${item.form === 'edition' ? ' each' : ''}, minted when sold`

type Asked = { steps: string[] /** By the wallet. */; asked: string[] }

/** The steps of the dialog, and the wallet's requests on the way. */
export function askedFor({ form }: Way, home: { name: string; isApproved: boolean }): Asked {
  if (form === 'single') return { steps: ['Upload the file', 'Sign the listing'], asked: ['typedData'] }
  // The rest belongs to the maker after the first purchase: the market needs approval to transfer it.
  const asked = home.isApproved ? ['typedData'] : ['transaction', 'typedData']
  return { steps: [`Allow sales from ${home.name}`, 'Upload the file', 'Sign the listing'], asked }
}

/** From the form to a new collection, which is selected then. */
export async function makeCollection(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^New/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="file"]').setInputFiles(COVER)
  await dialog.getByLabel('Display name').fill(name)
  await dialog.getByLabel('Token name').fill('NEW')
  await dialog.getByRole('button', { name: 'Create the collection' }).click()
  await approve(page, 'transaction')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('radio', { name: new RegExp(name) }).isChecked()).toBe(true)
}

/** The rows in the item's page. */
export function factsOn(page: Page): Promise<Record<string, string>> {
  return page
    .locator('dl.facts')
    .evaluateAll((lists) =>
      Object.fromEntries(
        lists.flatMap((list) =>
          [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
        ),
      ),
    )
}

/** The page shows the whole item, which moves or plays where it should. */
export async function expectShown(page: Page, file: Way['file']): Promise<void> {
  const isFilm = file === 'film'
  await page.locator(isFilm ? '.stage .player' : '.stage img').waitFor()
  for (const each of ['audio', 'video']) expect(await page.locator(`.stage ${each}`).count(), each).toBe(isFilm && each === 'video' ? 1 : 0)
  if (!isFilm) {
    await expect.poll(() => stagePicture(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    return expect(await framesOf(page)).toBeGreaterThan(1)
  }
  const film = page.locator('.stage video')
  await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).duration)).toBeGreaterThan(1)
  expect(await film.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBeGreaterThan(0)
}

const stagePicture = (page: Page) => page.locator('.stage img').first()

function framesOf(page: Page): Promise<number> {
  return stagePicture(page).evaluate(async (image) => {
    const bytes = new Uint8Array(await (await fetch((image as HTMLImageElement).currentSrc)).arrayBuffer())
    // Graphic control extensions: one before each frame.
    return bytes.filter((byte, at) => byte === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4).length
  })
}
