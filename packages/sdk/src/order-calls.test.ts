import { errorText, type OrderRecord } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { amountDue } from './amount-due.ts'
import { acceptCall, exchangeCall } from './order-calls.ts'
import { orderOf } from './order-of.ts'

const maker = toAddress(`0x${'a'.repeat(40)}`)
const token = toAddress(`0x${'c'.repeat(40)}`)
const zero = toAddress(`0x${'0'.repeat(40)}`)

const sale = {
  maker,
  salt: 7n,
  sellToken: token,
  sellTokenId: 9n,
  sellType: 3,
  selling: 1n,
  buyToken: zero,
  buyTokenId: 0n,
  buyType: 0,
  buying: 500_000_000_000_000_000n,
  sellerFee: 250,
  proof: 'typed',
  signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1c`,
} as OrderRecord
const fee = { v: '27', r: `0x${'33'.repeat(32)}`, s: `0x${'44'.repeat(32)}`, buyerFee: 250, isFeeSignatureNeeded: true } as const

describe('amountDue', () => {
  it('[FMT-23] adds the buyer fee on top of the price', () => {
    expect(amountDue(sale, 1n, 250n)).toBe(512_500_000_000_000_000n)
  })

  it('takes its part of a lot, and rounds the fee down', () => {
    expect(amountDue({ selling: 3n, buying: 999n }, 2n, 250n)).toBe(666n + 16n)
  })
})

describe('exchangeCall', () => {
  it('[TX-05, TX-36, TX-42, DATA-49] passes order, both signatures, fee, amount, buyer and the exact coin', () => {
    const { functionName, args, value } = exchangeCall(sale, fee, 1n)
    expect(functionName).toBe('exchange')
    expect(value).toBe(512_500_000_000_000_000n)
    expect(args).toEqual([
      {
        key: {
          owner: maker,
          salt: 7n,
          sellAsset: { token, tokenId: 9n, assetType: 3 },
          buyAsset: { token: zero, tokenId: 0n, assetType: 0 },
        },
        selling: 1n,
        buying: 500_000_000_000_000_000n,
        sellerFee: 250n,
      },
      { v: 28, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}` },
      250n,
      { v: 27, r: fee.r, s: fee.s },
      1n,
      zero,
    ])
  })

  it('[ERR-10] is not made of an order that names no known kind of asset', () => {
    for (const odd of [{ sellType: 9 }, { buyType: -1 }]) {
      let thrown: unknown
      try {
        exchangeCall({ ...sale, ...odd }, fee, 1n)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({ code: 'ORDER_TOKEN' })
      expect(errorText('ORDER_TOKEN', 'en')).toMatch(/^error Token/)
    }
  })

  it('passes a contract’s bytes as they are, nothing for what is registered, and a voucher behind all', () => {
    const bytes = `0x${'ab'.repeat(70)}` as const
    const zero = `0x${'00'.repeat(32)}`
    expect(exchangeCall({ ...sale, proof: 'contract', signature: bytes }, fee, 1n).args[1]).toBe(bytes)
    expect(exchangeCall({ ...sale, proof: 'registered', signature: '0x' }, fee, 1n).args[1]).toEqual({ v: 0, r: zero, s: zero })
    expect(exchangeCall({ ...sale, sellType: 5 }, fee, 1n, '0x1234').args.slice(5)).toEqual([zero.slice(0, 42), '0x1234'])
  })

  it('[F-89] leaves the operator’s fee signature out where the exchange asks for none, and the fee in', () => {
    const plain = { ...fee, isFeeSignatureNeeded: false }
    const none = { v: 0, r: `0x${'00'.repeat(32)}`, s: `0x${'00'.repeat(32)}` }
    for (const { args } of [exchangeCall(sale, plain, 1n), acceptCall(sale, plain, 1n, 7n)]) expect(args.slice(2, 4)).toEqual([250n, none])
    for (const { args } of [exchangeCall(sale, fee, 1n), acceptCall(sale, fee, 1n, 7n)])
      expect(args.slice(2, 4)).toEqual([250n, { v: 27, r: fee.r, s: fee.s }])
    expect(exchangeCall(sale, plain, 1n).value).toBe(exchangeCall(sale, fee, 1n).value)
  })

  it('is encoded by the form of `exchange` that takes it', () => {
    const bytes = `0x${'ab'.repeat(70)}` as const
    const selectorOf = (call: ReturnType<typeof exchangeCall>) => encodeFunctionData(call).slice(0, 10)
    const selectors = [
      exchangeCall(sale, fee, 1n),
      exchangeCall({ ...sale, proof: 'contract', signature: bytes }, fee, 1n),
      exchangeCall({ ...sale, sellType: 5 }, fee, 1n, '0x1234'),
    ].map(selectorOf)
    expect(selectors[0]).toBe('0x9cec6392')
    expect(new Set(selectors).size).toBe(3)
  })

  it('holds gas ready for the seller and five creators where coin is paid, also with a voucher', () => {
    expect(exchangeCall(sale, fee, 1n).gasReserve).toBe(840_000n)
    expect(exchangeCall({ ...sale, sellType: 5 }, fee, 1n, '0x1234').gasReserve).toBe(840_000n)
    expect(exchangeCall({ ...sale, buyToken: token, buyType: 1 }, fee, 1n).gasReserve).toBe(0n)
  })

  it('sends no coin where an ERC20 is paid', () => {
    expect(exchangeCall({ ...sale, buyToken: token, buyType: 1 }, fee, 1n).value).toBe(0n)
  })

  it('reads a stored order back as it was signed', () => {
    expect(orderOf(sale)).toMatchObject({ owner: maker, salt: 7n, sellerFee: 250n })
  })
})
