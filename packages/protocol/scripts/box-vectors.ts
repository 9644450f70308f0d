/** The golden vectors of blind boxes: the hashes of a series, and the draw of a seed from the remaining copies. */
import { keccak256, stringToHex } from 'viem'
import { toAddress } from '../src/address.ts'
import { coin, erc20, erc1155 } from '../src/assets.ts'
import { type BlindBox, boxDigest, boxDomain, boxStructHash } from '../src/boxes.ts'
import { ASSET_TYPE } from '../src/codes.ts'
import { boxPreimages, commitmentOf, type DrawTerms, drawKinds, drawSeed } from '../src/draws.ts'
import { documentedText } from '../src/order-signing.ts'

const addressOf = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const BLIND_BOX = addressOf('66')
const PRIZES = addressOf('77')
const minted = (kind: bigint) => ({ token: PRIZES, tokenId: kind, assetType: ASSET_TYPE.MINTED })

const SERIES: BlindBox = {
  owner: addressOf('a1'),
  salt: 1n,
  sellAssets: [erc1155(addressOf('22'), 7n), minted(1n), minted(2n)],
  buyAsset: coin(),
  opening: 2,
  repeat: false,
  startTime: 1_800_000_000,
  endTime: 1_800_600_000,
  buying: 10n ** 19n,
  assetAmounts: [6, 9, 5],
  sellerFee: 250n,
  uris: ['', '/ipfs/QmA', '/ipfs/QmB'],
}
const CASES: { name: string; chainId?: number; box?: Partial<BlindBox> }[] = [
  { name: 'three kinds, distinct, for the coin' },
  { name: 'the same on another chain', chainId: 31338 },
  { name: 'with repetition, for an ERC20', box: { repeat: true, buyAsset: erc20(addressOf('33')), salt: 2n ** 256n - 1n } },
  {
    name: 'one kind for tickets',
    box: {
      sellAssets: [minted(9n)],
      assetAmounts: [65_535],
      uris: ['/ipfs/盒'],
      opening: 1,
      buyAsset: erc1155(addressOf('44'), 3n),
      buying: 65_535n,
    },
  },
]

const many = (count: number) => Array.from({ length: count }, (_, kind) => (kind * 37) % 11)
const DRAWS: (DrawTerms & { left: readonly number[] })[] = [
  { left: [6, 9, 5], boxes: 1, opening: 2, repeat: false },
  { left: [6, 9, 5], boxes: 10, opening: 2, repeat: false },
  { left: [6, 9, 5], boxes: 10, opening: 2, repeat: true },
  { left: [10, 0, 10, 5, 5], boxes: 4, opening: 3, repeat: false },
  { left: [1], boxes: 1, opening: 1, repeat: false },
  { left: [65_535, 1], boxes: 100, opening: 1, repeat: true },
  { left: many(100), boxes: 20, opening: 5, repeat: true },
  { left: Array.from({ length: 100 }, () => 1), boxes: 2, opening: 50, repeat: false },
  { left: Array.from({ length: 40 }, (_, kind) => 1 + (kind % 10)), boxes: 20, opening: 5, repeat: false },
]

export function boxVectors() {
  const words = boxPreimages(keccak256(stringToHex('secret')), 5)
  return {
    cases: CASES.map(boxCase),
    words: { anchor: commitmentOf(words[0] ?? '0x'), words },
    draws: DRAWS.map((draw, index) => {
      const facts = {
        word: keccak256(stringToHex(`word ${index}`)),
        blockHash: keccak256(stringToHex(`block ${index}`)),
        box: boxStructHash(SERIES),
        request: index,
      }
      const seed = drawSeed(facts)
      return { ...draw, ...facts, seed, kinds: drawKinds(draw.left, draw, seed).kinds }
    }),
  }
}

function boxCase({ name, chainId = 31337, box: changes }: (typeof CASES)[number]) {
  const box = { ...SERIES, ...changes }
  const digest = boxDigest(box, boxDomain(chainId, BLIND_BOX))
  return { name, chainId, blindBox: BLIND_BOX, box, structHash: boxStructHash(box), digest, text64: documentedText(digest) }
}
