/** @module-tag more */
import { collection721Abi, collection1155Abi, dollarTokenAbi, exchangeAbi, transferProxyAbi } from '@plinth/protocol/abi'
import {
  type Abi,
  concat,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  keccak256,
  numberToHex,
  type PublicClient,
  stringToBytes,
} from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestnet, type Testnet } from '../../src/index.ts'
import { type Call, compareBooks, dryRun, mirrored, NONE, OUTSIDER, signatureOf } from './chain-side.ts'
import {
  bulkOf,
  digestOf,
  feeDigestOf,
  fill,
  hashOrder,
  hashSigned,
  isOver,
  type ModelFill,
  type ModelOrder,
  treeOf,
} from './exchange-model.ts'
import { randomFill, randomOf } from './random-fills.ts'
import { openWorld, type Stage } from './stage.ts'

/** Each part has a chain and a seed of its own: a chain that has lived long is slow. The first begins as the short run does. */
const PARTS = process.env.PLINTH_LONG ? 10 : 1
const COUNT = process.env.PLINTH_LONG ? 10_000 : 1_000
const SEED = 0x506c
/** All balances are compared after so many fills; the result of each fill, every time. */
const EVERY = 50
/** After so many fills a maker cancels everything. */
const ENDS = 90
const ERRORS: Abi = [...exchangeAbi, ...transferProxyAbi, ...collection721Abi, ...collection1155Abi, ...dollarTokenAbi]

let testnet: Testnet
let stage: Stage
let client: PublicClient
beforeEach(async () => {
  testnet = await startTestnet()
  stage = await openWorld(testnet, COUNT + COUNT / 2)
  client = createPublicClient({ transport: http(testnet.rpcUrl, { batch: true }) })
}, 60_000)
afterEach(() => testnet.stop())

const tupleOf = ({ owner, salt, sell, buy, selling, buying, sellerFee }: ModelOrder) => ({
  key: { owner, salt, sellAsset: sell, buyAsset: buy },
  selling,
  buying,
  sellerFee,
})

/** The account that a private sale names is not always the one that fills it. */
const signedHashOf = (attempt: ModelFill) => hashSigned(attempt, attempt.kind.name === 'private' ? attempt.kind.reserved : attempt.taker)

async function makerSignature(attempt: ModelFill) {
  const { order, proof, kind } = attempt
  const digest = digestOf(stage.world, kind.name === 'leaf' ? bulkOf(kind.leaves, kind.place).hash : signedHashOf(attempt))
  const key = stage.keys.get(order.owner) ?? OUTSIDER
  if (proof === 'none') return NONE
  if (proof === 'personal') return signatureOf(hashMessage(digest.slice(2)), key)
  const signature = await signatureOf(digest, proof === 'foreign' ? OUTSIDER : key)
  return proof === 'highS' ? mirrored(signature) : signature
}

async function feeSignature(attempt: ModelFill) {
  const { buyerFee, feeProof } = attempt
  if (feeProof === 'none') return NONE
  return signatureOf(feeDigestOf(stage.world, signedHashOf(attempt), buyerFee), feeProof === 'operator' ? testnet.keys.feeSigner : OUTSIDER)
}

async function encodeFill(attempt: ModelFill): Promise<Hex> {
  const [sig, feeSig] = await Promise.all([makerSignature(attempt), feeSignature(attempt)])
  const { kind, order, proof } = attempt
  const rest = [attempt.buyerFee, feeSig, attempt.amount, attempt.receiver] as const
  const joined = concat([sig.r, sig.s, numberToHex(sig.v, { size: 1 })])
  if (kind.name === 'plain' || kind.name === 'private')
    return encodeFunctionData({ abi: exchangeAbi, functionName: 'exchange', args: [tupleOf(order), sig, ...rest] })
  const signature = kind.name === 'leaf' ? leafOf(joined, kind) : proof === 'none' ? '0x' : joined
  if (kind.name !== 'criteria')
    return encodeFunctionData({ abi: BY_BYTES, functionName: 'exchange', args: [tupleOf(order), signature, ...rest] })
  const args = [tupleOf(order), signature, ...rest, 0n, kind.tokenId, treeOf(kind.ids, kind.tokenId).proof] as const
  return encodeFunctionData({ abi: exchangeAbi, functionName: 'acceptCriteriaBid', args })
}

/** The bytes of one order of a tree whose root was signed. */
function leafOf(signature: Hex, { leaves, place }: { readonly leaves: readonly Hex[]; readonly place: number }): Hex {
  const { proof } = bulkOf(leaves, place)
  const tail = [numberToHex(place, { size: 2 }), numberToHex(proof.length, { size: 1 }), keccak256(stringToBytes(BULK))]
  return concat([signature, ...proof, ...tail])
}

