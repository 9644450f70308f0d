import { encodeAbiParameters, encodePacked, type Hex, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/orders.json' with { type: 'json' }
import { toAddress } from './address.ts'
import { type Asset, coin, erc20, erc721, erc1155, itemKey, moneyOf } from './assets.ts'
import { ASSET_TYPE, type AssetType, isCode } from './codes.ts'
import { buyerFeeDigest } from './fee-signing.ts'
import { documentedText, orderDigest, orderDomain, orderStructHash } from './order-signing.ts'
import {
  compareUnitPrice,
  findEditProblem,
  itemOf,
  type Order,
  payAssetOf,
  quantityOf,
  sideOf,
  toExchangeOrder,
  totalOf,
  unitPriceOf,
} from './orders.ts'
import { packSalt, unpackSalt } from './salts.ts'
import { parseSignature, recoverSigner, recoverTextSigner } from './signatures.ts'

const NFT = toAddress(`0x${'11'.repeat(20)}`)
const WRAPPED = toAddress(`0x${'33'.repeat(20)}`)
const ALICE = toAddress('0x1a642f0e3c3af545e7acbd38b07251b3990914f1')
const FEE_SIGNER = toAddress('0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c')

const aSale = (parts: Partial<Order> = {}): Order => ({
  owner: ALICE,
  salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: 1n }),
  sellAsset: erc1155(NFT, 1n),
  buyAsset: coin(),
  selling: 4n,
  buying: 400n,
  sellerFee: 250n,
  ...parts,
})
const aBid = (parts: Partial<Order> = {}) =>
  aSale({ sellAsset: erc20(WRAPPED), buyAsset: erc721(NFT, 1n), selling: 900n, buying: 1n, ...parts })

function assetOf(asset: { token: string; tokenId: string; assetType: string }): Asset {
  const code = Number(asset.assetType)
  if (!isCode(ASSET_TYPE, code)) throw new Error(`asset type ${code}`)
  const assetType: AssetType = code
  return { token: toAddress(asset.token), tokenId: BigInt(asset.tokenId), assetType }
}

type Vector = (typeof vectors.cases)[number]
const orderOf = ({ order }: Vector): Order => ({
  owner: toAddress(order.owner),
  salt: BigInt(order.salt),
  sellAsset: assetOf(order.sellAsset),
  buyAsset: assetOf(order.buyAsset),
  selling: BigInt(order.selling),
  buying: BigInt(order.buying),
  sellerFee: BigInt(order.sellerFee),
})

/** EIP-712 written out by hand from the type string, to check the library's result. */
const hashText = (text: string) => keccak256(stringToHex(text))
const ASSET_TEXT = 'Asset(address token,uint256 tokenId,uint8 assetType)'
const ORDER_TEXT = `Order(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)${ASSET_TEXT}`
const DOMAIN_TEXT = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

function assetHash(asset: Asset): Hex {
  return keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, address, uint256, uint8'), [
      hashText(ASSET_TEXT),
      asset.token,
      asset.tokenId,
      asset.assetType,
    ]),
  )
}

function structHashByHand(order: Order, vector: Vector): Hex {
  const words = parseAbiParameters('bytes32, address, uint256, uint256, uint256, uint256, bytes32, bytes32, uint256, uint256, uint256')
  return keccak256(
    encodeAbiParameters(words, [
      hashText(ORDER_TEXT),
      order.owner,
      order.salt,
      BigInt(vector.validFrom),
      BigInt(vector.validUntil),
      BigInt(vector.maxBuyerFee),
      assetHash(order.sellAsset),
      assetHash(order.buyAsset),
      order.selling,
      order.buying,
      order.sellerFee,
    ]),
  )
}

function digestByHand(structHash: Hex, vector: Vector): Hex {
  const separator = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, bytes32, bytes32, uint256, address'), [
      hashText(DOMAIN_TEXT),
      hashText('Plinth Exchange'),
      hashText('1'),
      BigInt(vector.chainId),
      toAddress(vector.exchange),
    ]),
  )
  return keccak256(encodePacked(['bytes2', 'bytes32', 'bytes32'], ['0x1901', separator, structHash]))
}

describe.each(vectors.cases)('vector: $name', (vector) => {
  const order = orderOf(vector)
  const domain = orderDomain(Number(vector.chainId), toAddress(vector.exchange))

  it('[TX-32] has the struct hash and digest of the rules, and of EIP-712 written out by hand', () => {
    expect(orderStructHash(order)).toBe(vector.structHash)
    expect(orderDigest(order, domain)).toBe(vector.digest)
    expect(structHashByHand(order, vector)).toBe(vector.structHash)
    expect(digestByHand(orderStructHash(order), vector)).toBe(vector.digest)
  })

  it('spells out what its salt says', () => {
    const { validFrom, validUntil, maxBuyerFeeBps } = unpackSalt(order.salt)
    expect([validFrom, validUntil, maxBuyerFeeBps].map(String)).toEqual([vector.validFrom, vector.validUntil, vector.maxBuyerFee])
  })

  it('is signed by its maker, typed and in the documented form', async () => {
    expect(documentedText(orderDigest(order, domain))).toBe(vector.text64)
    expect(vector.text64).toMatch(/^[0-9a-f]{64}$/)
    expect(await recoverSigner(orderDigest(order, domain), parseSignature(vector.signature))).toBe(ALICE)
    expect(await recoverTextSigner(vector.text64, parseSignature(vector.personalSignature))).toBe(ALICE)
  })

  it('has the fee signature of the operator over the struct hash', async () => {
    const fee = { order, buyerFee: BigInt(vector.buyerFee), feeEpoch: BigInt(vector.feeEpoch) }
    const byHand = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, bytes32, uint256, uint256'), [
        hashText('BuyerFee(bytes32 order,uint256 buyerFee,uint256 feeEpoch)'),
        structHashByHand(order, vector),
        fee.buyerFee,
        fee.feeEpoch,
      ]),
    )
    expect(buyerFeeDigest(fee, domain)).toBe(vector.buyerFeeDigest)
    expect(digestByHand(byHand, vector)).toBe(vector.buyerFeeDigest)
    expect(await recoverSigner(buyerFeeDigest(fee, domain), parseSignature(vector.buyerFeeSignature))).toBe(FEE_SIGNER)
  })
})

