import { OPERATION } from './operations.ts'

export interface Goal {
  operation: string
  /** Gas with the maker's bitmap word in use, and with a fresh one where there is a goal for it. */
  used: number
  fresh?: number
  /** Counted together with this row. */
  with?: string
  /** Why it is missed, for a row that may be. */
  reason?: string
}

const BOX = 230_000
const ACCEPT = 'balance check of what the seller receives (1.9k) and safe transfer of the item (2.9k) are kept'
const SWEEP =
  'every fill stands alone (a call, its own payments to seller and creator, its own log), so that none can spoil another; joining the payments would save about 120k and make payees wait for strangers’ fills'
const SETTLE = 'the bidder’s right to void his bids costs 2.3k'
const MINT_AND_BUY =
  'the voucher names royalty, uri, supply and exchange and is hashed and recovered on chain, and the item goes to its creator first, whose log shows who made it'

/** The cost table of the contracts' design. */
export const GOALS: readonly Goal[] = [
  { operation: OPERATION.buy, used: 87_000, fresh: 104_000 },
  { operation: OPERATION.buyFee, used: 88_000, fresh: 105_000 },
  { operation: OPERATION.buyRoyalty, used: 101_000, fresh: 118_000 },
  { operation: OPERATION.buySigned, used: 108_000, fresh: 125_000 },
  {
    ...{ operation: OPERATION.buyPersonal, used: 108_000 },
    reason: 'typed data is tried first; its ecrecover and the hex text cost 3.7k',
  },
  { operation: OPERATION.edition, used: 84_000, fresh: 101_000 },
  { operation: OPERATION.accept, used: 118_000, fresh: 135_000, reason: ACCEPT },
  { operation: OPERATION.cancel, used: 33_000 },
  { operation: OPERATION.cancelFifty, used: 32_000 },
  { operation: OPERATION.sweep, used: 410_000, fresh: 427_000, reason: SWEEP },
  { operation: OPERATION.settle, used: 136_000, reason: SETTLE },
  {
    ...{ operation: OPERATION.settleThree, used: 167_000 },
    reason: `${SETTLE}, the log of who shared 3k, and each dividend 10.7k, of which the token takes 8k`,
  },
  { operation: OPERATION.mint, used: 114_000 },
  { operation: OPERATION.mintRoyalty, used: 138_000 },
  { operation: OPERATION.mintAndBuy, used: 150_000, reason: MINT_AND_BUY },
  { operation: OPERATION.mintAndBuyRoyalty, used: 175_000, reason: MINT_AND_BUY },
  {
    ...{ operation: OPERATION.collection, used: 110_000 },
    reason: 'its 12 bytes of URIs and the events of owner, signer and factory cost 7k',
  },
  { operation: OPERATION.boxEdition.reveal, used: BOX, with: OPERATION.boxEdition.request },
  { operation: OPERATION.boxMinted.reveal, used: BOX, with: OPERATION.boxMinted.request },
  { operation: OPERATION.boxSingle.reveal, used: BOX, with: OPERATION.boxSingle.request },
]

/** Why a peer is cheaper than we, where it is: by market and operation. */
export const CHEAPER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0x': {
    [OPERATION.buy]: 'ours reads its slot of fees and pause (2.1k) for a trade without fee, too',
    [OPERATION.accept]:
      'it moves the item without asking whether the receiver takes items (2.9k with us), does not look whether the seller’s money arrived (1.9k), and fails where a recipient of the royalty refuses, which ours survives',
  },
  'Zora v3': {
    [OPERATION.cancel]: 'its ask was put on chain first, in a transaction that is not counted, and taking it out again gives gas back',
    [OPERATION.settle]:
      'its auction and its bid were put on chain first, in transactions that are not counted; item and money wait in it, and no signature is read',
  },
}
