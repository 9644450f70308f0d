import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buyItem, type DemoName, listItem, type Person, signIn } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { chromium } from 'playwright-core'
import { BOMB, MODEST } from '../apps/server/test/content/drawings.ts'
import { type Market, removeData, startMarket } from '../e2e/support/market.ts'
import { changesOf, noteEvents, nowOf } from '../e2e/support/page-clock.ts'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/testing/chromium.ts'
import { printTable } from './table.ts'

/**
 * Delays that people notice between each other's actions, on the market of `npm start` with the demo's items:
 * docs/performance.md has the goals.
 */
const ROUNDS = 4
const BOMBS = 24

function rowOf(name: string, all: readonly number[]): string[] {
  const sorted = all.toSorted((a, b) => a - b)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return [name, ...[all.length, least, middle, most].map((number) => (number ?? Number.NaN).toFixed(0))]
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function sendAvatar({ api }: Person, drawing: string, fetch = globalThis.fetch): Promise<unknown> {
  return api.storage.avatar({}, { files: [new File([drawing], 'a.svg', { type: 'image/svg+xml' })], fetch })
}

/** As from another computer: the queue has a limit per address too. */
const fetchFromElsewhere: typeof fetch = async (url, { method = 'GET', headers, body } = {}) => {
  const form = new Response(body ?? null)
  const sent = { ...(headers as Record<string, string>), 'content-type': form.headers.get('content-type') ?? '' }
  const bytes = Buffer.from(await form.arrayBuffer())
  return new Promise((done, fail) => {
    const asked = request(String(url), { method, headers: sent, localAddress: '127.0.0.2', family: 4 }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      done(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 500, headers: { 'content-type': 'application/json' } }))
    })
    asked.on('error', fail).end(bytes)
  })
}

async function timeAvatars(bob: Person, attackers: readonly Person[]): Promise<{ alone: number[]; beside: number[] }> {
  const alone: number[] = []
  const beside: number[] = []
  for (const attacker of attackers.slice(0, ROUNDS)) {
    alone.push(await timeOf(() => sendAvatar(bob, MODEST)))
    const bombs = Array.from({ length: BOMBS }, () => sendAvatar(attacker, BOMB, fetchFromElsewhere).catch(() => undefined))
    await sleep(1_000)
    beside.push(await timeOf(() => sendAvatar(bob, MODEST)))
    await Promise.all(bombs)
  }
  return { alone, beside }
}

/** Single works on sale for the coin by others than these two, cheapest first. */
async function worksOnSale(eve: Person, bob: Person) {
  const { list } = await eve.api.home.list({ page: 1, limit: 100, sort: 'price', order: 'asc', chainId: LOCAL_CHAIN_ID })
  return list.filter(
    ({ standard, onlyOwner, listings: [listing] }) =>
      standard === TOKEN_STANDARD.ERC721 &&
      listing?.payTokenAddress === ZERO_ADDRESS &&
      onlyOwner !== eve.address &&
      onlyOwner !== bob.address,
  )
}

/** Eve buys an item, then lists it while a visitor watches, and Bob buys it; again with another. */
async function timePages({ url }: Market, eve: Person, bob: Person): Promise<{ listed: number[]; sold: number[] }> {
  const [listed, sold]: [number[], number[]] = [[], []]
  const browser = await chromium.launch({ executablePath: await findChromium(() => undefined), args: [...CHROMIUM_FLAGS], headless: true })
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const works = await worksOnSale(eve, bob)
  for (const work of works.slice(0, ROUNDS)) {
    const item = { collection: work.collection, tokenId: work.tokenId }
    await buyItem(eve, item, toAddress(work.onlyOwner))
    await untilHeld(eve, item)
    await page.goto('/')
    await page.locator('#market .card').first().waitFor()
    await page.waitForTimeout(2_000)
    await listItem(eve, item, '0.31')
    const chip = page.getByRole('button', { name: '1 new work' })
    listed.push(await timeOf(() => chip.waitFor()))
    await chip.click()
    const card = page.locator(`#market .card:has(a[href*="${item.collection}:${item.tokenId}"])`).first()
    await card.waitFor()
    await buyItem(bob, item, eve.address)
    sold.push(await timeOf(() => card.getByText('Sold', { exact: true }).waitFor()))
  }
  await browser.close()
  return { listed, sold }
}

