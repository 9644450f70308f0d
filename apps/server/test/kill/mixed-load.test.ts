/** @module-tag more */
import { setTimeout as sleep } from 'node:timers/promises'
import { buyItem, FOREIGN_ABI, foreignCode, type Item, listItem, type Person, receiptOf } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventReader } from '../market/event-reader.ts'
import { differencesFromFresh, importForeign } from './fresh-build.ts'
import { Stage } from './stage.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const MINUTES = LONG ? 30 : 3
/** Memory is compared with what was in use after a sixth of the time. */
const MOST_GROWTH = LONG ? 1.1 : 1.3
const POURED = 200
const UNLIMITED = {
  requestsPerIp: 1e9,
  requestsPerToken: 1e9,
  signaturesPerIp: 1e9,
  uploadsPerIp: 1e9,
  searchesPerIp: 1e9,
  streamsPerIp: 100,
  uploadBytesPerDay: 1e15,
  draftsPerDay: 1e9,
}
const WORDS = ['bottle', 'five', 'drift', 'oil', '瓶', 'a', 'b1']

let stage: Stage
let people: readonly [Person, Person, Person]
let flood: Address
beforeAll(async () => {
  stage = await Stage.open(UNLIMITED)
  people = [await stage.person('Alice'), await stage.person('Bob'), await stage.person('Carol')]
  const { contractAddress } = await receiptOf(
    stage.testnet.publicClient,
    await stage.testnet.walletOf('Eve').sendTransaction({ data: foreignCode('Flood') }),
  )
  if (!contractAddress) throw new Error('Flood was not deployed')
  flood = toAddress(contractAddress)
  await importForeign(stage, stage.database, flood)
}, 120_000)
afterAll(() => stage?.close())

/** Repeats the act with a pause until the time is over; returns how often, and each fault once. */
async function keep(act: (turn: number) => Promise<unknown>, pauseMs: number, isOver: () => boolean) {
  const faults = new Set<string>()
  let turns = 0
  for (; !isOver(); turns++) {
    await act(turns).catch((error: unknown) => faults.add(String(error).slice(0, 300)))
    await sleep(pauseMs)
  }
  return { turns, faults: [...faults] }
}

const sold: Item[] = []
async function trade(): Promise<void> {
  const [alice, bob] = people
  const item = await stage.item(alice)
  await listItem(alice, item, '0.01')
  await buyItem(bob, item, alice.address)
  sold.push(item)
}

async function talk(turn: number): Promise<void> {
  const [alice, , carol] = people
  await carol.api.user.setprofile({ brief: `Turn ${turn}` })
  if (turn % 2 === 0) await carol.api.follow.add({ address: alice.address })
  else await carol.api.follow.delete({ address: alice.address })
}

async function pour(turn: number): Promise<void> {
  const data = encodeFunctionData({ abi: FOREIGN_ABI, functionName: 'pour', args: [BigInt(turn % 5), BigInt(POURED)] })
  await receiptOf(stage.testnet.publicClient, await stage.testnet.walletOf('Eve').sendTransaction({ to: flood, data, gas: 10_000_000n }))
}

async function read(turn: number): Promise<void> {
  const guest = stage.guest()
  const word = WORDS[turn % WORDS.length] ?? ''
  await guest.explore.items({ limit: 20, words: word })
  await guest.explore.items({ limit: 20, chains: [stage.chainId], sort: turn % 2 === 0 ? 'priceLow' : 'made' })
  await guest.home.list({ page: 1 + (turn % 3), limit: 20 })
  const item = sold[turn % Math.max(1, sold.length)]
  if (item) await guest.nft.detail({ ...item, chainId: stage.chainId })
  for (const path of ['/v1/activity?limit=20', '/v1/collections?limit=20', '/readyz']) {
    const { status } = await fetch(`${stage.url}${path}`)
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
}

async function listen(): Promise<void> {
  const reader = await EventReader.open(stage.url)
  await sleep(2_000)
  await reader.close()
}

describe('mixed load', () => {
  it(
    `of ${MINUTES} minutes leaves the tables of a fresh build, visitors served, and memory as it was`,
    async () => {
      const began = performance.now()
      const minutes = () => (performance.now() - began) / 60_000
      const isOver = () => minutes() >= MINUTES
      const loads = Promise.all([
        keep(trade, 500, isOver),
        keep(talk, 100, isOver),
        keep(pour, LONG ? 10_000 : 3_000, isOver),
        ...Array.from({ length: 4 }, () => keep(read, 100, isOver)),
        ...Array.from({ length: 5 }, () => keep(listen, 100, isOver)),
      ])
      await sleep((MINUTES * 60_000) / 6)
      const first = await stage.server.mostHeld()
      const done = await loads
      const last = await stage.server.mostHeld()
      const figures = {
        minutes: MINUTES,
        turns: done.map(({ turns }) => turns),
        firstMB: first / 1e6,
        lastMB: last / 1e6,
        growth: last / first,
      }
      console.log(JSON.stringify(figures))
      expect(done.flatMap(({ faults }) => faults)).toEqual([])
      expect(last / first).toBeLessThanOrEqual(MOST_GROWTH)
      expect(await differencesFromFresh(stage, flood)).toEqual([])
    },
    (MINUTES + 10) * 60_000,
  )
})
