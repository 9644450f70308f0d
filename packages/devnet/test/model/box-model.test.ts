/** @module-tag more */
import {
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  dollarTokenAbi,
  prizeCollectionAbi,
  transferProxyAbi,
} from '@plinth/protocol/abi'
import { type Abi, createPublicClient, encodeFunctionData, type Hex, http, numberToHex, type PublicClient, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRpc, startTestnet, type Testnet } from '../../src/index.ts'
import type { BoxWorld } from './box-books.ts'
import { type BoxAct, boxDigestOf, boxFeeDigestOf, hashBox, keptName, type Moment, playBox } from './box-model.ts'
import type { ModelBox, Series } from './box-series.ts'
import { type Call, compareBooks, NONE, OUTSIDER, readAll, refusalOf, signatureOf } from './chain-side.ts'
import { idOf, randomBoxAct } from './random-boxes.ts'
import { randomOf } from './random-fills.ts'
import type { BoxAttempt, BoxTable } from './random-series.ts'
import { openWorld, type Stage, transact } from './stage.ts'

const COUNT = process.env.PLINTH_LONG ? 20_000 : 300
/** Seed of the attempts; the draws also depend on block hashes. */
const SEED = 0x506c
/** All balances are compared after so many acts; each result and its series, every time. */
const EVERY = COUNT > 1_000 ? 500 : 50
/** Deliveries may use ten million. */
const GAS = 16_000_000
const ZERO: Hex = `0x${'00'.repeat(20)}`
const URIS = ['/ipfs/one', '/ipfs/two', '/ipfs/three']
const ERRORS: Abi = [...blindBoxAbi, ...transferProxyAbi, ...collection721Abi, ...collection1155Abi, ...dollarTokenAbi]

let testnet: Testnet
let stage: Stage
let world: BoxWorld
let client: PublicClient
beforeAll(async () => {
  testnet = await startTestnet()
  stage = await openWorld(testnet, 1)
  client = createPublicClient({ transport: http(testnet.rpcUrl, { batch: true }) })
  world = await openBoxWorld()
}, 60_000)
afterAll(() => testnet.stop())

async function openBoxWorld(): Promise<BoxWorld> {
  const { rpcUrl, contracts } = testnet
  const { blindBox, prizeCollection, dollar } = contracts
  const { money, beneficiary } = stage.world
  // The dollar is a contract that accepts neither coin nor items; acts are sent from it as from any other account.
  for (const account of [dollar, beneficiary]) await testnet.setBalance(account, parseEther('1000'))
  const kinds = await client.readContract({ address: prizeCollection, abi: prizeCollectionAbi, functionName: 'kinds' })
  const data = encodeFunctionData({ abi: prizeCollectionAbi, functionName: 'addKinds', args: [URIS] })
  expect(await stage.send(beneficiary, prizeCollection, data)).toBe(true)
  const { makers, takers } = stage.cast
  const served = [...makers, ...takers.slice(0, 1)]
  for (const account of served) {
    const serve = encodeFunctionData({ abi: prizeCollectionAbi, functionName: 'setServed', args: [account, true] })
    expect(await stage.send(beneficiary, prizeCollection, serve)).toBe(true)
  }
  for (const account of [dollar, beneficiary, blindBox])
    money.set(`${ZERO}:${account}`, BigInt(await callRpc<Hex>(rpcUrl, 'eth_getBalance', [account, 'latest'])))
  return {
    ...stage.world,
    blindBox,
    prizeCollection,
    proxy: contracts.transferProxy,
    outsider: privateKeyToAddress(OUTSIDER).toLowerCase() as Hex,
    refusers: new Set([dollar]),
    served: new Set(served),
    kindUris: new Map(URIS.map((uri, index) => [kinds + BigInt(index + 1), uri])),
    minted: new Map(),
    series: new Map(),
    kept: new Map(),
    credits: new Map(),
    fees: { collected: 0n },
    blockHashes: new Map(),
  }
}

