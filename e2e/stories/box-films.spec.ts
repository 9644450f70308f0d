import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callRpc } from '@plinth/devnet'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { askToOpen } from '../support/opening.ts'
import { operate } from '../support/operate.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

const FILMS = { anim1: 'slow-swell.webm', anim2: 'campfire.gif' }
const SERIES = {
  ...{ chainId: LOCAL_CHAIN_ID, name: 'Wrapped in waves', image: 'cover.png', price: '0.1', prizesPerBox: 1, repeats: true },
  ...{ starts: '2020-01-01T00:00:00Z', ends: '2100-01-01T00:00:00Z', prizes: [{ name: 'Near', image: 'cover.png', amount: 3 }] },
}

/** A series whose operator gave it a film to wait with, and a moving picture for what was drawn. */
describe('a box with films of its own', () => {
  const market = demoMarket()
  let folder: string
  let buyer: Visitor
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-films-'))
    buyer = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(buyer))
  afterAll(async () => {
    await buyer?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('[BOX-26, BOX-28] plays the first while the draw is awaited, and shows the other beside what was drawn', async () => {
    const { page } = buyer
    for (const name of Object.values(FILMS))
      copyFileSync(new URL(`../../packages/devnet/media/${name}`, import.meta.url), join(folder, name))
    writeFileSync(join(folder, 'cover.png'), paintPng(60))
    writeFileSync(join(folder, 'series.json'), JSON.stringify({ ...SERIES, ...FILMS }))
    const said = await operate(market, 'box', 'create', '--file', join(folder, 'series.json'), '--why', 'asked for')
    const id = /^Box (\d+), Wrapped in waves, is stored/.exec(said)?.[1] ?? ''
    await operate(market, 'box', 'fill', '--box', id, '--requests', '5', '--why', 'asked for')
    await operate(market, 'box', 'deposit', '--box', id, '--amount', '0.5', '--why', 'asked for')
    const box = await market.api.blind['box.detail']({ boxId: BigInt(id), chainId: LOCAL_CHAIN_ID })
    if (!box) throw new Error(`there is no box ${id}`)

    // Without a purse the keeper draws nothing, and the film goes on.
    const rpc = (method: string, ...params: unknown[]) => callRpc(market.rpcUrl, method, params)
    const purse = (await rpc('eth_getBalance', box.order.owner, 'latest')) as Hex
    await signInAs(page, 'Alice', `/blindbox/detail/${id}?chain=${LOCAL_CHAIN_ID}`)
    await rpc('anvil_setBalance', box.order.owner, '0x0')
    await askToOpen(page, 'Open 1 box for 0.1025 ETH')
    await approve(page, 'transaction')
    const film = page.locator('.reveal.waiting .reveal-stand video')
    await film.waitFor({ timeout: 30_000 })
    expect(await film.getAttribute('src')).toBe(box.anim1)
    const seconds = () => film.evaluate((element) => (element as HTMLVideoElement).currentTime)
    await expect.poll(seconds, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(await film.evaluate((element) => (element as HTMLVideoElement).muted)).toBe(true)

    await rpc('anvil_setBalance', box.order.owner, purse)
    await page.locator('.reveal.shown').waitFor({ timeout: 60_000 })
    const picture = page.locator('.reveal-stand img')
    await expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect(await picture.getAttribute('src')).toBe(box.anim2)
    expect(await page.locator('.reveal-stand svg').count()).toBe(0)
  })
})
