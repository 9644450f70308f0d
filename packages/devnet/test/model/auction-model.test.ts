/** @module-tag more */
import { auctionExchangeAbi, collection721Abi, collection1155Abi, dollarTokenAbi, transferProxyAbi } from '@plinth/protocol/abi'
import { type Abi, concat, createPublicClient, encodeFunctionData, type Hex, hashMessage, http, numberToHex, type PublicClient } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestnet, type Testnet } from '../../src/index.ts'
import {
  type AuctionWorld,
  auctionDigestOf,
  bidDigestOf,
  hashAuction,
  type ModelAuction,
  type ModelSettlement,
  nameOf,
  type Proof,
  settleAuction,
  settlementDigestOf,
  voidNameOf,
  wordDigestOf,
} from './auction-model.ts'
import { type Call, type ChainSignature, compareBooks, dryRun, mirrored, NONE, OUTSIDER, signatureOf } from './chain-side.ts'
import { type Random, randomOf } from './random-fills.ts'
import { randomSettlement } from './random-settlements.ts'
import { openWorld, type Stage } from './stage.ts'

/** Each part has a chain and a seed of its own: a chain that has lived long is slow. The first begins as the short run does. */
const PARTS = process.env.PLINTH_LONG ? 5 : 1
const COUNT = process.env.PLINTH_LONG ? 20_000 : 1_000
const SEED = 0xa0c7
/** All balances are compared after so many settlements; each result, every time. */
const EVERY = 50
const ERRORS: Abi = [...auctionExchangeAbi, ...transferProxyAbi, ...collection721Abi, ...collection1155Abi, ...dollarTokenAbi]

let testnet: Testnet
let stage: Stage
let world: AuctionWorld
let client: PublicClient
beforeEach(async () => {
  testnet = await startTestnet()
  stage = await openWorld(testnet, COUNT * 2)
  world = { ...stage.world, auctionExchange: testnet.contracts.auctionExchange, voided: new Map() }
  client = createPublicClient({ transport: http(testnet.rpcUrl, { batch: true }) })
}, 60_000)
afterEach(() => testnet.stop())

const tupleOf = ({ owner, salt, sell, buy, ...terms }: ModelAuction) => ({ key: { owner, salt, sellAsset: sell, buyAsset: buy }, ...terms })

const joined = ({ r, s, v }: ChainSignature): Hex => concat([r, s, numberToHex(v, { size: 1 })])

async function proofOf(account: Hex, digest: Hex, proof: Proof) {
  const key = stage.keys.get(account) ?? OUTSIDER
  if (proof === 'none') return NONE
  if (proof === 'personal') return signatureOf(hashMessage(digest.slice(2)), key)
  const signature = await signatureOf(digest, proof === 'foreign' ? OUTSIDER : key)
  return proof === 'highS' ? mirrored(signature) : signature
}

async function wordOf(attempt: ModelSettlement) {
  const digest = wordDigestOf(world, attempt)
  const { feeSigner } = testnet.keys
  if (attempt.word === 'personal') return signatureOf(hashMessage(digest.slice(2)), feeSigner)
  return signatureOf(digest, attempt.word === 'foreign' ? OUTSIDER : feeSigner)
}

async function callOf(attempt: ModelSettlement): Promise<Call> {
  const { auction, bidder, total, recipients, buyerFee, caller, value } = attempt
  const [own, bid, word] = await Promise.all([
    proofOf(auction.owner, auctionDigestOf(world, hashAuction(auction)), attempt.proof),
    proofOf(bidder, bidDigestOf(world, attempt), attempt.bidProof),
    wordOf(attempt),
  ])
  const fixed = [recipients, buyerFee, word, bidder] as const
  const data =
    attempt.least === undefined
      ? encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'exchange', args: [tupleOf(auction), own, total, bid, ...fixed] })
      : encodeFunctionData({
          abi: auctionExchangeAbi,
          functionName: 'acceptBid',
          args: [tupleOf(auction), joined(own), total, joined(bid), ...fixed, attempt.least],
        })
  return { from: caller, to: world.auctionExchange, data, value }
}

async function isHashed(attempt: ModelSettlement): Promise<boolean> {
  const { auction, bidder, total, recipients, buyerFee } = attempt
  const read = { address: world.auctionExchange, abi: auctionExchangeAbi } as const
  const order = tupleOf(auction)
  const digests = await Promise.all([
    client.readContract({ ...read, functionName: 'hashAuction', args: [order] }),
    client.readContract({ ...read, functionName: 'bidDigest', args: [order, bidder, total, buyerFee] }),
    client.readContract({ ...read, functionName: 'settlementDigest', args: [order, total, bidder, recipients, buyerFee] }),
  ])
  return digests.join() === [hashAuction(auction), bidDigestOf(world, attempt), settlementDigestOf(world, attempt)].join()
}

/** Sometimes a bidder cancels bids first, this one included or not. */
async function voidSome(random: Random, { auction, bidder, total }: ModelSettlement): Promise<void> {
  const upTo = total + BigInt(random(3) - 1)
  if (upTo < 1n || random(12) > 0) return
  const data = encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'voidBids', args: [hashAuction(auction), upTo] })
  if (await stage.send(bidder, world.auctionExchange, data)) world.voided.set(voidNameOf(bidder, auction), upTo)
}

/** Sends the settlement, and checks its salt afterwards. */
async function passes(attempt: ModelSettlement, { from, to, data, value }: Call): Promise<string | undefined> {
  if (!(await stage.send(from, to, data, value))) return (await dryRun(testnet.rpcUrl, ERRORS, { from, to, data, value })) ?? 'reverted'
  const { owner, salt } = attempt.auction
  const isSpent = await client.readContract({ address: to, abi: auctionExchangeAbi, functionName: 'isSpent', args: [owner, salt] })
  expect(isSpent).toBe(world.spent.has(nameOf(attempt.auction)))
  return undefined
}

describe('the auction exchange and its plain model', () => {
  it.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
    `[SNIPE-03] agree on ${COUNT} random settlements: hashes, validity and payouts (part %i of ${PARTS})`,
    async (part) => {
      const random = randomOf(SEED + part - 1)
      const answers = new Map<string, number>()
      let opened = 0
      for (let index = 1; index <= COUNT; index++) {
        const attempt = randomSettlement(random, stage.cast)
        await voidSome(random, attempt)
        expect(await isHashed(attempt), `hashes of ${index}`).toBe(true)
        const call = await callOf(attempt)
        const expected = settleAuction(world, attempt)
        const answer = expected === undefined ? await passes(attempt, call) : await dryRun(testnet.rpcUrl, ERRORS, call)
        const text = JSON.stringify(attempt, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
        expect(answer, `settlement ${index}: ${text}`).toBe(expected)
        answers.set(expected ?? 'passed', (answers.get(expected ?? 'passed') ?? 0) + 1)
        if (expected === undefined && ![attempt.auction.owner, attempt.bidder].includes(attempt.caller)) opened++
        if (index % EVERY === 0) await compareBooks(client, stage)
      }
      await compareBooks(client, stage)
      // The random run must have met each case, or the agreement says little.
      expect(answers.get('passed')).toBeGreaterThan(COUNT / 3)
      expect(answers.size).toBeGreaterThan(20)
      expect(opened, 'settled by a third account').toBeGreaterThan(COUNT / 40)
    },
    COUNT * 60,
  )
})
