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
const SETTLE = 'the bidder’s right to void his bids costs 2.3k'
const MINT_AND_BUY =
  'the item goes through its creator’s balance, so that the logs say creator, then buyer; the voucher is hashed and recovered on chain'
const MODULE = 'the module that does it costs 3.2k'

/** The cost table of the contracts' design. */
export const GOALS: readonly Goal[] = [
  { operation: OPERATION.buy, used: 87_000, fresh: 104_000 },
  { operation: OPERATION.buyFee, used: 88_000, fresh: 105_000 },
  { operation: OPERATION.buyRoyalty, used: 101_000, fresh: 118_000 },
  { operation: OPERATION.buySigned, used: 108_000, fresh: 125_000 },
  { operation: OPERATION.buyMarked, used: 108_500 },
  { operation: OPERATION.edition, used: 84_000, fresh: 101_000 },
  { operation: OPERATION.accept, used: 122_500 },
  { operation: OPERATION.cancel, used: 33_000 },
  { operation: OPERATION.cancelFifty, used: 32_000, reason: MODULE },
  { operation: OPERATION.sweep, used: 458_000 },
  { operation: OPERATION.settle, used: 136_000, reason: SETTLE },
  {
    ...{ operation: OPERATION.settleThree, used: 167_000 },
    reason: `${SETTLE}, the log of who shared 3k, and each dividend 10.7k, of which the token takes 8k`,
  },
  { operation: OPERATION.mint, used: 114_000 },
  { operation: OPERATION.mintRoyalty, used: 138_000 },
  { operation: OPERATION.mintAndBuy, used: 154_000, reason: MINT_AND_BUY },
  { operation: OPERATION.mintAndBuyRoyalty, used: 180_000, reason: MINT_AND_BUY },
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
      'it moves the item without asking whether the receiver takes items (2.9k with us), and fails where a recipient of the royalty refuses, which ours survives',
  },
  'Zora v3': {
    [OPERATION.cancel]: 'its ask was put on chain first, in a transaction that is not counted, and taking it out again gives gas back',
    [OPERATION.settle]:
      'its auction and its bid were put on chain first, in transactions that are not counted; item and money wait in it, and no signature is read',
  },
}
