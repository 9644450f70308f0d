import {
  auctionExchangeAbi,
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  dollarTokenAbi,
  exchangeAbi,
  manyTransfersAbi,
  prizeCollectionAbi,
  transferProxyAbi,
  wrappedCoinAbi,
} from '@plinth/protocol/abi'
import { describe, expect, it } from 'vitest'
import { ERRORS } from './errors.ts'
import { REVERTS, revertCodeOf } from './reverts.ts'

const [ZERO, ALICE, BOB] = ['0', '1', '2'].map((digit) => `0x${digit.repeat(40)}`)

describe('revertCodeOf', () => {
  it('has a row for every error of our contracts, and no others', () => {
    const abis = [
      exchangeAbi,
      auctionExchangeAbi,
      blindBoxAbi,
      prizeCollectionAbi,
      transferProxyAbi,
      manyTransfersAbi,
      collection721Abi,
      collection1155Abi,
      collectionFactoryAbi,
      wrappedCoinAbi,
      dollarTokenAbi,
    ]
    const names = new Set(abis.flatMap((abi) => abi.flatMap((entry) => (entry.type === 'error' ? [entry.name] : []))))
    expect(new Set(Object.keys(REVERTS))).toEqual(names)
  })

  it('says that another buyer was faster when the order is spent', () => {
    expect(revertCodeOf({ name: 'ExchangeOrderSpent' })).toBe('ORDER_FILLED')
  })

  it('says of a box what can be done about it', () => {
    expect(ERRORS[REVERTS.BoxSoldOut].en).toBe('Every box of this series is taken. Nothing has moved.')
    expect(REVERTS.BoxStopped).toBe('BOX_STOPPED')
    expect(ERRORS[REVERTS.BoxRevealEarly].retry).toBe(true)
    expect(ERRORS[REVERTS.BoxDrawOverdue]).toMatchObject({ errno: 4312, retry: true })
    expect(ERRORS[REVERTS.BoxRevealLate].en).toContain('payment')
  })

  it('has words of its own for trading with oneself', () => {
    expect(revertCodeOf({ name: 'ExchangeSelfTrade' })).toBe('SELF_TRADE')
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
    ['SOL-42', 'BoxCallerNotOwner', 'caller is not the owner'],
    ['SOL-45', 'CollectionSignerExists', 'Roles: account already has role'],
    ['SOL-46', 'CollectionSignerMissing', 'account does not have role'],
    ['SOL-47', 'CollectionSignerZero', 'account is the zero address'],
  ] as const)('[%s] says for %s "%s"', (_, name, sentence) => {
    expect(ERRORS[REVERTS[name]].en).toBe(sentence)
  })

  it.each([
    ['SOL-24', 'getApproved', 'ERC721NonexistentToken', 'ERC721: approved query for nonexistent token', [8n]],
    ['SOL-27', 'transferFrom', 'ERC721InsufficientApproval', 'ERC721: transfer caller is not owner nor approved', [BOB, 7n]],
    ['SOL-28', 'ownerOf', 'ERC721NonexistentToken', 'ERC721: owner query for nonexistent token', [8n]],
    ['SOL-30', 'safeTransferFrom', 'ERC721InvalidReceiver', 'ERC721: transfer to the zero address', [ZERO]],
    ['SOL-31', 'mint', 'ERC721InvalidReceiver', 'ERC721: mint to the zero address', [ZERO]],
    ['SOL-32', 'mint', 'CollectionTokenAlreadyMinted', 'ERC721: token already minted', [7n]],
    ['SOL-33', 'transferFrom', 'ERC721IncorrectOwner', 'ERC721: transfer of token that is not own', [ALICE, 7n, BOB]],
    ['SOL-34', 'burn', 'ERC721InsufficientApproval', 'ERC721: burn of token that is not own', [BOB, 7n]],
    ['SOL-34', 'burn', 'ERC1155MissingApprovalForAll', 'ERC721: burn of token that is not own', [BOB, ALICE]],
    ['SOL-35', 'safeTransferFrom', 'ERC721InvalidReceiver', 'ERC721: transfer to non ERC721Receiver implementer', [BOB]],
    ['SOL-35', 'mint', 'ERC721InvalidReceiver', 'ERC721: transfer to non ERC721Receiver implementer', [BOB]],
    ['SOL-43', 'burn', 'ERC1155InsufficientBalance', 'SafeMath: subtraction overflow', [BOB, 1n, 2n, 7n]],
    ['SOL-44', 'exchange', 'Panic', 'SafeMath addition or subtraction overflow', [0x11n]],
  ] as const)('[%s] says where %s meets %s: "%s"', (_, called, name, sentence, args) => {
    const code = revertCodeOf({ name, args, called })
    expect(code && ERRORS[code].en).toBe(sentence)
  })

  it('speaks of the seller where an exchange was called', () => {
    expect(revertCodeOf({ name: 'ERC721InsufficientApproval', args: [BOB, 7n], called: 'exchange' })).toBe('ORDER_NOT_FUNDABLE')
    for (const name of ['ERC1155InsufficientBalance', 'ERC1155MissingApprovalForAll'] as const)
      expect(revertCodeOf({ name, args: [ALICE], called: 'exchange' }), name).toBe('ORDER_NOT_FUNDABLE')
    expect(revertCodeOf({ name: 'ERC721InvalidReceiver', args: [ZERO], called: 'exchange' })).toBe('TRANSFER_REFUSED')
  })

  it('[BULK-08] speaks of the sender where many transfers were called', () => {
    expect(revertCodeOf({ name: 'ERC721IncorrectOwner', args: [ALICE, 7n, BOB], called: 'transferMany' })).toBe('HOLDING_MOVED')
    expect(revertCodeOf({ name: 'ERC1155InvalidReceiver', args: [BOB], called: 'transferMany' })).toBe('RECEIVER_REFUSED')
    expect(revertCodeOf({ name: 'ERC1155MissingApprovalForAll', args: [BOB, ALICE], called: 'transferMany' })).toBe('APPROVAL_MISSING')
    expect(revertCodeOf({ name: 'ManyTransfersReceiverInvalid', args: [0n, ZERO], called: 'transferMany' })).toBe('RECEIVER_INVALID')
    expect(revertCodeOf({ name: 'ManyTransfersCountInvalid', args: [51n, 50n], called: 'transferMany' })).toBe('TRANSFERS_COUNT')
  })

  it('knows no foreign errors', () => {
    expect(revertCodeOf({ name: 'toString', called: 'constructor' })).toBeUndefined()
    expect(revertCodeOf({ name: 'SomebodyElsesError', called: 'transferFrom' })).toBeUndefined()
    expect(revertCodeOf({ name: 'Panic', args: [0x12n] })).toBeUndefined()
  })
})
