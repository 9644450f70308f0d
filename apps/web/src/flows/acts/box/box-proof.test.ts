import { boxPreimages, commitmentOf, drawKinds, drawSeed, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { type AbiEvent, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, numberToHex } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainLog } from '../../../wallet/types.ts'
import { proveMissed, proveOpening } from './box-proof.ts'

const BOX = keccak256('0xb0')
const OTHER = keccak256('0x0b')
const BUYER = toAddress(`0x${'b0'.repeat(20)}`)
const WORDS = boxPreimages(keccak256('0x5ec7e7'), 4)
const word = (index: number) => WORDS[index] as Hex
const hashOf = (block: bigint): Hex => keccak256(numberToHex(block, { size: 32 }))
const TERMS = { opening: 2, repeat: false }

let logs: ChainLog[]
vi.mock('../../../wallet/load.ts', () => ({
  loadWallet: async () => ({
    logs: async () => logs,
    findByHash: async () => ({ block: 5n }),
    block: async (_: number, number: bigint) => ({ hash: hashOf(number), timestamp: 1_000 + Number(number) }),
  }),
}))

/** As a node gives it. */
function log(eventName: string, args: Record<string, unknown>, block: number): ChainLog {
  const event = blindBoxAbi.find(
    (part): part is Extract<typeof part, { type: 'event' }> => part.type === 'event' && part.name === eventName,
  )
  const inputs = (event as AbiEvent).inputs.filter(({ indexed }) => !indexed)
  return {
    // The names are those of the ABI above; no type follows them from here.
    topics: encodeEventTopics({ abi: [event as AbiEvent], eventName, args }) as Hex[],
    data: encodeAbiParameters(
      inputs,
      inputs.map(({ name }) => args[name ?? '']),
    ),
    blockNumber: BigInt(block),
    logIndex: logs.length,
    transactionHash: OTHER,
  }
}
const add = (...event: Parameters<typeof log>) => logs.push(log(...event))

const order = {
  key: { owner: BUYER, salt: 1n, sellAssets: [], buyAsset: { token: ZERO_ADDRESS, tokenId: 0n, assetType: 0 } },
  opening: 2n,
  repeat: false,
  startTime: 1n,
  endTime: 2n,
  buying: 10n,
  assetAmounts: [6n, 9n, 5n],
  sellerFee: 0n,
  uris: [],
}
const FIRST = drawKinds([6, 9, 5], { boxes: 2, ...TERMS }, drawSeed({ word: word(0), blockHash: hashOf(11n), box: BOX, request: 0 }))
const SECOND = drawKinds(FIRST.left, { boxes: 1, ...TERMS }, drawSeed({ word: word(1), blockHash: hashOf(13n), box: BOX, request: 1 }))

function reveal(request: number, preimage: Hex, blockHash: Hex, kinds: readonly number[], block: number) {
  add('Revealed', { box: BOX, request: BigInt(request), preimage, blockHash }, block)
  for (const kind of kinds) add('OpenIndex', { index: BigInt(kind) }, block)
}

/** Two openings drawn as they should be, between those of another series. */
beforeEach(() => {
  logs = []
  add('BoxRegistered', { box: BOX, owner: BUYER, order, bondEach: 1n }, 5)
  add('ChainCommitted', { box: BOX, anchor: commitmentOf(word(0)), first: 0n, end: 4n }, 5)
  add('Requested', { box: BOX, request: 0n, buyer: BUYER, boxes: 2n, fee: 0n }, 10)
  add('Requested', { box: BOX, request: 1n, buyer: BUYER, boxes: 1n, fee: 0n }, 12)
  reveal(0, word(0), hashOf(11n), FIRST.kinds, 13)
  add('Revealed', { box: OTHER, request: 0n, preimage: OTHER, blockHash: OTHER }, 13)
  add('OpenIndex', { index: 9n }, 13)
  reveal(1, word(1), hashOf(13n), SECOND.kinds, 14)
  add('Requested', { box: BOX, request: 2n, buyer: BUYER, boxes: 1n, fee: 0n }, 20)
})

const prove = (request: number) => proveOpening({ chainId: 1, blindBox: BUYER, box: BOX, request, since: 0n })

describe('the check of a draw that was missed', () => {
  const missed = (request: number) => proveMissed({ registerTx: OTHER, chainId: 1, blindBox: BUYER, box: BOX, request })

  it('[F-4] says that its secret is withheld, then what it would have drawn', async () => {
    add('Refunded', { box: BOX, request: 2n, buyer: BUYER, boxes: 1n }, 300)
    expect(await missed(2)).toEqual({ kinds: undefined, missed: 1, isWrong: false })
    add('Withheld', { box: BOX, first: 2n, count: 1n, preimage: word(2) }, 400)
    add('ChainCommitted', { box: BOX, anchor: OTHER, first: 3n, end: 9n }, 400)
    const seed = drawSeed({ word: word(2), blockHash: hashOf(21n), box: BOX, request: 2 })
    const { kinds } = drawKinds(SECOND.left, { boxes: 1, ...TERMS }, seed)
    expect(await missed(2)).toEqual({ kinds, missed: 1, isWrong: false })
  })

  it('[F-4] finds a secret that was not committed to, and knows no other opening', async () => {
    add('Refunded', { box: BOX, request: 2n, buyer: BUYER, boxes: 1n }, 300)
    add('Withheld', { box: BOX, first: 2n, count: 1n, preimage: word(3) }, 400)
    expect(await missed(2)).toEqual({ kinds: undefined, missed: 1, isWrong: true })
    await expect(missed(1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the check of a draw in the browser', () => {
  it('finds an honest one in order, and shows what decided it', async () => {
    const { took, ...proof } = await prove(1)
    expect(proof).toEqual({
      faults: [],
      kinds: SECOND.kinds,
      boxes: 1,
      sealed: { block: 5n, time: 1_005, anchor: commitmentOf(word(0)) },
      decided: { block: 13n, time: 1_013, hash: hashOf(13n) },
      shown: { block: 14n, time: 1_014, word: word(1) },
      links: 2,
      draws: 2,
      missed: 0,
    })
    expect(took).toBeGreaterThanOrEqual(0)
  })

  it('finds other works than the facts give', async () => {
    const at = logs.findIndex(({ topics, blockNumber }) => topics.length === 1 && blockNumber === 14n)
    logs[at] = { ...(logs[at] as ChainLog), data: numberToHex(((SECOND.kinds[0] ?? 0) + 1) % 3, { size: 32 }) }
    expect((await prove(1)).faults).toEqual(['KINDS'])
    expect((await prove(0)).faults).toEqual([])
  })

  it('finds a secret that was not committed to, and another block’s hash', async () => {
    logs = logs.filter(({ blockNumber }) => blockNumber !== 14n)
    reveal(1, word(3), hashOf(99n), SECOND.kinds, 14)
    expect((await prove(1)).faults).toEqual(expect.arrayContaining(['WORD', 'BLOCK']))
  })

  it('says so while the draw is awaited, and where there is none', async () => {
    await expect(prove(2)).rejects.toMatchObject({ code: 'BOX_WAITING' })
    await expect(prove(7)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
