import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, toAddress } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawAll, openBoxes } from '../../test/acts/boxes.ts'
import { deployForeign } from '../../test/chain/foreign-contracts.ts'
import { importOfficial } from '../../test/chain/official.ts'
import { aPng } from '../../test/content/files.ts'
import { PEOPLE } from '../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { takeDollars } from '../../test/market/money.ts'
import { entryOf } from '../../test/market/network-entry.ts'
import { operate, rowsOf } from '../../test/operator/operate.ts'
import type { ChainConfig } from '../config/config.ts'
import { drawBoxes } from '../jobs/draw-boxes.ts'
import { findBox } from '../state/boxes/store.ts'
import { GROUPS } from './groups.ts'

const CHAIN = ['--chain', '31337'] as const
const DAY_S = 86_400
const LATER = 31338
const ofLater = ['--chain', String(LATER)] as const

let market: TestMarket
let later: TestMarket
let folder: string
let item: ItemId
let collection: Address
let foreign: Address
let festival: Address
/** The id of the latest row that a command created. */
let made = ''
beforeAll(async () => {
  // Tests advance the chain's time, and pay tokens are the operator's own.
  const configure = (chain: ChainConfig) => ({ ...chain, payTokens: [], maxFutureS: 400 * DAY_S })
  const [first, second] = await TestMarket.openOn([31337, LATER], { configure, unknown: [LATER] })
  if (!first || !second) throw new Error('Two chains were to start')
  market = first
  later = second
  await market.testnet.setBalance(market.testnet.operator.account.address, parseEther('1000'))
  folder = mkdtempSync(join(tmpdir(), 'plinth-acts-'))
  writeFileSync(join(folder, 'koi.png'), await aPng())
  item = await market.minted('alice')
  collection = await market.collection('alice')
  foreign = await deployForeign(market, 'Museum')
  await market.server.signIn(PEOPLE.dan)
  const { api } = await market.session('bob')
  await api.report.add({ kind: 1, address: item.collection, tokenId: item.tokenId, text: 'My picture.', chainId: market.chainId })
})
afterAll(async () => {
  await market?.close()
  rmSync(folder, { recursive: true, force: true })
})

const context = () => market.server.context
const ofItem = () => [...CHAIN, '--collection', item.collection, '--token', String(item.tokenId)]
const ofCollection = () => [...CHAIN, '--collection', collection]
const ofFestival = () => [...CHAIN, '--collection', festival]
const ofSender = () => [...CHAIN, '--collection', item.collection, '--sender', market.address('alice')]
const ofDollar = () => [...CHAIN, '--token', market.testnet.contracts.dollar]
const dan = () => toAddress(PEOPLE.dan.address)
const words = ['--en', 'Jade', '--zh', '玉器']
const box = () => ['--box', made]

async function seriesFile(): Promise<string[]> {
  const { timestamp } = await market.testnet.publicClient.getBlock()
  const sale = { price: '0.1', prizesPerBox: 1, repeats: true, prizes: [{ name: 'Koi', image: 'koi.png', amount: 5 }] }
  const ends = new Date((Number(timestamp) + DAY_S) * 1_000).toISOString()
  const series = { chainId: 31337, name: 'Evening', image: 'koi.png', starts: '2020-01-01T00:00:00Z', ends, ...sale }
  writeFileSync(join(folder, 'series.json'), JSON.stringify(series))
  return ['--file', join(folder, 'series.json')]
}

async function passTime(seconds: number): Promise<void> {
  const { timestamp } = await market.testnet.publicClient.getBlock()
  await market.testnet.setNextBlockTimestamp(Number(timestamp) + seconds)
  await market.testnet.mine(1)
  await market.sync()
}

const openOne = async () => {
  const box = await findBox(context().db, Number(made))
  if (!box) throw new Error(`There is no series ${made}`)
  return openBoxes(market, 'bob', box)
}

