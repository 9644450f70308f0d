import {
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  dollarTokenAbi,
  exchangeAbi,
  transferProxyAbi,
  wrappedCoinAbi,
} from '@plinth/protocol/abi'
import { describe, expect, it } from 'vitest'
import { REVERTS, revertCodeOf } from './reverts.ts'

describe('revertCodeOf', () => {
  it('has a row for every error of our contracts, and no others', () => {
    const abis = [exchangeAbi, transferProxyAbi, collection721Abi, collection1155Abi, collectionFactoryAbi, wrappedCoinAbi, dollarTokenAbi]
    const names = new Set(abis.flatMap((abi) => abi.flatMap((entry) => (entry.type === 'error' ? [entry.name] : []))))
    expect(new Set(Object.keys(REVERTS))).toEqual(names)
  })

  it('says that somebody else was faster when the order is spent', () => {
    expect(revertCodeOf('ExchangeOrderSpent')).toBe('ORDER_FILLED')
  })

  it('has words of its own for trading with oneself', () => {
    expect(revertCodeOf('ExchangeSelfTrade')).toBe('SELF_TRADE')
  })

  it('knows no foreign errors', () => {
    expect(revertCodeOf('toString')).toBeUndefined()
    expect(revertCodeOf('SomebodyElsesError')).toBeUndefined()
  })
})
