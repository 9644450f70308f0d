import { describe, expect, it } from 'vitest'
import auctions from '../erc7730/eip712-auction.json' with { type: 'json' }
import orders from '../erc7730/eip712-order.json' with { type: 'json' }
import trees from '../erc7730/eip712-tree.json' with { type: 'json' }
import { toAddress } from './address.ts'
import { LOCAL_DEPLOYMENTS } from './addresses.generated.ts'
import { coin, erc721 } from './assets.ts'
import {
  AUCTION_TYPES,
  auctionDomain,
  BID_TYPES,
  EPOCH_BID_TYPES,
  EXTENDED_AUCTION_TYPES,
  EXTENDED_BID_TYPES,
  EXTENDED_EPOCH_BID_TYPES,
} from './auctions.ts'
import { bulkTypedData } from './bulk.ts'
import { ORDER_TYPES, orderDomain } from './order-signing.ts'
import type { Order } from './orders.ts'

type Types = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
type Field = { path: string; label?: string; format?: string; params?: Record<string, unknown>; visible?: unknown }
type Format = { intent: string; interpolatedIntent?: string; fields: readonly Field[] }
type Descriptor = {
  context: { eip712: { domain: object; deployments: readonly { chainId: number; address: string }[] } }
  display: { formats: Record<string, Format> }
}

// The types inferred from the files differ format by format; tests below check their content.
const [ofAuctions, ofOrders, ofTrees] = [auctions, orders, trees] as unknown as Descriptor[]
const formatsOf = (descriptor: Descriptor | undefined) => Object.entries(descriptor?.display.formats ?? {})

/** `encodeType` of EIP-712: the type, then its referenced types by name. */
function typeText(primary: string, types: Types): string {
  const text = (name: string) => `${name}(${types[name]?.map((part) => `${part.type} ${part.name}`).join(',')})`
  const others = Object.keys(types).filter((name) => name !== primary)
  return [primary, ...others.toSorted()].map(text).join('')
}

/** The paths of all non-struct fields. */
function leavesOf(name: string, types: Types, root = ''): string[] {
  return (types[name] ?? []).flatMap((part) => {
    const [inner = '', ...dimensions] = part.type.split('[')
    const path = `${root}${part.name}${'.[]'.repeat(dimensions.length)}`
    return types[inner] ? leavesOf(inner, types, `${path}.`) : [path]
  })
}

const AUCTIONS = [
  ['Auction', AUCTION_TYPES],
  ['ExtendedAuction', EXTENDED_AUCTION_TYPES],
  ['Bid', BID_TYPES],
  ['Bid', EXTENDED_BID_TYPES],
  ['EpochBid', EPOCH_BID_TYPES],
  ['EpochBid', EXTENDED_EPOCH_BID_TYPES],
] as const satisfies readonly (readonly [string, Types])[]

const addressOf = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const ORDER: Order = {
  owner: addressOf('11'),
  salt: 1n,
  sellAsset: erc721(addressOf('22'), 1n),
  buyAsset: coin(),
  selling: 1n,
  buying: 1n,
  sellerFee: 250n,
}
const DOMAIN = orderDomain(31_337, LOCAL_DEPLOYMENTS[31_337].exchange)
const TREES = Array.from({ length: 10 }, (_, at) => {
  const { types } = bulkTypedData(
    Array.from({ length: 2 ** (at + 1) }, () => ORDER),
    DOMAIN,
  )
  return ['BulkOrder', types as Types] as const
})

describe.each([
  ['auctions and of bids on them', ofAuctions, AUCTIONS],
  ['trees of orders', ofTrees, TREES],
] as const)('[SIGN-04] the typed data of %s', (_, descriptor, signed) => {
  const formats = formatsOf(descriptor)

  it('is described under each of its EIP-712 types', () => {
    expect(formats.map(([key]) => key)).toEqual(signed.map(([primary, types]) => typeText(primary, types)))
  })

  it('has every field described once, and no other', () => {
    for (const [at, [primary, types]] of signed.entries()) {
      const paths = formats[at]?.[1].fields.map(({ path }) => path) ?? []
      expect(paths.toSorted()).toEqual(leavesOf(primary, types).toSorted())
    }
  })

  it('hides nothing but numbers that the market gave, and the epoch', () => {
    for (const [, { fields }] of formats)
      for (const { path, visible } of fields) if (visible === 'never') expect(path).toMatch(/(^|\.)(salt|epoch)$/)
  })

  it('refers to its own fields and to what its file defines', () => {
    for (const [, { intent, interpolatedIntent = '', fields }] of formats) {
      expect(intent).not.toBe('')
      const paths = fields.map(({ path }) => path)
      for (const [, path] of interpolatedIntent.matchAll(/\{([^}]+)\}/g)) expect(paths).toContain(path)
      for (const { path, label, params = {}, visible } of fields) {
        if (visible !== 'never') expect(label, path).toBeTruthy()
        for (const [name, value] of Object.entries(params)) if (name.endsWith('Path')) expect(paths, path).toContain(value)
      }
    }
  })
})

it('[SIGN-04] descriptors of what is signed name their domain and the contracts of the local chains', () => {
  const auctionsAt = LOCAL_DEPLOYMENTS[31_337].auctionExchange
  const { name, version } = auctionDomain(31_337, auctionsAt)
  expect(ofAuctions?.context.eip712.domain).toEqual({ name, version })
  const local = Object.entries(LOCAL_DEPLOYMENTS).map(([chainId, { auctionExchange }]) => ({
    chainId: Number(chainId),
    address: auctionExchange,
  }))
  expect(ofAuctions?.context.eip712.deployments).toEqual(local)
  expect(ofTrees?.context.eip712).toEqual(ofOrders?.context.eip712)
})

it('[SIGN-04] an order is described alike alone and in a tree', () => {
  const alone = formatsOf(ofOrders).find(([key]) => key === typeText('Order', ORDER_TYPES))?.[1].fields ?? []
  for (const [at, [, { fields }]] of formatsOf(ofTrees).entries()) {
    const prefix = `tree${'.[]'.repeat(at + 1)}.`
    expect(fields.map(({ path, label, format }) => [path, label, format])).toEqual(
      alone.map(({ path, label, format }) => [prefix + path, label, format]),
    )
  }
})
