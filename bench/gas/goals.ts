import { OPERATION } from './operations.ts'

export interface Goal {
  operation: string
  /** Gas with the maker's bitmap word in use, and with a fresh one where there is a goal for it. */
  used: number
  fresh?: number
  /** Counted together with this row. */
  with?: string
  /** Why it is missed, for a row that may be. */
  reason?: Reason
}

/** A text, or one that names what an operation costs above another in this run. */
type Between = (dearer: string, cheaper: string) => string
export type Reason = string | ((between: Between) => string)

/** A goal that follows from another row of the same run: a share of it, or so much more. */
export interface RelativeGoal extends Pick<Goal, 'operation' | 'reason'> {
  to: string
  share?: number
  plus?: number
  /** What the table calls it. */
  name: string
}

const BOX = 230_000
const SETTLE = 'the bidder’s rights to void its bids and to end everything cost 2.3k each'
const MINT_AND_BUY =
  'the item goes through its creator’s balance, so that the logs say creator, then buyer; the voucher is hashed and recovered on chain'
const MODULE = 'the module that does it costs 3.2k'

const LEVEL = 750

/** The cost table of the contracts' design. */
export const GOALS: readonly Goal[] = [
  { operation: OPERATION.buy, used: 87_200, fresh: 104_400 },
  { operation: OPERATION.buyFee, used: 88_000, fresh: 105_000 },
  { operation: OPERATION.buyRoyalty, used: 101_200, fresh: 118_300 },
  { operation: OPERATION.buySigned, used: 108_000, fresh: 125_000 },
  { operation: OPERATION.buyMarked, used: 108_500 },
  { operation: OPERATION.edition, used: 84_000, fresh: 101_000 },
  { operation: OPERATION.accept, used: 122_500, reason: 'its signature and ids have fewer zeros than those of the run before' },
  { operation: OPERATION.cancel, used: 33_000 },
  { operation: OPERATION.cancelFifty, used: 32_000, reason: MODULE },
  { operation: OPERATION.sweep, used: 458_000, reason: 'orders have kinds and epochs, and a line finds its form, since it was set' },
  { operation: OPERATION.sweepTenSellers, used: 660_000 },
  { operation: OPERATION.sweepWith, used: 470_000 },
  { operation: OPERATION.settle, used: 136_000, reason: SETTLE },
  {
    operation: OPERATION.settleThree,
    used: 167_000,
    reason: `${SETTLE}, the log of who shared 3k, and each dividend 10.7k, of which the token takes 8k`,
  },
  { operation: OPERATION.mint, used: 114_000 },
  { operation: OPERATION.mintRoyalty, used: 138_000 },
  { operation: OPERATION.mintAndBuy, used: 154_000, reason: MINT_AND_BUY },
  { operation: OPERATION.mintAndBuyRoyalty, used: 180_000, reason: MINT_AND_BUY },
  {
    operation: OPERATION.collection,
    used: 110_000,
    reason: 'its 12 bytes of URIs and the events of owner, signer and factory cost 7k',
  },
  { operation: OPERATION.boxEdition.reveal, used: BOX, with: OPERATION.boxEdition.request },
  { operation: OPERATION.boxMinted.reveal, used: BOX, with: OPERATION.boxMinted.request },
  { operation: OPERATION.boxSingle.reveal, used: BOX, with: OPERATION.boxSingle.request },
]

/** The parts of what a collection offer costs above a bid. */
const LEAST = (between: Between) =>
  `accepting for at least what the seller names, by the module, costs ${between(OPERATION.acceptLeast, OPERATION.accept)} more than a bid in the documented form, and the criteria ${between(OPERATION.collectionOffer, OPERATION.acceptLeast)}`
const LATER = (between: Between) =>
  `${LEAST(between)}; a unit of several reads and counts what is filled, ${between(OPERATION.collectionLater, OPERATION.collectionOffer)}`
const FIRST = (between: Between) =>
  `${LATER(between)}; the first one writes that slot from zero, ${between(OPERATION.collectionFirst, OPERATION.collectionLater)}`
const FORM = (between: Between) =>
  `the form that takes bytes costs ${between(OPERATION.buyBytes, OPERATION.buyRoyalty)} of it, since it hashes the order a second time, encodes the call again and delegates twice; the tree costs ${between(OPERATION.bulkTwo, OPERATION.buyBytes)} with one level and ${between(OPERATION.bulkMany, OPERATION.buyBytes)} with ten`
const ROOT = (between: Between) =>
  `a root in place of none costs ${between(OPERATION.attributeTwo, OPERATION.collectionOffer)} with its one level, being calldata without zeros beside a leaf that is hashed twice; 13 levels more cost ${between(OPERATION.attributeOffer, OPERATION.attributeTwo)}`

