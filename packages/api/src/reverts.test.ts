import {
  auctionExchangeAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  dollarTokenAbi,
  exchangeAbi,
  transferProxyAbi,
  wrappedCoinAbi,
} from '@plinth/protocol/abi'
import { describe, expect, it } from 'vitest'
import { ERRORS } from './errors.ts'
import { REVERTS, revertCodeOf } from './reverts.ts'

describe('revertCodeOf', () => {
  it('has a row for every error of our contracts, and no others', () => {
    const abis = [
      exchangeAbi,
      auctionExchangeAbi,
      transferProxyAbi,
      collection721Abi,
      collection1155Abi,
      collectionFactoryAbi,
      wrappedCoinAbi,
      dollarTokenAbi,
    ]
    const names = new Set(abis.flatMap((abi) => abi.flatMap((entry) => (entry.type === 'error' ? [entry.name] : []))))
    expect(new Set(Object.keys(REVERTS))).toEqual(names)
  })

  it('says that somebody else was faster when the order is spent', () => {
    expect(revertCodeOf('ExchangeOrderSpent')).toBe('ORDER_FILLED')
  })

  it('has words of its own for trading with oneself', () => {
    expect(revertCodeOf('ExchangeSelfTrade')).toBe('SELF_TRADE')
  })

  it.each([
    ['SOL-25', 'CollectionApprovalToOwner', 'ERC721: approval to current owner'],
    ['SOL-26', 'ERC721InvalidApprover', 'ERC721: approve caller is not owner nor approved for all'],
    ['SOL-29', 'ERC721InvalidOwner', 'ERC721: balance query for the zero address'],
    ['SOL-36', 'CollectionApprovalToCaller', 'ERC721: approve to caller'],
    ['SOL-37', 'CollectionVoucherInvalid', 'owner should sign tokenId'],
    ['SOL-38', 'CollectionFeeRecipientZero', 'Recipient  be present'],
    ['SOL-39', 'CollectionFeeZero', 'Fee value  be positive'],
    ['SOL-40', 'OwnableUnauthorizedAccount', 'Ownable: caller is not the owner'],
    ['SOL-41', 'OwnableInvalidOwner', 'Ownable: new owner is the zero address'],
    ['SOL-42', 'ExchangeCallerNotOwner', 'caller is not the owner'],
    ['SOL-42', 'AuctionCallerNotOwner', 'caller is not the owner'],
    ['SOL-45', 'CollectionSignerExists', 'Roles: account already has role'],
    ['SOL-46', 'CollectionSignerMissing', 'account does not have role'],
    ['SOL-47', 'CollectionSignerZero', 'account is the zero address'],
  ] as const)('[%s] says for %s "%s"', (_, name, sentence) => {
    expect(ERRORS[REVERTS[name]].en).toBe(sentence)
  })

  it('knows no foreign errors', () => {
    expect(revertCodeOf('toString')).toBeUndefined()
    expect(revertCodeOf('SomebodyElsesError')).toBeUndefined()
  })
})
