import { describe, expect, it } from 'vitest'
import vectors from '../vectors/boxes.json' with { type: 'json' }
import { toAddress } from './address.ts'
import type { Asset } from './assets.ts'
import { mostBoxes } from './box-limits.ts'
import {
  type BlindBox,
  boxCount,
  boxDigest,
  boxDomain,
  boxStructHash,
  documentedProbability,
  historyPrice,
  liveProbability,
  toBoxOrder,
} from './boxes.ts'
import { ASSET_TYPE, isCode } from './codes.ts'
import { ProtocolError } from './errors.ts'
import { documentedText } from './order-signing.ts'

describe('documentedProbability', () => {
  it.each([
    [1n, 100n, '1.00'],
    [1n, 3n, '33.33'],
    [2n, 3n, '66.67'],
    [1n, 8n, '12.50'],
    [150n, 100n, '100.00'],
    [0n, 10n, '0.00'],
  ])('[FMT-24] is %d of %d boxes without repetition', (copies, boxes, text) => {
    expect(documentedProbability(copies, { boxes, perBox: 1n, isRepetition: false })).toBe(text)
  })

  it.each([
    [10n, 10n, 3n, '70.37'],
    [1n, 100n, 1n, '1.00'],
    [5n, 10n, 2n, '43.75'],
    [30n, 10n, 3n, '100.00'],
    [0n, 10n, 3n, '0.00'],
  ])('[FMT-25] is one minus never drawing it: %d copies, %d boxes of %d', (copies, boxes, perBox, text) => {
    expect(documentedProbability(copies, { boxes, perBox, isRepetition: true })).toBe(text)
  })

  it('refuses an empty stock', () => {
    expect(() => documentedProbability(1n, { boxes: 0n, perBox: 1n, isRepetition: true })).toThrow(
      expect.objectContaining({ code: 'BAD_QUANTITY' }),
    )
  })
})

describe('historyPrice', () => {
  it.each([
    ['0.1', 3n, '0.30'],
    ['1', 10n, '10.00'],
    ['0.005', 1n, '0.01'],
    ['0.0049', 1n, '0.00'],
    ['12.345', 2n, '24.69'],
  ])('[FMT-27] is %s times %d', (price, boxes, text) => {
    expect(historyPrice(price, boxes)).toBe(text)
  })
})

type Vector = (typeof vectors.cases)[number]

function assetOf(asset: { token: string; tokenId: string; assetType: string }): Asset {
  const assetType = Number(asset.assetType)
  if (!isCode(ASSET_TYPE, assetType)) throw new Error(`asset type ${assetType}`)
  return { token: toAddress(asset.token), tokenId: BigInt(asset.tokenId), assetType }
}

const boxOf = ({ box }: Vector): BlindBox => ({
  owner: toAddress(box.owner),
  salt: BigInt(box.salt),
  sellAssets: box.sellAssets.map(assetOf),
  buyAsset: assetOf(box.buyAsset),
  opening: Number(box.opening),
  repeat: box.repeat,
  startTime: Number(box.startTime),
  endTime: Number(box.endTime),
  buying: BigInt(box.buying),
  assetAmounts: box.assetAmounts.map(Number),
  sellerFee: BigInt(box.sellerFee),
  uris: box.uris,
})

describe('a series of boxes', () => {
  it.each(vectors.cases)('is hashed as on chain: $name', (vector) => {
    const box = boxOf(vector)
    expect(boxStructHash(box)).toBe(vector.structHash)
    const digest = boxDigest(box, boxDomain(Number(vector.chainId), toAddress(vector.blindBox)))
    expect(digest).toBe(vector.digest)
    expect(documentedText(digest)).toBe(vector.text64)
  })

  it('[DATA-51] carries every field of the order to its contract', () => {
    const [vector] = vectors.cases
    if (!vector) throw new Error('no vectors')
    const box = boxOf(vector)
    expect(toBoxOrder(box)).toEqual({
      key: { owner: box.owner, salt: 1n, sellAssets: box.sellAssets, buyAsset: box.buyAsset },
      opening: 2n,
      repeat: false,
      startTime: 1_800_000_000n,
      endTime: 1_800_600_000n,
      buying: 10_000_000_000_000_000_000n,
      assetAmounts: [6n, 9n, 5n],
      sellerFee: 250n,
      uris: ['', '/ipfs/QmA', '/ipfs/QmB'],
    })
    expect(box.sellAssets[1]).toEqual({ token: `0x${'77'.repeat(20)}`, tokenId: 1n, assetType: 5 })
    expect(boxDomain(31337, toAddress(vector.blindBox)).verifyingContract).toBe(vector.blindBox)
    expect(boxCount(box)).toBe(10)
  })
})

describe('mostBoxes', () => {
  it.each([
    [{ opening: 2, repeat: false, kinds: 100 }, 15],
    [{ opening: 2, repeat: false, kinds: 99 }, 15],
    [{ opening: 2, repeat: false, kinds: 93 }, 16],
    [{ opening: 2, repeat: false, kinds: 30 }, 50],
    [{ opening: 10, repeat: false, kinds: 100 }, 10],
    [{ opening: 2, repeat: true, kinds: 100 }, 50],
    [{ opening: 1, repeat: false, kinds: 100 }, 100],
    [{ opening: 100, repeat: false, kinds: 100 }, 1],
  ])('[F-3] is for %o what the contract takes: %d', (form, most) => {
    expect(mostBoxes(form)).toBe(most)
  })
})

describe('liveProbability', () => {
  it('is what is left of a kind among all that is left', () => {
    expect(liveProbability(2n, { copies: 10n, perBox: 1n, isRepetition: true })).toBe('20.00')
    expect(liveProbability(2n, { copies: 10n, perBox: 5n, isRepetition: false })).toBe('100.00')
    expect(liveProbability(1n, { copies: 9n, perBox: 3n, isRepetition: false })).toBe('33.33')
    expect(liveProbability(0n, { copies: 9n, perBox: 3n, isRepetition: false })).toBe('0.00')
    expect(liveProbability(0n, { copies: 0n, perBox: 3n, isRepetition: true })).toBe('0.00')
  })

  it('counts every way in which a box with repetition holds the kind', () => {
    // 1 - (4 * 3) / (6 * 5)
    expect(liveProbability(2n, { copies: 6n, perBox: 2n, isRepetition: true })).toBe('60.00')
    expect(liveProbability(5n, { copies: 6n, perBox: 2n, isRepetition: true })).toBe('100.00')
  })

  it('refuses more of a kind than of all', () => {
    expect(() => liveProbability(3n, { copies: 2n, perBox: 1n, isRepetition: true })).toThrow(ProtocolError)
  })
})
