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
const FILES = {
  picture: { ...COVER, name: 'dusk.png' },
  gif: MOVING,
  sound: mediaOf('glass-study.mp3', 'audio/mpeg'),
  film: mediaOf('slow-swell.webm', 'video/webm'),
} as const

/** Everything that a maker chooses between, and what he may choose. */
const CHOICES = {
  file: ['picture', 'gif', 'sound', 'film'],
  home: ['official', 'own', 'new'],
  sale: ['now', 'later', 'lazy'],
  form: ['single', 'edition'],
  paid: ['ETH', 'PUSD'],
  category: ['Western', 'Ancient, Vessels'],
  royalty: ['0', '2', '5'],
} as const
export type Way = { [Choice in keyof typeof CHOICES]: (typeof CHOICES)[Choice][number] }

const way = (text: string): Way => {
  const [file, home, sale, form, paid, level, royalty] = text.split(/ +/)
  return { file, home, sale, form, paid, royalty, category: CHOICES.category[level === 'first' ? 0 : 1] } as Way
}

/** A film, and what is minted by its first buyer: all twelve that show each pair of choices are component tests. */
export const WAYS: readonly Way[] = [
  'picture new      lazy  edition PUSD second 0',
  'film    own      later single  ETH  first  5',
  'gif     official lazy  single  ETH  second 2',
].map(way)

/** Of an edition, as they are typed and as they are shown. */
export const PIECES = { typed: '1200', shown: '1,200' }

/** Far from nothing that is on sale in these collections: nobody is warned. */
const PRICES = { single: { ETH: '0.75', PUSD: '120.25' }, edition: { ETH: '0.25', PUSD: '120.25' } } as const
type Priced = Pick<Way, 'form' | 'paid'>
/** Of one. */
export const priceOf = ({ form, paid }: Priced): string => `${PRICES[form][paid]} ${paid}`

/** A name of its own for each of them. */
export const nameOf = ({ file, home, sale }: Way): string => `A ${file}, ${home}, ${sale}`

/** What its card says of it among its maker's items: of editions how many are on sale, or held. */
export function badgeOf({ file, form, sale }: Way): string {
  if (file === 'sound' || file === 'film') return file === 'sound' ? 'Sound' : 'Video'
  if (form === 'single') return ''
  return sale === 'later' ? `You hold ${PIECES.shown}` : `${PIECES.shown} of ${PIECES.shown}`
}

/** Fills the form, but for its collection and its sale. */
export async function describeWork(page: Page, work: Way): Promise<void> {
  const files = page.locator('main input[type="file"]')
  await files.first().setInputFiles(FILES[work.file])
  if (work.file === 'sound' || work.file === 'film') await files.nth(1).setInputFiles(COVER)
  await page.getByLabel('Name', { exact: true }).fill(nameOf(work))
  await page.getByLabel('Category').selectOption({ label: work.category })
  if (work.form === 'edition') await page.getByLabel('How many').fill(PIECES.typed)
  const percent = work.royalty === '0' ? 'Other' : `${work.royalty}%`
  await page.getByRole('radio', { name: percent }).click({ force: true })
}

/** On the form, or in the dialog of a sale. */
export async function fillPrice(page: Page, { form, paid }: Priced): Promise<void> {
  await page.getByLabel('Paid in').selectOption({ label: paid })
  await page.getByLabel(/^Price( of one)?$/).fill(PRICES[form][paid])
}

/** What the button of a form says that is filled like this. */
export function pressOf(work: Way): string {
  if (work.sale === 'later') return 'Mint it'
  const each = work.form === 'edition' ? `${priceOf(work)} each` : priceOf(work)
  return work.sale === 'now' ? `Mint and sell for ${each}` : `Sell for ${each}, minted when sold`
}

type Asked = { steps: string[] /** By the wallet. */; asked: string[] }

/** The steps of the dialog, and what the wallet is asked on the way. */
export function askedFor({ sale, form }: Way, home: { name: string; isApproved: boolean }): Asked {
  const allow = `Allow sales from ${home.name}`
  const approval = home.isApproved ? [] : ['transaction']
  if (sale === 'later') return { steps: ['Upload the file', 'Mint'], asked: ['transaction'] }
  if (sale === 'now')
    return { steps: [allow, 'Upload the file', 'Mint', 'Sign the sale'], asked: [...approval, 'transaction', 'typedData'] }
  // What its first buyer leaves is its maker's then: the market must be allowed to move that.
  if (form === 'edition') return { steps: [allow, 'Upload the file', 'Sign the sale'], asked: [...approval, 'typedData'] }
  return { steps: ['Upload the file', 'Sign the sale'], asked: ['typedData'] }
}

/** From the form to a collection of one's own, which is chosen then. */
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

/** What the item's page says of it in its lists of facts. */
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

/** The whole work stands on its page, and moves or plays where it should. */
export async function expectShown(page: Page, file: Way['file']): Promise<void> {
  const player = file === 'sound' ? 'audio' : file === 'film' ? 'video' : undefined
  await page.locator(player ? '.stage .player' : '.stage img').waitFor()
  for (const each of ['audio', 'video']) expect(await page.locator(`.stage ${each}`).count(), each).toBe(each === player ? 1 : 0)
  if (file !== 'film') await expect.poll(() => widthOf(page)).toBeGreaterThan(0)
  if (file === 'gif') expect(await framesOf(page)).toBeGreaterThan(1)
  if (player === undefined) return
  const media = page.locator(`.stage ${player}`)
  await expect.poll(() => media.evaluate((element) => (element as HTMLMediaElement).duration)).toBeGreaterThan(1)
  if (file === 'film') expect(await media.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBeGreaterThan(0)
}

const stagePicture = (page: Page) => page.locator('.stage img').first()
const widthOf = (page: Page) => stagePicture(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)

function framesOf(page: Page): Promise<number> {
  return stagePicture(page).evaluate(async (image) => {
    const bytes = new Uint8Array(await (await fetch((image as HTMLImageElement).currentSrc)).arrayBuffer())
    // Graphic control extensions: one before each frame.
    return bytes.filter((byte, at) => byte === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4).length
  })
}