/** The overload of `exchange` that takes bytes: viem can't select it by its arguments. */
const BY_BYTES = exchangeAbi.filter(
  (item) => item.type === 'function' && item.name === 'exchange' && item.inputs.length === 6 && item.inputs[1].type === 'bytes',
)

const BULK = 'Plinth bulk signature'

const callOf = ({ taker, value }: ModelFill, data: Hex): Call => ({ from: taker, to: stage.world.exchange, data, value })

async function isHashed(attempt: ModelFill): Promise<boolean> {
  const { order, kind, taker } = attempt
  if (kind.name === 'private' || kind.name === 'criteria') {
    const call = { address: stage.world.exchange, abi: exchangeAbi, functionName: 'digestByTerms' } as const
    return (await client.readContract({ ...call, args: [tupleOf(order), taker] })) === digestOf(stage.world, hashSigned(attempt, taker))
  }
  const read = { address: stage.world.exchange, abi: exchangeAbi, args: [tupleOf(order)] } as const
  const [hash, digest] = await Promise.all([
    client.readContract({ ...read, functionName: 'hashOrder' }),
    client.readContract({ ...read, functionName: 'digest' }),
  ])
  return hash === hashOrder(order) && digest === digestOf(stage.world, hash)
}

async function register(attempt: ModelFill): Promise<void> {
  const { order } = attempt
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'register', args: [tupleOf(order)] })
  expect(await stage.send(order.owner, stage.world.exchange, data)).toBe(true)
  stage.world.registered.add(digestOf(stage.world, hashSigned(attempt, attempt.taker)))
}

/** The next epoch is read from the chain. */
async function endEverything(account: Hex): Promise<void> {
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'endEverything' })
  expect(await stage.send(account, stage.world.exchange, data)).toBe(true)
  const call = { address: stage.world.exchange, abi: exchangeAbi, functionName: 'epochOf', args: [account] } as const
  stage.world.epochs.set(account, await client.readContract(call))
}

async function compareOrder(order: ModelOrder): Promise<void> {
  const { filled, exchange } = stage.world
  const read = { address: exchange, abi: exchangeAbi, args: [order.owner, order.salt] } as const
  const name = `${order.owner}:${order.salt % 2n ** 64n}`
  const actual = await Promise.all([
    client.readContract({ ...read, functionName: 'isSpent' }),
    client.readContract({ ...read, functionName: 'filled' }),
  ])
  expect(actual).toEqual([isOver(stage.world, order), filled.get(name) ?? 0n])
}

describe('the exchange and its plain model', () => {
  it.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
    `[COFF-01] [COFF-03] [BULK-03] [PRIV-01] [APPR-03] agree on ${COUNT} random orders of all kinds: hash, validity and payouts (part %i of ${PARTS})`,
    async (part) => {
      const random = randomOf(SEED + part - 1)
      const answers = new Map<string, number>()
      const kinds = new Map<string, number>()
      for (let index = 1; index <= COUNT; index++) {
        if (index % ENDS === 0) await endEverything(stage.cast.makers[random(stage.cast.makers.length)] as Hex)
        const attempt = randomFill(random, stage.cast)
        // A private sale has no taker there.
        if (attempt.proof === 'none' && attempt.kind.name !== 'private' && random(2) === 0) await register(attempt)
        expect(await isHashed(attempt), `hash of ${index}`).toBe(true)
        const data = await encodeFill(attempt)
        const expected = fill(stage.world, attempt)
        const answer = expected === undefined ? await passes(attempt, data) : await dryRun(testnet.rpcUrl, ERRORS, callOf(attempt, data))
        expect(answer, `fill ${index}: ${JSON.stringify(attempt, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`).toBe(
          expected,
        )
        if (!expected) kinds.set(attempt.kind.name, (kinds.get(attempt.kind.name) ?? 0) + 1)
        answers.set(expected ?? 'passed', (answers.get(expected ?? 'passed') ?? 0) + 1)
        if (index % EVERY === 0) await compareBooks(client, stage)
      }
      await compareBooks(client, stage)
      // The random run must have met each case, or the agreement says little.
      expect(answers.get('passed')).toBeGreaterThan(COUNT / 3)
      expect(answers.size).toBeGreaterThan(18)
      for (const kind of ['plain', 'bytes', 'leaf', 'criteria', 'private']) expect(kinds.get(kind), kind).toBeGreaterThan(COUNT / 50)
    },
    COUNT * 60,
  )
})

/** Sends the fill, and checks its salt afterwards. */
async function passes(attempt: ModelFill, data: Hex): Promise<string | undefined> {
  if (!(await stage.send(attempt.taker, stage.world.exchange, data, attempt.value)))
    return (await dryRun(testnet.rpcUrl, ERRORS, callOf(attempt, data))) ?? 'reverted'
  await compareOrder(attempt.order)
  return undefined
}