/** Fields are in ABI order: viem distinguishes the two forms of `open` by it. */
const tupleOf = ({ owner, salt, sells, buy, opening, repeat, startTime, endTime, buying, amounts, sellerFee, uris }: ModelBox) => ({
  key: { owner, salt, sellAssets: sells, buyAsset: buy },
  opening,
  repeat,
  startTime,
  endTime,
  buying,
  assetAmounts: amounts,
  sellerFee,
  uris,
})

async function feeSignature({ word, order, fee }: Extract<BoxAct, { act: 'openForm' }>) {
  if (word === 'none') return NONE
  const { v, r, s } = await signatureOf(boxFeeDigestOf(world, order, fee), word === 'operator' ? testnet.keys.feeSigner : OUTSIDER)
  return { v, r, s }
}

async function dataOf(act: BoxAct): Promise<Hex> {
  const box = { abi: blindBoxAbi }
  switch (act.act) {
    case 'register':
      return encodeFunctionData({ ...box, functionName: act.act, args: [tupleOf(act.order), act.anchor, act.requests, act.bondEach] })
    case 'depositBond':
    case 'withdrawBond':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id, act.amount] })
    case 'commit':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id, act.withheld, act.anchor, act.requests] })
    case 'open':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id, act.boxes] })
    case 'openForm': {
      const args = [tupleOf(act.order), NONE, act.fee, await feeSignature(act), act.boxes, act.buyer] as const
      return encodeFunctionData({ ...box, functionName: 'open', args })
    }
    case 'reveal':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id, act.word] })
    case 'refund':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id] })
    case 'collect':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id, act.kind, act.count, act.account, act.to] })
    case 'takeBack':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.id, act.kinds] })
    case 'claim':
      return encodeFunctionData({ ...box, functionName: act.act, args: [act.account, act.to] })
    case 'withdraw':
      return encodeFunctionData({ ...box, functionName: act.act })
  }
}

async function isHashed(order: ModelBox): Promise<boolean> {
  const read = { address: world.blindBox, abi: blindBoxAbi, args: [tupleOf(order)] } as const
  const answers = await Promise.all([
    client.readContract({ ...read, functionName: 'hashBox' }),
    client.readContract({ ...read, functionName: 'digest' }),
  ])
  return answers.join() === [hashBox(order), boxDigestOf(world, hashBox(order))].join()
}

/** The hash of the block that decides the oldest request, where it is there. */
async function lookUp(act: BoxAct): Promise<void> {
  const series = act.act === 'reveal' ? world.series.get(act.id) : undefined
  const oldest = series?.requests.get(series.head)
  if (!oldest) return
  const number = oldest.blockNumber + 1n
  const block = await callRpc<{ hash: Hex } | null>(testnet.rpcUrl, 'eth_getBlockByNumber', [numberToHex(number), false])
  if (block) world.blockHashes.set(number, block.hash)
}

/** Sends the act, in a block of that time. */
async function passes(call: Call, { time, number }: Moment): Promise<string | undefined> {
  await testnet.setNextBlockTimestamp(Number(time))
  const { passed, blockNumber } = await transact(testnet.rpcUrl, world, call)
  expect(blockNumber).toBe(number)
  return passed ? undefined : ((await refusalOf(testnet.rpcUrl, ERRORS, call, { time, number: number + 1n })) ?? 'reverted')
}

async function compareSeries(series: Series): Promise<void> {
  const read = { address: world.blindBox, abi: blindBoxAbi, args: [series.id] } as const
  const [stored, stock, missedNow] = await Promise.all([
    client.readContract({ ...read, functionName: 'boxOf' }),
    client.readContract({ ...read, functionName: 'leftOf' }),
    client.readContract({ ...read, functionName: 'missedOf' }),
  ])
  const { owner, startTime, endTime, opening, repeat, sellerFee, salt, sells, buy } = series.order
  const { id, order, requests, stock: left, missed, ...counts } = series
  const terms = { owner, startTime, endTime, opening, repeat, sellerFee, salt, kinds: sells.length }
  const money = { moneyType: buy.assetType, money: buy.token, moneyId: buy.tokenId }
  const textOf = (entry: object) => Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value).toLowerCase()]))
  expect(textOf(stored)).toEqual(textOf({ ...terms, ...money, ...counts }))
  expect(stock.map(Number)).toEqual(left)
  expect(missedNow).toBe(missed)
  for (const account of world.refusers) {
    const names = [...sells.keys(), 255].map((kind) => keptName(id, account, BigInt(kind)))
    expect(await readAll(new Map(names.map((name) => [name, 0n])), keptOf)).toEqual(
      new Map(names.map((name) => [name, world.kept.get(name) ?? 0n])),
    )
  }
}

