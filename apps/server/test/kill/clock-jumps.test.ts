/** @module-tag more */
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@plinth/api'
import { buyItem, findFreePort, type Item, listItem, type Person, signIn } from '@plinth/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, bytes } from '../../src/db/database.ts'
import { differencesFromFresh } from './fresh-build.ts'
import { ServerProcess } from './server-process.ts'
import { Stage } from './stage.ts'
import { Visitors } from './visitors.ts'

const HOUR_MS = 3_600_000
/** A sign-in is refused in plain words while its time and the market's differ by an hour. */
const REFUSALS: readonly (string | undefined)[] = ['SERVER_CLOCK', 'LOGIN_EXPIRED']

let stage: Stage
let alice: Person
let bob: Person
beforeAll(async () => {
  stage = await Stage.open({ requestsPerIp: 1e9 })
  ;[alice, bob] = [await stage.person('Alice'), await stage.person('Bob')]
}, 120_000)
afterAll(() => stage?.close())

const isOnSale = async ({ collection, tokenId }: Item): Promise<boolean> => {
  const { list } = await stage.guest().explore.items({ limit: 20, chains: [stage.chainId] })
  return list.some((card) => card.collection === collection && card.tokenId === tokenId && card.price !== undefined)
}

/** A sale and a profile, by people whose clocks are right. */
async function trade(name: string): Promise<void> {
  const item = await stage.item(alice)
  await listItem(alice, item, '0.5')
  await expect.poll(() => isOnSale(item), { timeout: 10_000 }).toBe(true)
  await buyItem(bob, item, alice.address)
  await stage.sync()
  expect(await holderOf(item)).toBe(bob.address)
  await alice.api.user.setprofile({ brief: name })
  expect(await stage.guest().user.info({ address: alice.address })).toMatchObject({ brief: name })
}

describe('a clock that jumps', () => {
  it('an hour ahead, back by two, and right again leaves trade, index and visitors as they were', async () => {
    const visitors = new Visitors(stage.options.port ?? 0, { many: 4, keepAlive: true })
    for (const ahead of [HOUR_MS, -HOUR_MS, 0]) {
      await stage.server.setClock(ahead)
      await sleep(2_000)
      await trade(`ahead by ${ahead}`)
      const { chainId, rpcUrl, contracts } = stage.testnet
      const signing = signIn('Carol', stage.url, { chain: { chainId, rpcUrl }, contracts }).then(
        () => 'signed in',
        (error: unknown) => (error instanceof ApiError && REFUSALS.includes(error.code) ? 'refused' : error),
      )
      expect(await signing, `sign-in ${ahead} ms ahead`).toBe(ahead === 0 ? 'signed in' : 'refused')
    }
    const { lost, failed, answered } = await visitors.leave()
    expect({ lost, failed }).toEqual({ lost: [], failed: 0 })
    expect(answered).toBeGreaterThan(100)
    expect(stage.server.isDead()).toBe(false)
    expect(await differencesFromFresh(stage)).toEqual([])
  }, 120_000)

  it('does not keep another process from the work of one that died with its clock an hour ahead', async () => {
    const item = await stage.item(alice)
    await stage.server.setClock(HOUR_MS)
    await sleep(2_000)
    const holders = async () => (await stage.db.selectFrom('job_lease').select('holder').distinct().execute()).map(({ holder }) => holder)
    const former = await holders()
    const other = await ServerProcess.start({ ...stage.options, port: await findFreePort() })
    try {
      await stage.server.kill()
      await stage.transfer(alice, bob, item)
      await expect.poll(() => holderOf(item), { timeout: 30_000, interval: 200 }).toBe(bob.address)
      const isTaken = async () => (await holders()).every((holder) => !former.includes(holder))
      await expect.poll(isTaken, { timeout: 30_000, interval: 200 }).toBe(true)
    } finally {
      await other.stop()
      await stage.restart()
    }
  }, 120_000)
})

async function holderOf({ collection, tokenId }: Item): Promise<string | undefined> {
  const rows = await stage.db
    .selectFrom('holding')
    .select('owner')
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .execute()
  return rows.map(({ owner }) => addressOf(owner))[0]
}
