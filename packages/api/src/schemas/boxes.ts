import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { z } from 'zod'
import { assetType } from './orders.ts'
import { Person } from './people.ts'
import { record } from './record.ts'
import { address, big, codeOf, count, flag, hash, hex, int, jsonText, seconds, uint256 } from './wire.ts'

/** What one can pay a box with: coin, an ERC20, or a ticket (types 2 and 3) that is burnt when the box is drawn. */
export const BoxPayToken = record({
  id: ['id', big],
  chainId: ['chainId', int],
  name: ['name', z.string()],
  symbol: ['symbol', z.string()],
  type: ['type', assetType],
  address: [['token', 'address'], address],
  /** of a ticket, else 0 */
  tokenId: ['tokenId', uint256],
  /** 0 of a ticket: prices in it are whole numbers */
  decimals: ['decimals', count],
  rate: ['rate', z.string()],
  /** JSON text of the ticket's metadata, "" of money and while unknown; read it with `readMetadata` */
  metadata: ['metadataContent', z.string()],
})
export type BoxPayToken = z.output<typeof BoxPayToken>

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

/** What the owner registered on chain: with `buying` in base units, all that `toBoxOrder` of the protocol takes. */
const signedBox = {
  owner: ['owner', address],
  salt: ['salt', uint256],
  /** one for each kind of prize, in the order that OpenIndex counts; of a minted prize `tokenId` is the collection's kind */
  sellAssets: ['sellAssets', jsonText(z.array(prizeAsset), 100_000)],
  /** copies of each kind */
  sellings: ['sellings', jsonText(z.array(count))],
  /** metadata of each kind, without the leading `ipfs:/` */
  uris: ['uris', jsonText(z.array(z.string()), 400_000)],
  buyToken: [['buyerToken', 'buyToken'], address],
  buyTokenId: [['buyerTokenId', 'buyTokenId'], uint256],
  buyType: [['buyerType', 'buyType'], assetType],
  /** prizes in a box */
  opening: ['opening', count],
  repeat: ['repeat', flag],
  startTime: ['startTime', seconds],
  endTime: ['endTime', seconds],
  /** bps */
  sellerFee: [['sellerfee', 'sellerFee'], count],
} as const

/** Where a series is known: by us, and by the contract. */
const named = {
  chainId: ['chainId', int],
  boxId: ['blindBoxId', big],
  /** hashStruct of the series: the first argument of `open(bytes32,uint256)`, `collect`, `refund`, `reveal` */
  boxHash: ['boxHash', hash],
  contract: ['blindBoxAddress', address],
} as const

/** A kind of prize (document A §3 Blind box NFT). Lists keep the contract's order: OpenIndex is a place among them. */
export const BoxPrizeRecord = record({
  id: ['id', big],
  boxId: ['blindBoxId', big],
  prizeId: ['blindNftId', big],
  /** its place in the list */
  index: ['index', count],
  collection: ['address', address],
  /** of a minted prize the collection's kind; the items drawn get numbers of their own */
  tokenId: ['tokenId', uint256],
  /** 2 ERC1155, 3 and 4 ERC721, 5 minted when drawn */
  type: ['type', assetType],
  /** true where the operator keeps it secret until the first one is drawn: name, pictures and texts are empty then */
  isSealed: ['isSealed', flag],
  name: ['name', z.string()],
  /** copies in the whole series */
  amount: ['amount', count],
  /** copies that nobody has drawn */
  left: ['left', count],
  /** percent with two decimals, as documented: of the series as it was published */
  probability: ['probability', z.string()],
  /** the same of the next box drawn, by what is left */
  liveProbability: ['liveProbability', z.string()],
  image: ['imgUrl', z.string()],
  animation: ['animUrl', z.string()],
  description: ['description', z.string()],
  metadataUrl: ['metadataUrl', z.string()],
  /** JSON text, "" while sealed; read it with `readMetadata` */
  metadata: ['metadataContent', z.string()],
})
export type BoxPrizeRecord = z.output<typeof BoxPrizeRecord>

