import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Browser, chromium } from 'playwright-core'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { connect } from '../../apps/server/src/db/database.ts'
import { openPool } from '../../apps/server/src/db/driver.ts'
import { openSessionOf } from '../../apps/server/src/modules/sessions/service.ts'
import { startFakeNode } from '../../apps/server/test/chain/fake-node.ts'
import { buildWeb, WEB_DIR } from '../../scripts/market/web-build.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/testing/chromium.ts'
import { gzippedSize, MOST_SCRIPT } from '../../scripts/testing/first-view.ts'
import { benchChain, CHAIN_ID, KEYS } from '../bench-chain.ts'
import type { Size } from '../market/fill.ts'
import { personBytes } from '../market/names.ts'
import { type MarketPlace, openMarket, startServerProcess } from '../market/place.ts'
import { fillTrades } from '../market/trades.ts'
import { printTable } from '../table.ts'
import { pagesOf, type Shown, TABLE } from './pages.ts'
import { scrollCards, scrollRows } from './scroll.ts'
import { readVitals, settle, type Throttle, throttle, type Vitals, WIDE, watchVitals } from './visit.ts'

/** How fast pages load, respond and scroll on a slow machine and network, beside a bare page with the same images. */
const { values } = parseArgs({
  options: {
    cpu: { type: 'string', default: '4' },
    kbps: { type: 'string', default: '10240' },
    latency: { type: 'string', default: '40' },
    runs: { type: 'string', default: '3' },
    items: { type: 'string', default: '60000' },
    cards: { type: 'string', default: '2000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const SLOW: Throttle = { cpu: Number(values.cpu), kbps: Number(values.kbps), latencyMs: Number(values.latency) }
const GOALS = { lcp: 1_800, inp: 150, cls: 0.02, script: MOST_SCRIPT }
/** Of the pages of the second wave; less of CLS is nothing. */
const STRICT_GOALS = { ...GOALS, inp: 100, cls: 0.0005 }
const ITEMS = Number(values.items)
const SCROLLED = Number(values.cards)
const PICTURES = new URL('../../packages/devnet/media/', import.meta.url)
const MOST_PICTURES = 40

const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** CIDs of images of the demo; `keep` uploads them to the market, whose collections and sales need them too. */
async function storePictures(dataDir: string): Promise<{ cids: string[]; keep: (databaseUrl: string) => Promise<void> }> {
  const names = readdirSync(PICTURES)
    .filter((name) => name.endsWith('.webp'))
    .slice(0, MOST_PICTURES)
  const { cidOf } = await import('../../apps/server/src/content/cid.ts')
  const cids = await Promise.all(names.map((name) => cidOf(join(PICTURES.pathname, name))))
  const keep = async (databaseUrl: string): Promise<void> => {
    const pool = openPool({ connectionString: databaseUrl }, 'external', () => undefined)
    const config = configOf({ dataDir, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test' }, 80)
    const { media, db } = await createContext({ config, dialect: pool.dialect, keys: KEYS })
    for (const name of names) {
      const copy = join(media.incoming, name)
      copyFileSync(join(PICTURES.pathname, name), copy)
      await media.putFile(db, copy)
    }
    // Dimensions as read by an upload: without them the layout shifts when an image of another shape loads.
    await sql`update item set width = media.width, height = media.height from media
      where media.cid = substring(item.metadata from 'ipfs://(baf[a-z0-9]+)') and item.width <> media.width`.execute(db)
    await fillTrades(db, Math.floor(Date.now() / 1_000), cids)
    await pool.close()
  }
  return { cids, keep }
}

/** The page was left before. */
const NOT_ARRIVED = Buffer.alloc(0)

type Visit = Vitals & { readonly script: number; readonly images: readonly string[] }

/** Opens a session for this person, as a sign-in by e-mail does, and returns its token. */
async function signIn(place: MarketPlace, person: number): Promise<string> {
  const pool = openPool({ connectionString: place.databaseUrl }, 'external', () => undefined)
  const db = connect(pool.dialect)
  const { id } = await db.selectFrom('account').select('id').where('address', '=', personBytes(person)).executeTakeFirstOrThrow()
  const token = await openSessionOf(db, id, Math.floor(Date.now() / 1_000))
  await pool.close()
  return token
}

type Place = { readonly url: string; readonly token: string | undefined }

async function visit(browser: Browser, { url, token }: Place, slow: Throttle, use: Shown['use']): Promise<Visit> {
  const context = await browser.newContext(WIDE)
  try {
    if (token) await context.addInitScript((kept) => Object.assign(localStorage, { Authorization: kept, connected: '1' }), token)
    const page = await context.newPage()
    await watchVitals(page)
    await throttle(page, slow)
    const scripts: { url: string; body: Promise<Buffer> }[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push({ url: response.url(), body: response.body().catch(() => NOT_ARRIVED) })
    })
    await page.goto(url)
    await settle(page)
    const { lcp, cls } = await readVitals(page)
    // The first view includes requests made before the largest contentful paint.
    const early = await page.evaluate(
      (until) =>
        performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime <= until)
          .map(({ name }) => name),
      lcp,
    )
    const bodies = await Promise.all(scripts.filter(({ url: of }) => early.includes(of)).map(({ body }) => body))
    const script = gzippedSize(bodies)
    const images = await page.evaluate(() =>
      [...document.images].filter((image) => image.complete && image.naturalWidth > 0).map((image) => image.currentSrc),
    )
    await use(page)
    const { inp, longest } = await readVitals(page)
    return { lcp, cls, inp, longest, script, images }
  } finally {
    await context.close()
  }
}

/** A page with the same images and nothing else. */
async function visitBare(browser: Browser, origin: string, images: readonly string[]): Promise<number> {
  const context = await browser.newContext(WIDE)
  try {
    const page = await context.newPage()
    await watchVitals(page)
    await throttle(page, SLOW)
    const tags = images.map((src) => `<img src="${src}" width="240" height="240">`).join('')
    await page.route(`${origin}/bare`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>bare</title>${tags}` }),
    )
    await page.goto(`${origin}/bare`)
    await settle(page)
    return (await readVitals(page)).lcp
  } finally {
    await context.close()
  }
}

async function measurePage(browser: Browser, origin: string, shown: Shown, token: string | undefined): Promise<string[]> {
  const noUse = async (): Promise<void> => undefined
  const place = { url: origin + shown.path, token }
  // The first visit of all makes smaller copies of the images.
  await visit(browser, place, { cpu: 1, kbps: 1e6, latencyMs: 0 }, noUse)
  const visits: Visit[] = []
  const bare: number[] = []
  for (let run = 0; run < Number(values.runs); run++) {
    const one = await visit(browser, place, SLOW, shown.use)
    visits.push(one)
    bare.push(await visitBare(browser, origin, one.images))
  }
  const [lcp, inp, cls, script] = (['lcp', 'inp', 'cls', 'script'] as const).map((name) => middle(visits.map((one) => one[name]))) as [
    number,
    number,
    number,
    number,
  ]
  const goals = shown.isFirstView ? { lcp, inp, cls, script } : { lcp, inp, cls }
  const most = shown.isStrict ? STRICT_GOALS : GOALS
  const missed = Object.entries(goals).filter(([name, value]) => value > most[name as keyof typeof GOALS])
  return [
    shown.name,
    `${Math.round(lcp)} ms`,
    `${Math.round(middle(bare))} ms`,
    (lcp / middle(bare)).toFixed(2),
    `${Math.round(inp)} ms`,
    cls.toFixed(3),
    `${(script / 1_000).toFixed(1)} kB`,
    missed.length === 0 ? 'met' : `MISSED: ${missed.map(([name]) => name).join(', ')}`,
  ]
}

async function measureAll(origin: string, pages: readonly Shown[], tokenOf: (person: number) => Promise<string>): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(console.log), args: [...CHROMIUM_FLAGS], headless: true })
  try {
    console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
    console.log(`Processor ${SLOW.cpu} times slower, ${SLOW.kbps} kbit/s, ${SLOW.latencyMs} ms; the middle of ${values.runs} visits each\n`)
    const rows: string[][] = []
    for (const shown of pages.filter(({ name }) => values.only.split(',').some((word) => name.includes(word)))) {
      const token = shown.signedIn === undefined ? undefined : await tokenOf(shown.signedIn)
      rows.push(await measurePage(browser, origin, shown, token))
      console.error(rows.at(-1)?.join(' | '))
    }
    printTable(['', 'LCP', 'bare page', 'of the bare', 'INP', 'CLS', 'script, gzip', 'goal'], rows)
    console.log()
    const scrolled = [await scrollCards(browser, `${origin}/`, SCROLLED), await scrollRows(browser, origin + TABLE, SCROLLED)]
    printTable(['', 'in', 'longest task', 'CLS', 'goal'], scrolled)
  } finally {
    await browser.close()
  }
}

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
try {
  await buildWeb(console.log, AbortSignal.timeout(300_000))
  const pictures = await storePictures(folder)
  const size: Size = { items: ITEMS, accounts: [120, Math.floor((ITEMS * 5) / 6)], pictures: pictures.cids }
  const place = await openMarket(folder, size)
  try {
    await pictures.keep(place.databaseUrl)
    const server = await startServerProcess({ ...place, rpcUrl: node.url, webDir: WEB_DIR })
    await measureAll(server.url, pagesOf(size), (person) => signIn(place, person)).finally(() => server.stop())
  } finally {
    await place.close()
  }
} finally {
  await node.close()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
