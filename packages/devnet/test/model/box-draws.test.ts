/** @module-tag more */
import { drawKinds } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { createPublicClient, type Hex, http, keccak256, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestnet, type Testnet } from '../../src/index.ts'
import { type Random, randomOf } from './random-fills.ts'

const COUNT = process.env.PLINTH_LONG ? 100_000 : 1_000
const SEED = 0xb0c5
const AT_ONCE = 50

let testnet: Testnet
beforeAll(async () => {
  testnet = await startTestnet()
}, 60_000)
afterAll(() => testnet.stop())

/** Any stock of whole boxes: distinct ones have no kind more often than boxes. */
function randomDraw(random: Random) {
  const repeat = random(2) === 0
  const kinds = 1 + random(random(4) === 0 ? 100 : 8)
  const opening = 1 + random(repeat ? 6 : Math.min(kinds, 6))
  const inStock = 1 + random(12)
  const left = Array.from({ length: kinds }, () => 0)
  for (let prize = 0; prize < opening * inStock; prize++) {
    let kind = random(kinds)
    while (!repeat && left[kind] === inStock) kind = (kind + 1) % kinds
    left[kind] = (left[kind] ?? 0) + 1
  }
  return { left, boxes: 1 + random(inStock), opening, repeat }
}

describe('the draw of the blind box and of packages/protocol', () => {
  it(
    `agree on ${COUNT} random draws`,
    async () => {
      const random = randomOf(SEED)
      const client = createPublicClient({ transport: http(testnet.rpcUrl, { batch: true }) })
      const onChain = async ({ left, boxes, opening, repeat }: ReturnType<typeof randomDraw>, seed: Hex) => {
        const args = [left.map(BigInt), BigInt(boxes), BigInt(opening), repeat, seed] as const
        const kinds = await client.readContract({ address: testnet.contracts.blindBox, abi: blindBoxAbi, functionName: 'draw', args })
        return kinds.map(Number)
      }
      for (let done = 0; done < COUNT; done += AT_ONCE) {
        const draws = Array.from({ length: AT_ONCE }, (_, index) => ({
          draw: randomDraw(random),
          seed: keccak256(numberToHex(done + index, { size: 32 })),
        }))
        const expected = draws.map(({ draw, seed }) => drawKinds(draw.left, draw, seed).kinds)
        expect(await Promise.all(draws.map(({ draw, seed }) => onChain(draw, seed)))).toEqual(expected)
      }
    },
    COUNT * 60,
  )
})