const accepting = (operation: string, reason: Reason): RelativeGoal => ({
  operation,
  to: OPERATION.accept,
  plus: 5_000,
  name: 'a bid + 5k',
  reason,
})
const furtherOf = (operation: string, to: string, reason?: Reason): RelativeGoal => ({
  operation,
  to,
  share: 0.6,
  name: '60 % of one alone',
  ...(reason === undefined ? {} : { reason }),
})

/** What the abilities beside plain trades may cost. */
export const RELATIVE_GOALS: readonly RelativeGoal[] = [
  { operation: OPERATION.bulkTwo, to: OPERATION.buyRoyalty, plus: 7_000 + LEVEL, name: 'a plain buy + 7k + 0.75k', reason: FORM },
  { operation: OPERATION.bulkMany, to: OPERATION.buyRoyalty, plus: 7_000 + 10 * LEVEL, name: 'a plain buy + 7k + 7.5k', reason: FORM },
  accepting(OPERATION.collectionOffer, LEAST),
  accepting(OPERATION.collectionFirst, FIRST),
  accepting(OPERATION.collectionLater, LATER),
  { operation: OPERATION.attributeTwo, to: OPERATION.collectionOffer, plus: LEVEL, name: 'a collection offer + 0.75k', reason: ROOT },
  {
    operation: OPERATION.attributeOffer,
    to: OPERATION.collectionOffer,
    plus: 14 * LEVEL,
    name: 'a collection offer + 10.5k',
    reason: ROOT,
  },
  furtherOf(
    OPERATION.mintFurther,
    OPERATION.mint,
    'without a royalty most of a mint are the slots and logs of the item itself, which no two items share; the transaction and the signature are what many share (and the delegation of a clone: there the goal is met, see contracts/README.md)',
  ),
  furtherOf(OPERATION.mintFurtherRoyalty, OPERATION.mintRoyalty),
  furtherOf(OPERATION.mintEditionFurther, OPERATION.mintEdition),
  furtherOf(OPERATION.mintEditionFurtherRoyalty, OPERATION.mintEditionRoyalty),
]

/**
 * Operations that must cost less than at these peers, in the same run, for a maker whose bitmap word is in use and for
 * another.
 */
export interface PeerGoal {
  requirement: string
  operations: readonly string[]
  peers: readonly string[]
}

export const PEER_GOALS: readonly PeerGoal[] = [
  {
    requirement: 'COFF-08',
    operations: [OPERATION.collectionOffer, OPERATION.collectionFirst, OPERATION.collectionLater, OPERATION.attributeOffer],
    peers: ['Seaport 1.6', 'LooksRare v2'],
  },
  {
    requirement: 'CART-09',
    operations: [OPERATION.sweep, OPERATION.sweepTenSellers],
    peers: ['Seaport 1.6', '0x', 'LooksRare v2'],
  },
  {
    requirement: 'CART-10',
    operations: [OPERATION.sweepPaid, OPERATION.sweepPaidTenSellers],
    peers: ['Seaport 1.6', '0x', 'LooksRare v2'],
  },
]

const END =
  'ours closes four words of numbers and writes an epoch, by its module, and a fill under a number below 1,024 reads no slot for it'
const SEAPORT_OFFER = (between: Between) =>
  `its bidder signs the royalty, which ours reads from the collection; its status of an order is one slot, where ours is a count and a bit; and ${LEAST(between)}`

/** Why a peer is cheaper than we, where it is: by market and operation. */
export const CHEAPER: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  'Seaport 1.6': {
    [OPERATION.collectionFirst]: SEAPORT_OFFER,
    [OPERATION.collectionLater]: SEAPORT_OFFER,
    [OPERATION.endEverything]: `it raises one counter, which each of its fills reads; ${END}`,
  },
  '0x': {
    [OPERATION.collectionOffer]: (between) => `it saves what it saves with a bid, and ${LEAST(between)}`,
    [OPERATION.buy]: 'ours reads its slot of fees and pause (2.1k) for a trade without fee, too',
    [OPERATION.accept]:
      'it moves the item without asking whether the receiver takes items (2.9k with us), and fails where a recipient of the royalty refuses, which ours survives',
  },
  'LooksRare v2': {
    [OPERATION.endEverything]: `it raises two counters, of which each of its fills reads one; ${END}`,
  },
  'Zora v3': {
    [OPERATION.cancel]: 'its ask was put on chain first, in a transaction that is not counted, and taking it out again gives gas back',
    [OPERATION.settle]:
      'its auction and its bid were put on chain first, in transactions that are not counted; item and money wait in it, and no signature is read',
  },
}
