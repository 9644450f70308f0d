import type { Hex, TypedDataDefinition, TypedDataDomain } from 'viem'
import { hashStruct, hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import type { Asset } from './assets.ts'
import { ProtocolError } from './errors.ts'
import { formatUnits, parseUnits } from './money.ts'
import { BUYER_FEE_TYPES, ORDER_TYPES } from './order-signing.ts'

/**
 * A series of boxes of `opening` prizes each, with `assetAmounts[i]` copies of kind i. `buying` is the price of all
 * boxes together, in base units or tickets; times are unix seconds. A uri omits its leading `ipfs:/`.
 */
export type BlindBox = {
  readonly owner: Address
  readonly salt: bigint
  readonly sellAssets: readonly Asset[]
  readonly buyAsset: Asset
  readonly opening: number
  /** Whether a box may hold a kind more than once (decision 33). */
  readonly repeat: boolean
  readonly startTime: number
  readonly endTime: number
  readonly buying: bigint
  readonly assetAmounts: readonly number[]
  /** In bps. */
  readonly sellerFee: bigint
  readonly uris: readonly string[]
}

const BOX_TYPES = {
  BlindBox: [
    { name: 'owner', type: 'address' },
    { name: 'salt', type: 'uint256' },
    { name: 'sellAssets', type: 'Asset[]' },
    { name: 'buyAsset', type: 'Asset' },
    { name: 'opening', type: 'uint256' },
    { name: 'repeat', type: 'bool' },
    { name: 'startTime', type: 'uint256' },
    { name: 'endTime', type: 'uint256' },
    { name: 'buying', type: 'uint256' },
    { name: 'assetAmounts', type: 'uint256[]' },
    { name: 'sellerFee', type: 'uint256' },
    { name: 'uris', type: 'string[]' },
  ],
  Asset: ORDER_TYPES.Asset,
} as const

/** EIP-712 domain of the BlindBox. */
export function boxDomain(chainId: number, blindBox: Address) {
  return { name: 'Plinth Blind Box', version: '1', chainId, verifyingContract: blindBox } as const satisfies TypedDataDomain
}
export type BoxDomain = ReturnType<typeof boxDomain>

function boxTypedData(box: BlindBox, domain: BoxDomain) {
  return {
    domain,
    types: BOX_TYPES,
    primaryType: 'BlindBox',
    message: boxMessage(box),
  } as const satisfies TypedDataDefinition<typeof BOX_TYPES, 'BlindBox'>
}

/** hashStruct(BlindBox), the BlindBox contract's id of a series. */
export function boxStructHash(box: BlindBox): Hex {
  return hashStruct({ data: boxMessage(box), primaryType: 'BlindBox', types: BOX_TYPES })
}

/** The EIP-712 digest of a series; `documentedText` of it is what `blind.order.prepare` returns for signing. */
export function boxDigest(box: BlindBox, domain: BoxDomain): Hex {
  return hashTypedData(boxTypedData(box, domain))
}

/** The operator's signed buyer fee of a series, by its struct hash; valid only while the contract's fee epoch is `feeEpoch`. */
export type BoxFee = { readonly box: Hex; readonly buyerFee: bigint; readonly feeEpoch: bigint }

/** What a fee signer signs for a series, in the domain of the BlindBox. */
export function boxFeeDigest({ box: order, buyerFee, feeEpoch }: BoxFee, domain: BoxDomain): Hex {
  return hashTypedData({ domain, types: BUYER_FEE_TYPES, primaryType: 'BuyerFee', message: { order, buyerFee, feeEpoch } })
}

/** The tuple the BlindBox takes (wire 5.1), fields in ABI order: viem distinguishes the two forms of `open` by it. */
export function toBoxOrder(box: BlindBox) {
  const { owner, salt, sellAssets, buyAsset, opening, repeat, startTime, endTime, buying, assetAmounts, sellerFee, uris } = boxMessage(box)
  const assets = sellAssets.map(({ token, tokenId, assetType }) => ({ token, tokenId, assetType }))
  const { token, tokenId, assetType } = buyAsset
  const key = { owner, salt, sellAssets: assets, buyAsset: { token, tokenId, assetType } }
  return { key, opening, repeat, startTime, endTime, buying, assetAmounts, sellerFee, uris }
}

/** Number of boxes of a series. */
export function boxCount({ assetAmounts, opening }: Pick<BlindBox, 'assetAmounts' | 'opening'>): number {
  return assetAmounts.reduce((sum, amount) => sum + amount, 0) / opening
}

/** Stock of a series as published: `boxes` boxes of `perBox` items each. */
export type BoxStock = { readonly boxes: bigint; readonly perBox: bigint; readonly isRepetition: boolean }

/**
 * The documented chance of one kind, percent with two decimals, rounded, at most "100.00" (document A §9, decision 33).
 * Without repetition: 100 times its copies divided by the boxes. With it: one minus the chance of never drawing it in
 * `perBox` draws from a pool of boxes times perBox.
 * @param copies of this kind in the whole series
 * @throws ProtocolError BAD_QUANTITY for an empty stock, or copies below 0
 */
export function documentedProbability(copies: bigint, stock: BoxStock): string {
  const pool = stock.boxes * stock.perBox
  if (stock.boxes <= 0n || stock.perBox <= 0n || copies < 0n) throw new ProtocolError('BAD_QUANTITY', 'A box needs stock')
  if (!stock.isRepetition) return percent(copies, stock.boxes)
  if (copies >= pool) return '100.00'
  return percent(pool ** stock.perBox - (pool - copies) ** stock.perBox, pool ** stock.perBox)
}

/** Stock of a series before a draw: `copies` of all kinds together, `perBox` of them in each box. */
export type BoxRest = { readonly copies: bigint; readonly perBox: bigint; readonly isRepetition: boolean }

/**
 * The chance, formatted as by `documentedProbability`, that the next box drawn holds one of the `left` copies of a
 * kind: exact, by the contract's stock. Pending requests do not change it: they draw from the same remainder.
 * @throws ProtocolError BAD_QUANTITY for copies below 0, or above the stock
 */
export function liveProbability(left: bigint, { copies, perBox, isRepetition }: BoxRest): string {
  if (left < 0n || left > copies || perBox <= 0n) throw new ProtocolError('BAD_QUANTITY', 'More of one kind than of all')
  if (left === 0n || copies < perBox) return '0.00'
  if (!isRepetition) return percent(left * perBox, copies)
  let [without, all] = [1n, 1n]
  for (let drawn = 0n; drawn < perBox; drawn++) {
    without *= copies - left > drawn ? copies - left - drawn : 0n
    all *= copies - drawn
  }
  return percent(all - without, all)
}

/**
 * The cost of one row of a box's history: price times boxes, two decimals, rounded (document A §9).
 * @param price human decimal price of one box
 */
export function historyPrice(price: string, boxes: bigint): string {
  const decimals = 30
  const text = formatUnits(parseUnits(price, decimals) * boxes, decimals, 2, 'half')
  const [whole, fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

function percent(part: bigint, whole: bigint): string {
  const hundredths = (part * 20_000n + whole) / (2n * whole)
  const capped = hundredths > 10_000n ? 10_000n : hundredths
  return `${capped / 100n}.${(capped % 100n).toString().padStart(2, '0')}`
}

function boxMessage({ opening, startTime, endTime, assetAmounts, ...box }: BlindBox) {
  return {
    ...box,
    opening: BigInt(opening),
    startTime: BigInt(startTime),
    endTime: BigInt(endTime),
    assetAmounts: assetAmounts.map(BigInt),
  }
}
