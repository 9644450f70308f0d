import { describe, expect, it } from 'vitest'
import { isFeeSignatureNeeded } from './buyer-fee.ts'

const terms = { proof: 'typed' as const, sellerFee: 250, buyerFee: 250n }
const fees = { buyerFeeBps: 250n, minSellerFeeBps: 250n, nextBuyerFeeBps: undefined, nextMinSellerFeeBps: undefined }

describe('isFeeSignatureNeeded', () => {
  it.each([
    ['typed data at the exchange’s own fees', terms, fees],
    ['a contract’s signature', { ...terms, proof: 'contract' as const }, fees],
    ['a registration', { ...terms, proof: 'registered' as const }, fees],
    ['a seller fee above the minimum', { ...terms, sellerFee: 251 }, fees],
    ['the same fees, scheduled', terms, { ...fees, nextBuyerFeeBps: 250n, nextMinSellerFeeBps: 250n }],
    ['a lower minimum, scheduled', terms, { ...fees, nextMinSellerFeeBps: 0n }],
  ])('[F-89] is false for %s', (_, of, at) => {
    expect(isFeeSignatureNeeded(of, at)).toBe(false)
  })

  it.each([
    ['a personal_sign signature', { ...terms, proof: 'text' as const }, fees],
    ['a buyer fee below the exchange’s', { ...terms, buyerFee: 249n }, fees],
    ['a buyer fee above the exchange’s', { ...terms, buyerFee: 251n }, fees],
    ['a seller fee below the minimum', { ...terms, sellerFee: 249 }, fees],
    ['another buyer fee that is scheduled', terms, { ...fees, nextBuyerFeeBps: 251n }],
    ['the scheduled buyer fee before it is due', { ...terms, buyerFee: 251n }, { ...fees, nextBuyerFeeBps: 251n }],
    ['a higher minimum that is scheduled', terms, { ...fees, nextMinSellerFeeBps: 251n }],
    ['a lower minimum that is not applied yet', { ...terms, sellerFee: 249 }, { ...fees, nextMinSellerFeeBps: 0n }],
  ])('[F-89] is true for %s', (_, of, at) => {
    expect(isFeeSignatureNeeded(of, at)).toBe(true)
  })
})
