import { collection721Abi, collection1155Abi, dollarTokenAbi, exchangeAbi, transferProxyAbi } from '@plinth/protocol/abi'
import { type Abi, createPublicClient, encodeFunctionData, type Hex, hashMessage, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestnet, type Testnet } from '../../src/index.ts'
import { type Call, compareBooks, dryRun, mirrored, NONE, STRANGER, signatureOf } from './chain-side.ts'
import { digestOf, feeDigestOf, fill, hashOrder, type ModelFill, type ModelOrder } from './exchange-model.ts'
import { randomFill, randomOf } from './random-fills.ts'
import { openWorld, type Stage } from './stage.ts'

const COUNT = process.env.PLINTH_LONG ? 100_000 : 1_000
const SEED = 0x506c
/** All balances are compared after so many fills; what each fill answers, every time. */
const EVERY = 50
const ERRORS: Abi = [...exchangeAbi, ...transferProxyAbi, ...collection721Abi, ...collection1155Abi, ...dollarTokenAbi]

let testnet: Testnet
let stage: Stage
let client: PublicClient
beforeAll(async () => {
  testnet = await startTestnet()
  stage = await openWorld(testnet, COUNT + COUNT / 2)
  client = createPublicClient({ transport: http(testnet.rpcUrl, { batch: true }) })
}, 60_000)
afterAll(() => testnet.stop())

const tupleOf = ({ owner, salt, sell, buy, selling, buying, sellerFee }: ModelOrder) => ({
  key: { owner, salt, sellAsset: sell, buyAsset: buy },
  selling,
  buying,
  sellerFee,
})

async function makerSignature({ order, proof }: ModelFill) {
  const digest = digestOf(stage.world, hashOrder(order))
  const key = stage.keys.get(order.owner) ?? STRANGER
  if (proof === 'none') return NONE
  if (proof === 'personal') return signatureOf(hashMessage(digest.slice(2)), key)
  const signature = await signatureOf(digest, proof === 'foreign' ? STRANGER : key)
  return proof === 'highS' ? mirrored(signature) : signature
}

async function feeSignature({ order, buyerFee, feeProof }: ModelFill) {
  if (feeProof === 'none') return NONE
  return signatureOf(feeDigestOf(stage.world, order, buyerFee), feeProof === 'operator' ? testnet.keys.feeSigner : STRANGER)
}

async function encodeFill(attempt: ModelFill): Promise<Hex> {
  const [sig, feeSig] = await Promise.all([makerSignature(attempt), feeSignature(attempt)])
  const args = [tupleOf(attempt.order), sig, attempt.buyerFee, feeSig, attempt.amount, attempt.receiver] as const
  return encodeFunctionData({ abi: exchangeAbi, functionName: 'exchange', args })
}

const callOf = ({ taker, value }: ModelFill, data: Hex): Call => ({ from: taker, to: stage.world.exchange, data, value })

async function isHashed(order: ModelOrder): Promise<boolean> {
  const read = { address: stage.world.exchange, abi: exchangeAbi, args: [tupleOf(order)] } as const
  const [hash, digest] = await Promise.all([
    client.readContract({ ...read, functionName: 'hashOrder' }),
    client.readContract({ ...read, functionName: 'digest' }),
  ])
  return hash === hashOrder(order) && digest === digestOf(stage.world, hash)
}

async function register(order: ModelOrder): Promise<void> {
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'register', args: [tupleOf(order)] })
  expect(await stage.send(order.owner, stage.world.exchange, data)).toBe(true)
  stage.world.registered.add(digestOf(stage.world, hashOrder(order)))
}

async function compareOrder(order: ModelOrder): Promise<void> {
  const { spent, filled, exchange } = stage.world
  const read = { address: exchange, abi: exchangeAbi, args: [order.owner, order.salt] } as const
  const name = `${order.owner}:${order.salt % 2n ** 64n}`
  const actual = await Promise.all([
    client.readContract({ ...read, functionName: 'isSpent' }),
    client.readContract({ ...read, functionName: 'filled' }),
  ])
  expect(actual).toEqual([spent.has(name), filled.get(name) ?? 0n])
}

describe('the exchange and its plain model', () => {
  it(
    `agree on ${COUNT} random orders: hash, validity and payouts`,
    async () => {
      const random = randomOf(SEED)
      const answers = new Map<string, number>()
      for (let index = 1; index <= COUNT; index++) {
        const attempt = randomFill(random, stage.cast)
        if (attempt.proof === 'none' && random(2) === 0) await register(attempt.order)
        expect(await isHashed(attempt.order), `hash of ${index}`).toBe(true)
        const data = await encodeFill(attempt)
        const expected = fill(stage.world, attempt)
        const answer = expected === undefined ? await passes(attempt, data) : await dryRun(testnet.rpcUrl, ERRORS, callOf(attempt, data))
        expect(answer, `fill ${index}: ${JSON.stringify(attempt, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`).toBe(
          expected,
        )
        answers.set(expected ?? 'passed', (answers.get(expected ?? 'passed') ?? 0) + 1)
        if (index % EVERY === 0) await compareBooks(client, stage)
      }
      await compareBooks(client, stage)
      // What is random must have met each way, or the agreement says little.
      expect(answers.get('passed')).toBeGreaterThan(COUNT / 3)
      expect(answers.size).toBeGreaterThan(15)
    },
    COUNT * 60,
  )
})

/** Really does it, and looks at its number afterwards. */
async function passes(attempt: ModelFill, data: Hex): Promise<string | undefined> {
  if (!(await stage.send(attempt.taker, stage.world.exchange, data, attempt.value)))
    return (await dryRun(testnet.rpcUrl, ERRORS, callOf(attempt, data))) ?? 'reverted'
  await compareOrder(attempt.order)
  return undefined
}
