import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { z } from 'zod'
import { assetType } from './orders.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, codeOf, count, flag, hash, hex, int, jsonText, seconds, uint256 } from './wire.ts'

/** A pay token of boxes: coin, an ERC20, or a ticket (types 2 and 3) that is burnt when the box is drawn. */
export interface BoxPayToken extends z.output<typeof boxPayToken> {}
const boxPayToken = record({
  id: ['id', big],
  chainId: ['chainId', int],
  name: ['name', z.string()],
  symbol: ['symbol', z.string()],
  type: ['type', assetType],
  address: [['token', 'address'], address],
  /** token id of a ticket, else 0 */
  tokenId: ['tokenId', uint256],
  /** 0 for a ticket: prices in tickets are whole numbers */
  decimals: ['decimals', count],
  rate: ['rate', z.string()],
  /** JSON text of the ticket's metadata, "" for money and while unknown; parse it with `readMetadata` */
  metadata: ['metadataContent', z.string()],
})
export const BoxPayToken: Schema<BoxPayToken> = boxPayToken

/** The pay token in the documented spellings of a box and its order. */
const payTokenFields = {
  payTokenAddress: ['paytokenAddress', address],
  payTokenType: ['paytokenType', assetType],
  payTokenName: ['paytokenName', z.string()],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenTokenId: ['paytokenTokenId', uint256],
  payTokenDecimals: ['paytokenDecimals', count],
  payTokenMetadata: ['paytokenMetadataContent', z.string()],
} as const

const prizeAsset = z.object({ token: address, tokenId: uint256, assetType })

/** The fields that the owner registered on chain: with `buying` in base units, all that `toBoxOrder` of the protocol takes. */
const signedBox = {
  owner: ['owner', address],
  salt: ['salt', uint256],
  /** one for each kind of prize, in the order of OpenIndex; for a minted prize `tokenId` is the collection's kind */
  sellAssets: ['sellAssets', jsonText(z.array(prizeAsset), 100_000)],
  /** copies of each kind */
  sellings: ['sellings', jsonText(z.array(count))],
  /** metadata of each kind, without the leading `ipfs:/` */
  uris: ['uris', jsonText(z.array(z.string()), 400_000)],
  buyToken: [['buyerToken', 'buyToken'], address],
  buyTokenId: [['buyerTokenId', 'buyTokenId'], uint256],
  buyType: [['buyerType', 'buyType'], assetType],
  /** prizes per box */
  opening: ['opening', count],
  repeat: ['repeat', flag],
  startTime: ['startTime', seconds],
  endTime: ['endTime', seconds],
  /** bps */
  sellerFee: [['sellerfee', 'sellerFee'], count],
} as const

/** Ids of a series: ours, and the contract's. */
const named = {
  chainId: ['chainId', int],
  boxId: ['blindBoxId', big],
  /** hashStruct of the series: the first argument of `open(bytes32,uint256)`, `collect`, `refund`, `reveal` */
  boxHash: ['boxHash', hash],
  contract: ['blindBoxAddress', address],
} as const

/** A kind of prize (document A §3 Blind box NFT). Lists keep the contract's order: OpenIndex is an index into them. */
export interface BoxPrizeRecord extends z.output<typeof boxPrizeRecord> {}
const boxPrizeRecord = record({
  id: ['id', big],
  boxId: ['blindBoxId', big],
  prizeId: ['blindNftId', big],
  /** index in the list */
  index: ['index', count],
  collection: ['address', address],
  /** for a minted prize the collection's kind; drawn items get ids of their own */
  tokenId: ['tokenId', uint256],
  /** 2 ERC1155, 3 and 4 ERC721, 5 minted when drawn */
  type: ['type', assetType],
  /** true where the operator hides it until the first one is drawn: name, images and texts are empty then */
  isSealed: ['isSealed', flag],
  name: ['name', z.string()],
  /** copies in the whole series */
  amount: ['amount', count],
  /** copies not drawn yet */
  left: ['left', count],
  /** chance in percent with two decimals, as documented: of the series as published */
  probability: ['probability', z.string()],
  /** the same for the next box drawn, by the remaining copies */
  liveProbability: ['liveProbability', z.string()],
  image: ['imgUrl', z.string()],
  animation: ['animUrl', z.string()],
  description: ['description', z.string()],
  metadataUrl: ['metadataUrl', z.string()],
  /** JSON text, "" while sealed; parse it with `readMetadata` */
  metadata: ['metadataContent', z.string()],
})
export const BoxPrizeRecord: Schema<BoxPrizeRecord> = boxPrizeRecord

