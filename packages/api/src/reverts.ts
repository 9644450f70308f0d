import type {
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
import type { ErrorCode } from './errors.ts'

type Entry =
  | (typeof exchangeAbi)[number]
  | (typeof auctionExchangeAbi)[number]
  | (typeof blindBoxAbi)[number]
  | (typeof prizeCollectionAbi)[number]
  | (typeof transferProxyAbi)[number]
  | (typeof manyTransfersAbi)[number]
  | (typeof collection721Abi)[number]
  | (typeof collection1155Abi)[number]
  | (typeof collectionFactoryAbi)[number]
  | (typeof wrappedCoinAbi)[number]
  | (typeof dollarTokenAbi)[number]
type RevertName = Extract<Entry, { type: 'error' }>['name']

/** The registry row of each Solidity error (house style §4). A new error without a row does not compile. */
export const REVERTS = {
  ExchangeOrderSpent: 'ORDER_FILLED',
  ExchangeAmountAboveLeft: 'ORDER_FILLED',
  ExchangeOrderExpired: 'ORDER_EXPIRED',
  ExchangeOrderNotStarted: 'ORDER_NOT_FUNDABLE',
  ExchangeSignatureInvalid: 'BAD_SIGNATURE',
  ExchangeAssetTypeUnknown: 'ORDER_SHAPE',
  ExchangeSidesUnsupported: 'ORDER_SHAPE',
  ExchangeMoneyInvalid: 'ORDER_SHAPE',
  ExchangeQuantityInvalid: 'ORDER_SHAPE',
  ExchangePriceInvalid: 'ORDER_SHAPE',
  ExchangeAmountInvalid: 'ORDER_SHAPE',
  ExchangeVoucherMissing: 'ORDER_SHAPE',
  ExchangeVoucherUnused: 'ORDER_SHAPE',
  ExchangeMintedOtherwise: 'ORDER_SHAPE',
  ExchangeTermsInvalid: 'ORDER_SHAPE',
  ExchangeIdOutsideCriteria: 'ORDER_SHAPE',
  ExchangeProofTooLong: 'ORDER_SHAPE',
  ExchangeBulkHeightInvalid: 'BAD_SIGNATURE',
  ExchangeBulkIndexInvalid: 'BAD_SIGNATURE',
  ExchangeBulkProofMissing: 'BAD_SIGNATURE',
  ExchangeExtraMisplaced: 'CHAIN_REFUSED',
  ExchangeMoneyMixed: 'CHAIN_REFUSED',
  ExchangeTooMany: 'CHAIN_REFUSED',
  ExchangeLengthsDiffer: 'CHAIN_REFUSED',
  ExchangeWordUnknown: 'CHAIN_REFUSED',
  ExchangeNothingSwept: 'ORDER_FILLED',
  ExchangeSweptTooFew: 'ORDER_FILLED',
  ExchangeProceedsBelowLeast: 'PROCEEDS_LOWER',
  ExchangeBidExpected: 'ORDER_SHAPE',
  ExchangeModuleCalledDirectly: 'CHAIN_REFUSED',
  ExchangeRoyaltyAboveMost: 'ROYALTY_ROSE',
  ExchangePaymentShort: 'UNKNOWN_PAY_TOKEN',
  ExchangeBuyerFeeAboveMaximum: 'FEE_CHANGED',
  ExchangeValueWrong: 'FEE_CHANGED',
  ExchangeSelfTrade: 'SELF_TRADE',
  ExchangeCallerNotOwner: 'ORDER_NOT_OWNER',

  AuctionSpent: 'AUCTION_OVER',
  AuctionNotEnded: 'AUCTION_NOT_ENDED',
  AuctionExpired: 'AUCTION_EXPIRED',
  AuctionBidVoid: 'AUCTION_BID_VOID',
  AuctionBidBelowMinimum: 'AUCTION_BID_LOW',
  AuctionCallerNotParty: 'AUCTION_NOT_PARTY',
  AuctionSelfTrade: 'AUCTION_OWN',
  AuctionCallerNotOwner: 'ORDER_NOT_OWNER',
  AuctionSignatureInvalid: 'BAD_SIGNATURE',
  AuctionBidSignatureInvalid: 'BAD_SIGNATURE',
  AuctionTimesInvalid: 'AUCTION_SHAPE',
  AuctionTermsInvalid: 'AUCTION_SHAPE',
  AuctionItemInvalid: 'AUCTION_SHAPE',
  AuctionMoneyInvalid: 'AUCTION_SHAPE',
  AuctionQuantityInvalid: 'AUCTION_SHAPE',
  AuctionPriceZero: 'AUCTION_SHAPE',
  AuctionEncourageInvalid: 'AUCTION_SHAPE',
  AuctionPaymentShort: 'UNKNOWN_PAY_TOKEN',
  AuctionProceedsBelowLeast: 'PROCEEDS_LOWER',
  AuctionCallerNotExchange: 'CHAIN_REFUSED',
  AuctionValueSent: 'CHAIN_REFUSED',
  AuctionNothingToVoid: 'CHAIN_REFUSED',
  AuctionRecipientsTooMany: 'CHAIN_REFUSED',
  AuctionRecipientInvalid: 'CHAIN_REFUSED',
  AuctionReentered: 'CHAIN_REFUSED',
  AuctionGasTooLow: 'CHAIN_REFUSED',

  BoxUnknown: 'NOT_FOUND',
  BoxNotStarted: 'BOX_NOT_STARTED',
  BoxEnded: 'BOX_ENDED',
  BoxSoldOut: 'BOX_SOLD_OUT',
  BoxStopped: 'BOX_STOPPED',
  BoxDrawOverdue: 'BOX_DRAW_OVERDUE',
  BoxChainUsedUp: 'BOX_STOPPED',
  BoxBondShort: 'BOX_STOPPED',
  BoxQuantityInvalid: 'BOX_QUANTITY',
  BoxRevealEarly: 'BOX_WAITING',
  BoxRefundEarly: 'BOX_WAITING',
  BoxRevealLate: 'BOX_REVEAL_MISSED',
  BoxBlockHashGone: 'BOX_REVEAL_MISSED',
  BoxNothingPending: 'BOX_NOTHING_WAITS',
  BoxNothingKept: 'BOX_NOTHING_WAITS',
  BoxDeliveryRefused: 'TRANSFER_REFUSED',
  BoxValueWrong: 'FEE_CHANGED',
  BoxTicketFee: 'FEE_CHANGED',
  BoxPaymentShort: 'UNKNOWN_PAY_TOKEN',
  BoxNotEnded: 'BOX_NOT_OVER',
  BoxPending: 'BOX_NOT_OVER',
  BoxCallerNotOwner: 'ORDER_NOT_OWNER',
  BoxExists: 'BOX_SHAPE',
  BoxKindsInvalid: 'BOX_SHAPE',
  BoxAmountInvalid: 'BOX_SHAPE',
  BoxStockInvalid: 'BOX_SHAPE',
  BoxPrizeInvalid: 'BOX_SHAPE',
  BoxPrizeMissing: 'BOX_SHAPE',
  BoxMoneyInvalid: 'BOX_SHAPE',
  BoxPriceInvalid: 'BOX_SHAPE',
  BoxTimesInvalid: 'BOX_SHAPE',
  BoxBondTooLow: 'BOX_SHAPE',
  BoxChainInvalid: 'BOX_SHAPE',
  BoxPreimageWrong: 'CHAIN_REFUSED',
  BoxGasTooLow: 'CHAIN_REFUSED',
  BoxModuleCalledDirectly: 'CHAIN_REFUSED',

  PrizeCallerNotBlindBox: 'NOT_AUTHORISED',
  PrizeKindMissing: 'CHAIN_REFUSED',
  PrizeKindUsedUp: 'CHAIN_REFUSED',
  PrizeUriEmpty: 'MINT_REFUSED',

  FeesBuyerFeeNotDefault: 'FEE_CHANGED',
  FeesSellerFeeBelowMinimum: 'SELL_FEE_CHANGED',
  FeesSignatureInvalid: 'FEE_CHANGED',
  FeesPaused: 'MARKET_PAUSED',
  FeesAboveCap: 'CHAIN_REFUSED',
  FeesBeneficiaryZero: 'CHAIN_REFUSED',
  FeesChangeMissing: 'CHAIN_REFUSED',
  FeesChangeNotDue: 'CHAIN_REFUSED',
  FeesPauseTooLong: 'CHAIN_REFUSED',
  FeesPauseTooSoon: 'CHAIN_REFUSED',
  FeesNothingHeld: 'CHAIN_REFUSED',
  FeesSignerExists: 'CHAIN_REFUSED',
  FeesSignerMissing: 'CHAIN_REFUSED',
  FeesSignerZero: 'CHAIN_REFUSED',
  FeesOwnerNeeded: 'CHAIN_REFUSED',
  FeesTokenIsCoin: 'CHAIN_REFUSED',
  CollectionOwnerNeeded: 'CHAIN_REFUSED',

  PayoutReentered: 'CHAIN_REFUSED',
  PayoutGasTooLow: 'CHAIN_REFUSED',
  PayoutNothingDue: 'CHAIN_REFUSED',
  PayoutRefused: 'CHAIN_REFUSED',
  PayoutCallerNotAccount: 'NOT_AUTHORISED',
  SafeERC20FailedOperation: 'ALLOWANCE_LOW',

  TransferProxyCallerNotOperator: 'CHAIN_REFUSED',
  TransferProxyOperatorForeign: 'CHAIN_REFUSED',
  TransferProxyItemNotMoved: 'TRANSFER_REFUSED',
  ManyTransfersCountInvalid: 'TRANSFERS_COUNT',
  ManyTransfersAssetTypeInvalid: 'CHAIN_REFUSED',
  ManyTransfersAmountInvalid: 'TRANSFER_QUANTITY',
  ManyTransfersReceiverInvalid: 'RECEIVER_INVALID',

  // On a purchase: the seller has transferred the item or revoked its approval since signing.
  ERC721IncorrectOwner: 'ORDER_NOT_FUNDABLE',
  ERC721InsufficientApproval: 'ORDER_NOT_FUNDABLE',
  ERC721NonexistentToken: 'NOT_FOUND',
  ERC721InvalidReceiver: 'TRANSFER_REFUSED',
  ERC721InvalidSender: 'TOKEN_MINTED',
  ERC721InvalidOwner: 'BALANCE_OF_ZERO',
  ERC721InvalidApprover: 'APPROVE_NOT_OWNER',
  ERC721InvalidOperator: 'CHAIN_REFUSED',

  ERC1155InsufficientBalance: 'ORDER_NOT_FUNDABLE',
  ERC1155MissingApprovalForAll: 'ORDER_NOT_FUNDABLE',
  ERC1155InvalidReceiver: 'TRANSFER_REFUSED',
  ERC1155InvalidSender: 'CHAIN_REFUSED',
  ERC1155InvalidApprover: 'CHAIN_REFUSED',
  ERC1155InvalidOperator: 'CHAIN_REFUSED',
  ERC1155InvalidArrayLength: 'CHAIN_REFUSED',

  ERC20InsufficientAllowance: 'ALLOWANCE_LOW',
  ERC20InsufficientBalance: 'NOT_ENOUGH_FUNDS',
  ERC20InvalidApprover: 'CHAIN_REFUSED',
  ERC20InvalidReceiver: 'TRANSFER_REFUSED',
  ERC20InvalidSender: 'CHAIN_REFUSED',
  ERC20InvalidSpender: 'CHAIN_REFUSED',
  WrappedCoinRefused: 'TRANSFER_REFUSED',

  CollectionTokenAlreadyMinted: 'TOKEN_MINTED',
  CollectionVoucherInvalid: 'MINT_UNSIGNED',
  CollectionVoucherExpired: 'MINT_REFUSED',
  CollectionMintOrderForeign: 'MINT_REFUSED',
  CollectionItemsNone: 'MINT_REFUSED',
  CollectionItemsTooMany: 'MINT_REFUSED',
  CollectionCallerNotMinter: 'NOT_AUTHORISED',
  CollectionMinterNotContract: 'CHAIN_REFUSED',
  CollectionSupplyInvalid: 'MINT_REFUSED',
  CollectionTokenMissing: 'NOT_FOUND',
  CollectionSupplyZero: 'MINT_REFUSED',
  CollectionAmountInvalid: 'MINT_REFUSED',
  CollectionTokenURIPrefixFrozen: 'METADATA_FROZEN',
  CollectionUriEmpty: 'MINT_REFUSED',
  CollectionFeeRecipientZero: 'FEE_RECIPIENT_MISSING',
  CollectionFeeZero: 'FEE_VALUE_ZERO',
  CollectionFeesAboveCap: 'ROYALTY_TOO_HIGH',
  CollectionFeesTooMany: 'MINT_REFUSED',
  CollectionApprovalToCaller: 'APPROVE_TO_CALLER',
  CollectionApprovalToOwner: 'APPROVE_TO_OWNER',
  CollectionSignerExists: 'SIGNER_EXISTS',
  CollectionSignerMissing: 'SIGNER_MISSING',
  CollectionSignerZero: 'SIGNER_ZERO',
  CollectionCallerNotFactory: 'NOT_AUTHORISED',
  CollectionFactorySignerZero: 'COLLECTION_SIGNER',
  CollectionFactoryTextTooLong: 'CHAIN_REFUSED',
  CloneArgumentsTooLong: 'CHAIN_REFUSED',
  Create2EmptyBytecode: 'CHAIN_REFUSED',
  FailedDeployment: 'CHAIN_REFUSED',

  OwnableInvalidOwner: 'CONTRACT_OWNER_ZERO',
  OwnableUnauthorizedAccount: 'CONTRACT_NOT_OWNER',
  InsufficientBalance: 'CHAIN_REFUSED',
  InvalidShortString: 'CHAIN_REFUSED',
  StringTooLong: 'CHAIN_REFUSED',
} as const satisfies Record<RevertName, ErrorCode>

/** A reverted call: the error with its arguments, and the called function where that is known. */
export interface Revert {
  name: string
  args?: readonly unknown[]
  called?: string
}

const TRANSFER: Partial<Record<RevertName, ErrorCode>> = {
  ERC721NonexistentToken: 'OWNER_QUERY_MISSING',
  ERC721InsufficientApproval: 'TRANSFER_NOT_APPROVED',
  ERC721IncorrectOwner: 'TRANSFER_NOT_OWN',
  ERC721InvalidReceiver: 'TRANSFER_TO_NO_RECEIVER',
}

/** A call of the collection itself has no seller, and document B §8 has a text by function. */
const CALLED: Readonly<Record<string, Partial<Record<RevertName, ErrorCode>>>> = {
  getApproved: { ERC721NonexistentToken: 'APPROVED_QUERY_MISSING' },
  ownerOf: { ERC721NonexistentToken: 'OWNER_QUERY_MISSING' },
  transferFrom: TRANSFER,
  safeTransferFrom: TRANSFER,
  // The sender transfers its own items, as with the collection's own transfer.
  transferMany: {
    ERC721NonexistentToken: 'HOLDING_MOVED',
    ERC721IncorrectOwner: 'HOLDING_MOVED',
    ERC721InsufficientApproval: 'TRANSFER_NOT_APPROVED',
    ERC721InvalidReceiver: 'RECEIVER_REFUSED',
    ERC1155InsufficientBalance: 'HOLDING_MOVED',
    ERC1155MissingApprovalForAll: 'APPROVAL_MISSING',
    ERC1155InvalidReceiver: 'RECEIVER_REFUSED',
  },
  mint: { ERC721InvalidReceiver: 'TRANSFER_TO_NO_RECEIVER' },
  burn: {
    ERC721NonexistentToken: 'OWNER_QUERY_MISSING',
    ERC721InsufficientApproval: 'BURN_NOT_OWN',
    ERC1155MissingApprovalForAll: 'BURN_NOT_OWN',
    ERC1155InsufficientBalance: 'SUBTRACTION_OVERFLOW',
  },
}
const TO_ZERO: Readonly<Record<string, ErrorCode>> = {
  mint: 'MINT_TO_ZERO',
  transferFrom: 'TRANSFER_TO_ZERO',
  safeTransferFrom: 'TRANSFER_TO_ZERO',
}
const ZERO = `0x${'0'.repeat(40)}`
/** Solidity's panic code for arithmetic overflow or underflow. */
const OVERFLOW = 0x11n

/** The row of a Solidity error, undefined for errors of external contracts. */
export function revertCodeOf({ name, args = [], called = '' }: Revert): ErrorCode | undefined {
  if (name === 'Panic') return args[0] === OVERFLOW ? 'ARITHMETIC_OVERFLOW' : undefined
  if (name === 'ERC721InvalidReceiver' && args[0] === ZERO && Object.hasOwn(TO_ZERO, called)) return TO_ZERO[called]
  return rowOf(CALLED[called], name) ?? rowOf(REVERTS, name)
}

function rowOf(table: Readonly<Record<string, ErrorCode>> | undefined, name: string): ErrorCode | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}