/** The order of a series (document B §3). */
export const BoxOrderRecord = record({
  id: ['id', big],
  ...named,
  ...signedBox,
  /** 0x where its owner registered it without signing it too: the chain needs no signature */
  signature: ['signature', hex()],
  /** EIP-712 digest */
  digest: ['message', hash],
  /** price of all boxes, human decimal text */
  buying: ['buying', z.string()],
  /** the same in base units or tickets: what `toBoxOrder` takes as `buying` */
  total: ['buyValue', uint256],
  /** boxes of the series */
  amount: ['amount', count],
  /** boxes asked for and not refunded */
  opened: ['openeds', count],
  /** bps that the buyer pays on top now; 0 for a ticket */
  buyerFee: [['buyerfee', 'buyerFee'], count],
  ...payTokenFields,
  nfts: ['nfts', z.array(BoxPrizeRecord)],
})
export type BoxOrderRecord = z.output<typeof BoxOrderRecord>

/** A series of boxes (document A §3, B §3). */
export const BoxRecord = record({
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
  /** pictures or films of the opening, "" for the site's own */
  anim1: ['anim1', z.string()],
  anim2: ['anim2', z.string()],
  /** the chain has it */
  isConfirmed: ['isSync', flag],
  /** some kinds stay secret until they are drawn */
  isSealed: ['isSealed', flag],
  /** boxes asked for and not refunded; `amount` less these can still be opened */
  opened: ['openeds', count],
  /** boxes of these whose draw is awaited */
  waiting: ['waiting', count],
  /** A draw was missed: none can be opened until the owner has committed to new ones. */
  isStopped: ['isStopped', flag],
  /** requests that went back because their draw was missed */
  missed: ['missed', count],
  /** requests, of up to ten boxes each, that the owner has committed to and nobody has made; at 0 none can be opened for now */
  requestsLeft: ['requestsLeft', count],
  /** what lies on chain for missed draws, and what one box costs of it, in the pay token; coin for tickets */
  bond: ['bond', big],
  bondEach: ['bondEach', big],
  /** transaction of the registration, "" before */
  registerTx: ['registerTx', z.string()],
  user: ['user', Person],
  order: ['order', BoxOrderRecord],
  createdAt: ['createTime', seconds],
})
export type BoxRecord = z.output<typeof BoxRecord>

/** A prize as it was drawn (document B §3 Opened item). */
export const OpenedItem = record({
  /** place among the kinds, as OpenIndex logged it */
  index: ['index', count],
  chainId: ['chainId', int],
  collection: ['address', address],
  /** the item that was given, of a minted one its own number; "" of a minted one that waits */
  tokenId: ['tokenId', z.string()],
  type: ['type', assetType],
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  metadata: ['metadataContent', z.string()],
  /** Its buyer could not receive it at the draw: see blind.box.kept. */
  isKept: ['isKept', flag],
})
export type OpenedItem = z.output<typeof OpenedItem>

/** One request for boxes, of its Open event (document A §3 Blind box history). */
export const BoxHistoryRecord = record({
  id: ['id', z.string()],
  ...named,
  /** number of the request in its series */
  request: ['requestId', count],
  /** 0 waits for its draw, 1 drawn, 2 refunded */
  status: ['status', codeOf(BOX_REQUEST_STATUS)],
  buyer: ['buyer', address],
  user: ['user', Person],
  /** boxes */
  amount: ['amount', big],
  /** of one box, human decimal text */
  price: ['price', z.string()],
  /** all that was paid, its fee included, in base units or tickets */
  paid: ['paid', uint256],
  /** bps of it */
  buyerFee: [['buyFee', 'buyerFee'], count],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenDecimals: ['paytokenDecimals', count],
  owner: ['owner', address],
  salt: ['salt', uint256],
  buyToken: [['buyToken', 'buyerToken'], address],
  buyTokenId: [['buyTokenId', 'buyerTokenId'], uint256],
  /** as Open logs it: the price of the whole series */
  buyValue: ['buyValue', uint256],
  openTx: [['openTx', 'txHash'], z.string()],
  openBlock: ['openBlock', count],
  /** "" until it is drawn */
  revealTx: ['revealTx', z.string()],
  /** "" unless it was refunded */
  refundTx: ['refundTx', z.string()],
  /** From here on anybody may call `refund` while it waits; where the series is stopped at once. */
  refundableAt: ['refundTime', seconds],
  /** place of each prize drawn, in the order of the draw: `nftAmount` for each box */
  indexes: ['indexes', z.array(count)],
  nfts: [['nfts', 'nftInfos'], z.array(OpenedItem)],
  createdAt: ['createTime', seconds],
  /** of its draw or refund, 0 before */
  closedAt: ['closeTime', seconds],
})
export type BoxHistoryRecord = z.output<typeof BoxHistoryRecord>