/** Every command that changes data, in a possible order, with its preconditions. */
const ACTS: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  'categories add': () => ['--name', 'jade', ...words],
  'categories rename': () => ['--category', made, '--en', 'Nephrite'],
  'categories move': () => ['--category', made, '--place', '1'],
  'categories remove': () => ['--category', made],
  'networks add': () => ['--entry', entryOf(later)],
  'networks set': () => [...ofLater, '--setting', 'explorer', '--value', 'https://explorer.plinth.test'],
  'networks reset': () => ofLater,
  'networks remove': () => ofLater,
  'networks pause': () => CHAIN,
  'networks resume': () => CHAIN,
  'pay-tokens add': async () => {
    await takeDollars(market, 'bob', 1_000_000n)
    return [...ofDollar(), '--decimals', '6']
  },
  'pay-tokens remove': ofDollar,
  'rates set': () => [...CHAIN, '--rate', '3120.5'],
  'rates remove': () => CHAIN,
  'rates currency': () => ['--currency', 'USD'],
  'fees set-seller': () => ['--bps', '300'],
  'site set': () => ['--name', 'chat', '--value', 'https://matrix.to/#/@olga:plinth.test'],
  'site reset': () => ['--name', 'chat'],
  'announcements add': () => ['--lang', 'zh', '--title', '维护', '--content', '今晚维护。'],
  'announcements edit': () => ['--announcement', made, '--content', '明晚维护。'],
  'announcements remove': () => ['--announcement', made],
  'banners add': () => [...ofItem(), '--image', '/ipfs/bafylake', '--title-en', 'Lake', '--title-zh', '湖'],
  'banners remove': () => ['--banner', made],
  'senders add': ofSender,
  'senders remove': ofSender,
  'collections import': () => [...CHAIN, '--collection', foreign],
  'collections verify': ofCollection,
  'collections unverify': ofCollection,
  'collections official': async () => {
    festival = await importOfficial(market)
    return ofFestival()
  },
  'collections unofficial': () => ofFestival(),
  'collections hide': ofCollection,
  'collections show': ofCollection,
  'collections lock': ofCollection,
  'collections unlock': ofCollection,
  'collections reread': ofCollection,
  'items hide': ofItem,
  'items show': ofItem,
  'items lock': ofItem,
  'items unlock': ofItem,
  'items reread': ofItem,
  'users lock': () => ['--user', dan()],
  'users unlock': () => ['--user', dan()],
  'users sign-out': async () => {
    await market.server.signIn(PEOPLE.dan)
    return ['--user', dan()]
  },
  'reports decide': async () => {
    const [report] = await rowsOf(context(), 'reports', 'list')
    return ['--report', String(report?.id), '--verdict', 'upheld']
  },
  'reading reread': () => CHAIN,
  'reading recount': () => [],
  'media remove': async () => {
    const { api } = await market.session('bob')
    const file = new File([new Uint8Array(await aPng(9, 9))], 'never-used.png')
    const { cid } = await api.storage.upload({}, { files: [file] })
    await context().db.updateTable('media').set({ created_at: 1, wanted_at: 1 }).where('cid', '=', cid).execute()
    await market.sync()
    return []
  },
  'roles grant': () => ['--wallet', dan(), '--role', 'viewer'],
  'roles revoke': () => ['--wallet', dan()],
  'box create': seriesFile,
  'box fill': () => [...box(), '--requests', '1'],
  'box deposit': () => [...box(), '--amount', '1'],
  'box commit': async () => {
    await market.sync()
    await openOne()
    await drawAll(market)
    return [...box(), '--requests', '3']
  },
  'box re-anchor': async () => {
    await market.sync()
    await openOne()
    await passTime(2_000)
    await drawBoxes.run(context())
    await market.sync()
    return [...box(), '--requests', '3']
  },
  'box stop': async () => {
    await market.sync()
    return box()
  },
  'box serve': () => ['--chain', String(market.chainId), '--account', dan()],
  'box unserve': () => ['--chain', String(market.chainId), '--account', dan()],
  'box take-back': async () => {
    await passTime(2 * DAY_S)
    return box()
  },
}

describe('every act of the operator', { timeout: 60_000 }, () => {
  const changing = Object.entries(GROUPS).flatMap(([group, { commands }]) =>
    Object.entries(commands).flatMap(([act, { why }]) => (why === 'never' ? [] : [`${group} ${act}`])),
  )

  it('is tried here', () => {
    expect(Object.keys(ACTS).sort()).toEqual(changing.sort())
  })

  it.each(Object.entries(ACTS))(
    '%s is on record with who, when, why and what, and is not done without a reason',
    async (name, optionsOf) => {
      const [group = '', act = ''] = name.split(' ')
      const options = await optionsOf()
      const acts = () => rowsOf(context(), 'acts', 'list', '--limit', '1000')
      const before = await acts()
      for (const silence of [[], ['--why', ''], ['--why', ' \t']])
        await expect(operate(context(), group, act, ...options, ...silence)).rejects.toThrow('Say why with --why "…": the reason is kept.')
      expect(await acts()).toEqual(before)

      const since = context().clock.now()
      const said = await operate(context(), group, act, ...options, '--as', 'olga@desk', '--why', `because of ${name}`)
      const [noted, ...others] = await acts()
      expect(others).toEqual(before)
      expect(noted).toMatchObject({ who: 'olga@desk', why: `because of ${name}`, what: name, subject: expect.stringMatching(/\S/) })
      expect(Date.parse(String(noted?.at)) / 1_000).toBeGreaterThanOrEqual(since)
      if (['add', 'create'].includes(act)) made = /\d+/.exec(String(said))?.[0] ?? ''
    },
  )
})