describe('sideOf', () => {
  it('[NET-07] takes coin or ERC20 for an item', () => {
    expect(sideOf(aSale())).toBe('sale')
    expect(sideOf(aSale({ buyAsset: erc20(WRAPPED) }))).toBe('sale')
    expect(sideOf(aBid())).toBe('bid')
  })

  it.each([
    ['item for item', erc721(NFT, 1n), erc721(NFT, 2n)],
    ['money for money', erc20(WRAPPED), coin()],
    ['coin for item', coin(), erc721(NFT, 1n)],
  ])('refuses %s', (_, sellAsset, buyAsset) => {
    expect(() => sideOf({ sellAsset, buyAsset })).toThrow(expect.objectContaining({ code: 'BAD_SIDES' }))
  })

  it('reads quantity, total, item and pay token from the right side', () => {
    expect([quantityOf(aSale()), totalOf(aSale()), unitPriceOf(aSale())]).toEqual([4n, 400n, 100n])
    expect([quantityOf(aBid()), totalOf(aBid()), unitPriceOf(aBid())]).toEqual([1n, 900n, 900n])
    expect(itemOf(aBid())).toEqual(erc721(NFT, 1n))
    expect(payAssetOf(aBid())).toEqual(erc20(WRAPPED))
    expect(itemOf(aSale())).toEqual(erc1155(NFT, 1n))
    expect(payAssetOf(aSale())).toEqual(coin())
  })
})

describe('unitPriceOf', () => {
  it('never rounds', () => {
    expect(() => unitPriceOf(aSale({ buying: 401n }))).toThrow(expect.objectContaining({ code: 'PRICE_NOT_WHOLE' }))
  })

  it('refuses an order of nothing', () => {
    expect(() => unitPriceOf(aSale({ selling: 0n }))).toThrow(expect.objectContaining({ code: 'BAD_QUANTITY' }))
  })
})

describe('compareUnitPrice', () => {
  it('compares per item over different quantities without rounding', () => {
    expect(compareUnitPrice(aSale({ selling: 3n, buying: 10n }), aSale({ selling: 2n, buying: 7n }))).toBe(-1)
    expect(compareUnitPrice(aSale({ selling: 2n, buying: 7n }), aSale({ selling: 3n, buying: 10n }))).toBe(1)
    expect(compareUnitPrice(aSale({ selling: 2n, buying: 6n }), aSale({ selling: 3n, buying: 9n }))).toBe(0)
  })
})

describe('findEditProblem', () => {
  it('lets a sale go down and a bid go up', () => {
    expect(findEditProblem(aSale(), aSale({ buying: 396n }))).toBeUndefined()
    expect(findEditProblem(aBid(), aBid({ selling: 901n }))).toBeUndefined()
  })

  it('[SALE-20] refuses a sale that is not below the current price', () => {
    expect(findEditProblem(aSale(), aSale())).toBe('PRICE_NOT_LOWER')
    expect(findEditProblem(aSale(), aSale({ buying: 404n }))).toBe('PRICE_NOT_LOWER')
  })

  it('refuses a bid that is not above the current price', () => {
    expect(findEditProblem(aBid(), aBid())).toBe('PRICE_NOT_HIGHER')
    expect(findEditProblem(aBid(), aBid({ selling: 899n }))).toBe('PRICE_NOT_HIGHER')
  })

  it.each<Partial<Order>>([
    { salt: 2n },
    { owner: WRAPPED },
    { sellAsset: erc1155(NFT, 2n) },
    { buyAsset: erc20(WRAPPED) },
    { selling: 2n },
    { sellerFee: 100n },
  ])('refuses any other change: %o', (change) => {
    expect(findEditProblem(aSale(), aSale({ buying: 4n, ...change }))).toBe('NOT_THE_SAME_ORDER')
  })
})

describe('toExchangeOrder', () => {
  it('[TX-42] has the tuple of the exchange, token id 0 on the money side', () => {
    const { owner, salt, sellAsset, buyAsset } = aSale()
    expect(toExchangeOrder(aSale())).toEqual({ key: { owner, salt, sellAsset, buyAsset }, selling: 4n, buying: 400n, sellerFee: 250n })
    expect(buyAsset.tokenId).toBe(0n)
    expect(moneyOf(WRAPPED)).toEqual({ token: WRAPPED, tokenId: 0n, assetType: 1 })
    expect(moneyOf(toAddress(`0x${'00'.repeat(20)}`))).toEqual(coin())
  })

  it('keys an item by address and token id', () => {
    expect(itemKey(NFT, 7n)).toBe('0x1111111111111111111111111111111111111111:7')
  })
})