/** The order of a series (document B §3). */
export interface BoxOrderRecord extends z.output<typeof boxOrderRecord> {}
const boxOrderRecord = record({
  id: ['id', big],
  ...named,
  ...signedBox,
  /** 0x where its owner registered it without a signature: the chain needs none */
  signature: ['signature', hex()],
  /** EIP-712 digest */
  digest: ['message', hash],
  /** price of all boxes, human decimal text */
  buying: ['buying', z.string()],
  /** the same in base units or tickets: `buying` of `toBoxOrder` */
  total: ['buyValue', uint256],
  /** boxes of the series */
  amount: ['amount', count],
  /** boxes requested and not refunded */
  opened: ['openeds', count],
  /** current buyer fee in bps; 0 for a ticket */
  buyerFee: [['buyerfee', 'buyerFee'], count],
  ...payTokenFields,
  nfts: ['nfts', z.array(BoxPrizeRecord)],
})
export const BoxOrderRecord: Schema<BoxOrderRecord> = boxOrderRecord

/** A series of boxes (document A §3, B §3). */
export interface BoxRecord extends z.output<typeof boxRecord> {}
const boxRecord = record({
  id: ['id', big],
  chainId: ['chainId', int],
  boxHash: ['boxHash', hash],
  contract: ['blindBoxAddress', address],
  /** collection of its first kind of prize */
  collection: ['address', address],
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  description: ['describe', z.string()],
  property: ['property', z.string()],
  /** of one box, human decimal text */
  price: ['price', z.string()],
  /** the same in base units or tickets */
  unitPrice: ['unitValue', uint256],
  /** boxes */
  amount: ['amount', count],
  /** prizes in a box */
  nftAmount: ['nftAmount', count],
  isRepetition: ['isRepetition', flag],
  startTime: ['startTime', seconds],
  endTime: ['endTime', seconds],
  /** the id of blind.paytoken.list */
  payTokenId: ['paytokenId', big],
  ...payTokenFields,
  /** images or films of the opening, "" for the site's own */
  anim1: ['anim1', z.string()],
  anim2: ['anim2', z.string()],
  /** registered on chain */
  isConfirmed: ['isSync', flag],
  /** some kinds stay hidden until they are drawn */
  isSealed: ['isSealed', flag],
  /** boxes requested and not refunded; `amount` less these can still be opened */
  opened: ['openeds', count],
  /** boxes of these whose draw is pending */
  waiting: ['waiting', count],
  /** A draw was missed: no box can be opened until the owner has recommitted. */
  isStopped: ['isStopped', flag],
  /** requests refunded because their draw was missed */
  missed: ['missed', count],
  /** requests left, of up to ten boxes each, that the owner has committed to; at 0 no box can be opened for now */
  requestsLeft: ['requestsLeft', count],
  /** bond on chain for missed draws, and the part of it that one box costs, in the pay token; coin for tickets */
  bond: ['bond', big],
  bondEach: ['bondEach', big],
  /** hash of the registration transaction, "" before */
  registerTx: ['registerTx', z.string()],
  user: ['user', Person],
  order: ['order', BoxOrderRecord],
  createdAt: ['createTime', seconds],
})
export const BoxRecord: Schema<BoxRecord> = boxRecord

/** A drawn prize (document B §3 Opened item). */
export interface OpenedItem extends z.output<typeof openedItem> {}
const openedItem = record({
  /** index of its kind, as OpenIndex logged it */
  index: ['index', count],
  chainId: ['chainId', int],
  collection: ['address', address],
  /** id of the delivered item, its own id if minted; "" for a minted one that is not delivered yet */
  tokenId: ['tokenId', z.string()],
  type: ['type', assetType],
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  metadata: ['metadataContent', z.string()],
  /** The buyer could not receive it at the draw: see blind.box.kept. */
  isKept: ['isKept', flag],
})
export const OpenedItem: Schema<OpenedItem> = openedItem

/** One request for boxes, from its Open event (document A §3 Blind box history). */
export interface BoxHistoryRecord extends z.output<typeof boxHistoryRecord> {}
const boxHistoryRecord = record({
  id: ['id', z.string()],
  ...named,
  /** number of the request in its series */
  request: ['requestId', count],
  /** 0 draw pending, 1 drawn, 2 refunded */
  status: ['status', codeOf(BOX_REQUEST_STATUS)],
  buyer: ['buyer', address],
  user: ['user', Person],
  /** boxes */
  amount: ['amount', big],
  /** of one box, human decimal text */
  price: ['price', z.string()],
  /** total payment with its fee, in base units or tickets */
  paid: ['paid', uint256],
  /** its fee in bps */
  buyerFee: [['buyFee', 'buyerFee'], count],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenDecimals: ['paytokenDecimals', count],
  owner: ['owner', address],
  salt: ['salt', uint256],
  buyToken: [['buyToken', 'buyerToken'], address],
  buyTokenId: [['buyTokenId', 'buyerTokenId'], uint256],
  /** as logged by Open: the price of the whole series */
  buyValue: ['buyValue', uint256],
  openTx: [['openTx', 'txHash'], z.string()],
  openBlock: ['openBlock', count],
  /** "" until it is drawn */
  revealTx: ['revealTx', z.string()],
  /** "" unless it was refunded */
  refundTx: ['refundTx', z.string()],
  /** Once reached, any account may call `refund` while the draw is pending; at once where the series is stopped. */
  refundableAt: ['refundTime', seconds],
  /** kind index of each prize drawn, in draw order: `nftAmount` for each box */
  indexes: ['indexes', z.array(count)],
  nfts: [['nfts', 'nftInfos'], z.array(OpenedItem)],
  createdAt: ['createTime', seconds],
  /** time of its draw or refund, 0 before */
  closedAt: ['closeTime', seconds],
})
export const BoxHistoryRecord: Schema<BoxHistoryRecord> = boxHistoryRecord