/**
 * All that a draw was made of, to do it again: `drawKinds(left, { boxes, opening, repeat }, drawSeed({ word, blockHash,
 * box, request })).kinds` gives `indexes`, `commitmentOf(word)` gives `anchor`, and the chain's own block `decidingBlock` has
 * `blockHash`. What is said here stands in the logs of `openTx` and `revealTx`.
 */
export const BoxProofRecord = record({
  ...named,
  request: ['requestId', count],
  buyer: ['buyer', address],
  boxes: ['boxes', count],
  opening: ['opening', count],
  repeat: ['repeat', flag],
  /** copies of each kind before the draw */
  left: ['left', z.array(count)],
  /** what the owner had committed to before the request, by `anchorTx` or the draw before */
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
export type BoxProofRecord = z.output<typeof BoxProofRecord>

/** Kind of `collect` that stands for tickets of a refund instead of prizes. */
export const TICKET_KIND = 255

/** Prizes that did not reach their account: `collect(boxHash, index, count, account, to)` of the contract fetches them. */
export const BoxKeptRecord = record({
  ...named,
  account: ['account', address],
  /** place among the kinds, or TICKET_KIND */
  index: ['index', count],
  count: ['count', count],
  collection: ['address', address],
  tokenId: ['tokenId', uint256],
  type: ['type', assetType],
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  metadata: ['metadataContent', z.string()],
})
export type BoxKeptRecord = z.output<typeof BoxKeptRecord>

/**
 * Money that did not reach its account: `claimTokens(token, account, to)` of the contract fetches an ERC20,
 * `claim(account, to)` the coin (the zero address).
 */
export const BoxCreditRecord = record({
  chainId: ['chainId', int],
  contract: ['blindBoxAddress', address],
  account: ['account', address],
  token: ['token', address],
  symbol: ['symbol', z.string()],
  decimals: ['decimals', count],
  amount: ['amount', uint256],
})
export type BoxCreditRecord = z.output<typeof BoxCreditRecord>

/** blind.order.prepare: what the owner of a series signs and registers. */
export const BoxPrepared = record({
  ...named,
  ...signedBox,
  /** price of all boxes in base units or tickets */
  buying: ['buying', uint256],
  /** EIP-712 digest */
  digest: ['message', hash],
})
export type BoxPrepared = z.output<typeof BoxPrepared>

/** blind.order.buyfee: everything that the documented form of `open` takes, with the operator's word on the buyer fee. */
export const BoxFeeReply = record({
  v: ['v', z.string()],
  r: ['r', hash],
  s: ['s', hash],
  ...named,
  ...signedBox,
  signature: ['signature', hex()],
  /** price of all boxes in base units or tickets */
  buying: ['buying', uint256],
  /** of one box */
  unitPrice: ['unitValue', uint256],
  /** boxes of the series */
  amount: ['amount', count],
  /** boxes that can be opened now */
  left: ['left', count],
  /** bps, 0 for a ticket */
  buyerFee: [['buyerFee', 'buyFee'], count],
  feeEpoch: ['feeEpoch', big],
})
export type BoxFeeReply = z.output<typeof BoxFeeReply>
