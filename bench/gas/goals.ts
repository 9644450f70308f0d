import { OPERATION } from './operations.ts'

/** Where a goal stands: an issue, a row of the checklists, or the table of costs in contracts/README.md. */
export type Source = 'issue 43' | 'contracts/README.md' | 'BULK-04' | 'MASS-04'

export interface Goal {
  operation: string
  source: Source
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
export interface RelativeGoal extends Pick<Goal, 'operation' | 'source' | 'reason'> {
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
const FURTHER = (between: Between) =>
  `each line is a call of its own: of a further one the item’s token takes 14k, its calldata 3.8k, its log 3.5k, its signature 3.2k; ten cost ${between(OPERATION.sweep, OPERATION.buyRoyalty)} more than one purchase`
const SELLERS = (between: Between) =>
  `ten sellers cost ${between(OPERATION.sweepTenSellers, OPERATION.sweep)} more than one: a bitmap word, a balance and a payment each`

const LEVEL = 750

/** The parts of what a collection offer costs above a bid. */
const LEAST = (between: Between) =>
  `accepting for at least what the seller names, by the module, costs ${between(OPERATION.acceptLeast, OPERATION.accept)} more than a bid in the documented form, and the criteria ${between(OPERATION.collectionOffer, OPERATION.acceptLeast)}`
const LATER = (between: Between) =>
  `${LEAST(between)}; a unit of several reads and counts what is filled, ${between(OPERATION.collectionLater, OPERATION.collectionOffer)}`
const FIRST = (between: Between) =>
  `${LATER(between)}; the first one writes that slot from zero, ${between(OPERATION.collectionFirst, OPERATION.collectionLater)}`
const FORM = (between: Between) =>
  `the form that takes bytes costs ${between(OPERATION.buyBytes, OPERATION.buyRoyalty)} of it, since the module checks the maker, encodes the call again and delegates twice; the tree costs ${between(OPERATION.bulkTwo, OPERATION.buyBytes)} with one level and ${between(OPERATION.bulkMany, OPERATION.buyBytes)} with ten`
type Figures = Pick<Goal, 'used' | 'fresh' | 'with' | 'reason'>
const ofIssue = (operation: string, figures: Figures): Goal => ({ operation, source: 'issue 43', ...figures })
const ofReadme = (operation: string, figures: Figures): Goal => ({ operation, source: 'contracts/README.md', ...figures })

export const GOALS: readonly Goal[] = [
  ofIssue(OPERATION.buyRoyalty, { used: 101_000, fresh: 118_200 }),
  ofReadme(OPERATION.buy, { used: 87_200, fresh: 104_400 }),
  ofReadme(OPERATION.buyFee, { used: 88_000, fresh: 105_000 }),
  ofReadme(OPERATION.buySigned, { used: 108_000, fresh: 125_000 }),
  ofReadme(OPERATION.buyMarked, { used: 108_500 }),
  ofIssue(OPERATION.bulkMany, { used: 117_500, reason: FORM }),
  ofReadme(OPERATION.edition, { used: 84_000, fresh: 101_000 }),
  ofIssue(OPERATION.accept, { used: 122_500, reason: 'its signature and ids have fewer zeros than those of the run before' }),
  ofIssue(OPERATION.collectionOffer, { used: 130_000, reason: LEAST }),
  ofIssue(OPERATION.collectionFirst, { used: 146_000, reason: FIRST }),
  ofIssue(OPERATION.collectionLater, { used: 125_500, reason: LATER }),
  ofIssue(OPERATION.cancel, { used: 31_800 }),
  ofReadme(OPERATION.cancelFifty, { used: 32_000, reason: MODULE }),
  ofIssue(OPERATION.sweep, { used: 415_000, reason: FURTHER }),
  ofIssue(OPERATION.sweepFurther, { used: 35_000, reason: FURTHER }),
  ofIssue(OPERATION.sweepTenSellers, { used: 615_000, reason: SELLERS }),
  ofIssue(OPERATION.settle, { used: 141_800, reason: SETTLE }),
  ofReadme(OPERATION.settleThree, {
    used: 167_000,
    reason: `${SETTLE}, the log of who shared 3k, and each dividend 10.7k, of which the token takes 8k`,
  }),
  ofReadme(OPERATION.mint, { used: 114_000 }),
  ofReadme(OPERATION.mintRoyalty, { used: 138_000 }),
  ofIssue(OPERATION.mintAndBuy, { used: 154_000, reason: MINT_AND_BUY }),
  ofReadme(OPERATION.mintAndBuyRoyalty, { used: 180_000, reason: MINT_AND_BUY }),
  ofReadme(OPERATION.collection, {
    used: 110_000,
    reason: 'its 6 bytes of URI and the events of owner, signer and factory cost 7k',
  }),
  ofReadme(OPERATION.boxEdition.reveal, { used: BOX, with: OPERATION.boxEdition.request }),
  ofReadme(OPERATION.boxMinted.reveal, { used: BOX, with: OPERATION.boxMinted.request }),
  ofReadme(OPERATION.boxSingle.reveal, { used: BOX, with: OPERATION.boxSingle.request }),
]

const furtherOf = (operation: string, to: string, reason?: Reason): RelativeGoal => ({
  operation,
  source: 'MASS-04',
  to,
  share: 0.6,
  name: '60 % of one alone',
  ...(reason === undefined ? {} : { reason }),
})

const leafOf = (operation: string, levels: number, name: string): RelativeGoal => ({
  operation,
  source: 'BULK-04',
  to: OPERATION.buyRoyalty,
  plus: 7_000 + levels * LEVEL,
  name,
  reason: FORM,
})

/** What the abilities beside plain trades may cost. */
export const RELATIVE_GOALS: readonly RelativeGoal[] = [
  leafOf(OPERATION.bulkTwo, 1, 'a plain buy + 7k + 0.75k'),
  leafOf(OPERATION.bulkMany, 10, 'a plain buy + 7k + 7.5k'),
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

/**
 * Trades whose fee in coin stays in the contract until its payout, by operation: peers pay theirs at once, as ours does in an ERC20.
 */
export interface Payout {
  by: string
  trades: number
  operations: readonly string[]
}

export const PAYOUTS: readonly Payout[] = [
  {
    by: OPERATION.withdraw,
    trades: 1,
    operations: [
      OPERATION.buyRoyalty,
      OPERATION.buyFee,
      OPERATION.buySigned,
      OPERATION.buyPersonal,
      OPERATION.buyMarked,
      OPERATION.edition,
      OPERATION.buyBytes,
      OPERATION.bulkTwo,
      OPERATION.bulkMany,
      OPERATION.privateSale,
      OPERATION.sweepFurther,
      OPERATION.mintAndBuy,
      OPERATION.mintAndBuyRoyalty,
    ],
  },
  {
    by: OPERATION.withdraw,
    trades: 10,
    operations: [OPERATION.sweep, OPERATION.sweepTenSellers, OPERATION.sweepWith, OPERATION.sweepBytes, OPERATION.sweepMixed],
  },
  {
    by: OPERATION.withdrawBoxes,
    trades: 1,
    operations: [OPERATION.boxEdition.reveal, OPERATION.boxMinted.reveal, OPERATION.boxSingle.reveal],
  },
]

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