/**
 * All inputs of a draw, to recompute it: `drawKinds(left, { boxes, opening, repeat }, drawSeed({ word, blockHash, box,
 * request })).kinds` gives `indexes`, `commitmentOf(word)` gives `anchor`, and the chain's own block `decidingBlock`
 * has `blockHash`. The logs of `openTx` and `revealTx` hold the same values.
 */
export interface BoxProofRecord extends z.output<typeof boxProofRecord> {}
const boxProofRecord = record({
  ...named,
  request: ['requestId', count],
  buyer: ['buyer', address],
  boxes: ['boxes', count],
  opening: ['opening', count],
  repeat: ['repeat', flag],
  /** copies of each kind before the draw */
  left: ['left', z.array(count)],
  /** the owner's commitment before the request, made by `anchorTx` or the draw before */
  anchor: ['anchor', hash],
  anchorTx: ['anchorTx', z.string()],
  word: ['word', hash],
  openBlock: ['openBlock', count],
  /** the block after the request's */
  decidingBlock: ['decidingBlock', count],
  blockHash: ['blockHash', hash],
  seed: ['seed', hash],
  indexes: ['indexes', z.array(count)],
  openTx: ['openTx', z.string()],
  revealTx: ['revealTx', z.string()],
  /** block of the registration: logs of the series begin there */
  registerBlock: ['registerBlock', count],
})
export const BoxProofRecord: Schema<BoxProofRecord> = boxProofRecord

/** Index for `collect` that means tickets of a refund instead of a kind. */
export const TICKET_KIND = 255

/** Prizes that could not be delivered: `collect(boxHash, index, count, account, to)` of the contract withdraws them. */
export interface BoxKeptRecord extends z.output<typeof boxKeptRecord> {}
const boxKeptRecord = record({
  ...named,
  account: ['account', address],
  /** index of the kind, or TICKET_KIND */
  index: ['index', count],
  count: ['count', count],
  collection: ['address', address],
  tokenId: ['tokenId', uint256],
  type: ['type', assetType],
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  metadata: ['metadataContent', z.string()],
})
export const BoxKeptRecord: Schema<BoxKeptRecord> = boxKeptRecord

/**
 * Money that could not be delivered: `claimTokens(token, account, to)` of the contract withdraws an ERC20,
 * `claim(account, to)` the coin (the zero address).
 */
export interface BoxCreditRecord extends z.output<typeof boxCreditRecord> {}
const boxCreditRecord = record({
  chainId: ['chainId', int],
  contract: ['blindBoxAddress', address],
  account: ['account', address],
  token: ['token', address],
  symbol: ['symbol', z.string()],
  decimals: ['decimals', count],
  amount: ['amount', uint256],
})
export const BoxCreditRecord: Schema<BoxCreditRecord> = boxCreditRecord

/** Over all series that an account has registered on all chains: a new one leaves no missed draw behind. */
export interface OwnerDraws extends z.output<typeof ownerDraws> {}
const ownerDraws = record({
  series: ['series', count],
  /** requests, those refunded and those that wait included */
  draws: ['draws', count],
  /** requests refunded because their draw was missed */
  missed: ['missed', count],
})
export const OwnerDraws: Schema<OwnerDraws> = ownerDraws

/** blind.order.prepare: the series that its owner signs and registers. */
export interface BoxPrepared extends z.output<typeof boxPrepared> {}
const boxPrepared = record({
  ...named,
  ...signedBox,
  /** price of all boxes in base units or tickets */
  buying: ['buying', uint256],
  /** EIP-712 digest */
  digest: ['message', hash],
})
export const BoxPrepared: Schema<BoxPrepared> = boxPrepared

/** blind.order.buyfee: all arguments of the documented form of `open`, with the operator's signature of the buyer fee. */
export interface BoxFeeReply extends z.output<typeof boxFeeReply> {}
const boxFeeReply = record({
  v: ['v', z.string()],
  r: ['r', hash],
  s: ['s', hash],
  ...named,
  ...signedBox,
  signature: ['signature', hex()],
  /** price of all boxes in base units or tickets */
  buying: ['buying', uint256],
  /** price of one box */
  unitPrice: ['unitValue', uint256],
  /** boxes of the series */
  amount: ['amount', count],
  /** boxes that can be opened now */
  left: ['left', count],
  /** bps, 0 for a ticket */
  buyerFee: [['buyerFee', 'buyFee'], count],
  feeEpoch: ['feeEpoch', big],
})
export const BoxFeeReply: Schema<BoxFeeReply> = boxFeeReply