function keptOf(name: string): Promise<bigint> {
  const [id, account, kind] = name.split(':') as [Hex, Hex, string]
  return client.readContract({ address: world.blindBox, abi: blindBoxAbi, functionName: 'kept', args: [id, account, BigInt(kind)] })
}

/** Coin that waits for those who did not take it, and what was minted. */
async function compareWaiting(): Promise<void> {
  const read = { address: world.blindBox, abi: blindBoxAbi } as const
  const creditOf = (account: Hex) => client.readContract({ ...read, functionName: 'claimable', args: [account] })
  const mintedOf = (kind: bigint) =>
    client.readContract({ address: world.prizeCollection, abi: prizeCollectionAbi, functionName: 'minted', args: [kind] })
  expect(await readAll(world.credits, creditOf)).toEqual(world.credits)
  expect(await readAll(world.minted, mintedOf)).toEqual(world.minted)
}

const textOf = (attempt: BoxAttempt) => JSON.stringify(attempt, (_, value) => (typeof value === 'bigint' ? `${value}` : value))

describe('the blind box and its plain model', () => {
  it(
    `agree on ${COUNT} random acts: hashes, validity, money and prizes`,
    async () => {
      const random = randomOf(SEED)
      const block = await client.getBlock()
      const table: BoxTable = {
        world,
        cast: stage.cast,
        random,
        at: { time: block.timestamp, number: block.number },
        chains: new Map(),
        count: { used: 0 },
      }
      const answers = new Map<string, number>()
      for (let index = 1; index <= COUNT; index++) {
        const jump = random(25) === 0 ? 1_800n : 0n
        table.at = { time: table.at.time + BigInt(9 + random(40)) + jump, number: table.at.number + 1n }
        const attempt = randomBoxAct(table)
        const { act, words } = attempt
        if ('order' in act) expect(await isHashed(act.order), `hash of ${index}`).toBe(true)
        await lookUp(act)
        const call = { from: act.from, to: world.blindBox, data: await dataOf(act), value: act.value, gas: GAS }
        const expected = playBox(world, act, table.at)
        const answer = expected === undefined ? await passes(call, table.at) : await refusalOf(testnet.rpcUrl, ERRORS, call, table.at)
        expect(answer, `act ${index}: ${textOf(attempt)}`).toBe(expected)
        const id = idOf(act)
        const series = id === undefined ? undefined : world.series.get(id)
        if (expected !== undefined) table.at = { ...table.at, number: table.at.number - 1n }
        else if (series && words) table.chains.set(series.id, { first: series.next, words })
        if (series) await compareSeries(series)
        const name = expected?.slice(0, expected.indexOf('(')) ?? `passed ${act.act}`
        answers.set(name, (answers.get(name) ?? 0) + 1)
        if (index % EVERY === 0) await compareAll()
      }
      await compareAll()
      // The random run must have met each case, or the agreement says little.
      const passed = [...answers].filter(([name]) => name.startsWith('passed '))
      expect(passed.length).toBeGreaterThan(process.env.PLINTH_LONG ? 11 : 8)
      expect(passed.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(COUNT / 3)
      expect(answers.get('passed reveal')).toBeGreaterThan(COUNT / 20)
      expect(answers.size - passed.length).toBeGreaterThan(20)
    },
    COUNT * 200,
  )
})

async function compareAll(): Promise<void> {
  await compareBooks(client, { ...stage, world })
  await compareWaiting()
}