const CHANGED = ['card', 'count', 'floor'] as const

/** Eve lists a work below its collection's floor, a visitor has the collection open, and Bob buys it; again with another. */
async function timeFigures({ url, api }: Market, eve: Person, bob: Person): Promise<Record<(typeof CHANGED)[number], number[]>> {
  const times = { card: [] as number[], count: [] as number[], floor: [] as number[] }
  const browser = await chromium.launch({ executablePath: await findChromium(() => undefined), args: [...CHROMIUM_FLAGS], headless: true })
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await noteEvents(page)
  const works = (await worksOnSale(eve, bob)).toReversed()
  for (const [round, work] of works.slice(0, ROUNDS).entries()) {
    const item = { collection: work.collection, tokenId: work.tokenId }
    await buyItem(eve, item, toAddress(work.onlyOwner))
    await untilHeld(eve, item)
    await listItem(eve, item, `0.000${9 - round}`)
    const floor = async () => (await api.statistics.collection({ collection: item.collection, chainId: LOCAL_CHAIN_ID })).floors
    while (!(await floor()).some(({ unitPrice }) => unitPrice === BigInt(9 - round) * 10n ** 14n)) await sleep(200)
    await page.goto(`/collection/${item.collection}?chain=${LOCAL_CHAIN_ID}&status=onSale&sort=priceLow`)
    const card = `.explore-list .card:has(a[href*=":${item.tokenId}?"])`
    await page.locator(card).waitFor()
    await page.waitForTimeout(4_000)
    const changes = changesOf(
      page,
      {
        card: { selector: card, says: 'Sold' },
        count: { selector: '.result-count b' },
        floor: { selector: '.figures .figure' },
      },
      item.collection,
    )
    await buyItem(bob, item, eve.address)
    const receiptAt = await nowOf(page)
    const { at } = await changes
    for (const part of CHANGED) times[part].push(Math.max(0, (at[part] ?? Number.NaN) - receiptAt))
  }
  await browser.close()
  return times
}

async function untilHeld(by: Person, item: { collection: Address; tokenId: bigint }): Promise<void> {
  while ((await by.api.nft.detail(item))?.onlyOwner !== by.address) await sleep(100)
}

const market = await startMarket()
try {
  const contracts = { ...LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID], deployBlock: 0, isNew: false }
  const enter = (name: DemoName) => signIn(name, market.url, { chain: { chainId: LOCAL_CHAIN_ID, rpcUrl: market.rpcUrl }, contracts })
  const bob = await enter('Bob')
  const attackers: Person[] = []
  for (const name of ['Alice', 'Carol', 'Dan', 'Zhang Wei'] as const) attackers.push(await enter(name))
  const avatars = await timeAvatars(bob, attackers)
  const eve = await enter('Eve')
  const pages = await timePages(market, eve, bob)
  const figures = await timeFigures(market, eve, bob)
  printTable(
    ['waits', 'rounds', 'least ms', 'middle ms', 'most ms'],
    [
      rowOf('another account’s avatar, alone', avatars.alone),
      rowOf(`another account’s avatar, ${BOMBS} hostile drawings of one account`, avatars.beside),
      rowOf('a listing, from the server’s answer to an open market page', pages.listed),
      rowOf('a sale, from its receipt to an open market page', pages.sold),
      ...CHANGED.map((part) => rowOf(`a sale, from its receipt to the ${part} on an open collection page`, figures[part])),
    ],
  )
} finally {
  await market.stop()
  removeData(market)
}
