/** @module-tag more */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@plinth/api'
import { DEMO_NAMES, findFreePort, type Person, signIn, startTestnet, type Testnet } from '@plinth/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerOptions } from '../../src/main.ts'
import { type Replica, type ReplicaGroup, startReplicas } from '../database/replicas.ts'
import { chainOf } from '../market/harness.ts'
import { ServerProcess } from './server-process.ts'

const MOST_AFTER_PROMOTION_MS = 15_000
const REFUSALS: readonly (string | undefined)[] = ['DATABASE_AWAY', 'OUTCOME_UNKNOWN']

let folder: string
let testnet: Testnet
let group: ReplicaGroup
let server: ServerProcess
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-failover-'))
  testnet = await startTestnet()
  group = await startReplicas(['first', 'second'])
  const port = await findFreePort()
  url = `http://localhost:${port}`
  const options: ServerOptions = {
    host: '127.0.0.1',
    port,
    dataDir: folder,
    databaseUrl: group.url,
    chains: [chainOf(testnet)],
    keys: testnet.keys,
    revealOperatorKey: testnet.keys.operator,
  }
  server = await ServerProcess.start(options)
}, 120_000)
afterAll(async () => {
  await server?.kill()
  await group?.stop()
  await testnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Written = { readonly person: Person; last: number; lastMs: number }

const until = async (isTrue: () => boolean | Promise<boolean>, mostMs: number): Promise<boolean> => {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(50)) if (await isTrue()) return true
  return false
}

const headOf = async (): Promise<number> => {
  const response = await fetch(`${url}/readyz`)
  const { chains } = (await response.json()) as { chains?: { indexed: number | null }[] }
  return chains?.[0]?.indexed ?? 0
}

describe('a market whose database is lost', () => {
  it('[SCALE-02][F-155] goes on at the promoted standby without a restart, with all that it had acknowledged', async () => {
    const { chainId, rpcUrl, contracts } = testnet
    const writers: Written[] = []
    for (const name of DEMO_NAMES)
      writers.push({ person: await signIn(name, url, { chain: { chainId, rpcUrl }, contracts }), last: 0, lastMs: 0 })
    const faults: unknown[] = []
    let isOver = false
    const writing = writers.map(async (written) => {
      for (let number = 1; !isOver; number++) {
        try {
          await written.person.api.user.setprofile({ brief: `text ${number}` })
          written.last = number
          written.lastMs = performance.now()
        } catch (error) {
          if (!(error instanceof ApiError && REFUSALS.includes(error.code))) faults.push(error)
        }
        await sleep(50)
      }
    })
    const [primary, standby] = group.servers as [Replica, Replica]
    expect(await until(() => writers.every(({ last }) => last > 5), 20_000)).toBe(true)
    await primary.kill()
    await sleep(500)
    await standby.promote()
    const promotedMs = performance.now()
    expect(await until(() => writers.every(({ lastMs }) => lastMs > promotedMs), MOST_AFTER_PROMOTION_MS)).toBe(true)
    isOver = true
    await Promise.all(writing)
    expect(faults).toEqual([])
    for (const { person, last } of writers) {
      const [row] = await standby.ask('select brief from account where address = $1', [Buffer.from(person.address.slice(2), 'hex')])
      expect(row?.brief).toBe(`text ${last}`)
    }
    const before = await headOf()
    await testnet.mine(3)
    expect(await until(async () => (await headOf()) >= before + 3, 15_000), 'the index goes on').toBe(true)
    expect(server.isDead()).toBe(false)
  }, 120_000)
})
