import type { Abi, ContractEventArgsFromTopics, ContractEventName } from 'viem'
import type { BlockContext } from '../../state/block-context.ts'
import type { RawLog } from '../../state/chain/raw-log.ts'

export type Handler<A extends Abi, E extends ContractEventName<A>> = {
  /** Decodes the log by hand, for events so frequent that decoding time counts; undefined for another event of the same name. */
  readonly decode?: (log: RawLog) => ContractEventArgsFromTopics<A, E> | undefined
  /** Its typed rows hold all it carries, so it has none among the logs. */
  readonly isTyped?: boolean
  /** A later log of the same event and subject replaces an earlier one; "" where nothing does. */
  readonly subject?: (args: ContractEventArgsFromTopics<A, E>) => string
  /** Accounts whose orders and holdings it may change: they are locked before the block is written. */
  readonly accounts?: (args: ContractEventArgsFromTopics<A, E>) => readonly string[]
  readonly apply: (context: BlockContext, log: RawLog, args: ContractEventArgsFromTopics<A, E>) => Promise<void>
}

/** An event of the contract that changes nothing here; listed so that a new one can't be forgotten. */
export const IGNORED = 'ignored'

/** Events of every contract that takes payments: owner, fees and pause. */
export const HOUSEKEEPING = {
  BeneficiaryChanged: IGNORED,
  BeneficiaryScheduled: IGNORED,
  BuyerFeeScheduled: IGNORED,
  EIP712DomainChanged: IGNORED,
  FeeEpochChanged: IGNORED,
  FeeSignerAdded: IGNORED,
  FeeSignerRemoved: IGNORED,
  MinimumSellerFeeChanged: IGNORED,
  MinimumSellerFeeScheduled: IGNORED,
  OwnershipTransferStarted: IGNORED,
  OwnershipTransferred: IGNORED,
  Paused: IGNORED,
  Unpaused: IGNORED,
  TokenFeesHeld: IGNORED,
  TokenFeesWithdrawn: IGNORED,
} as const

/** One entry for every event of the contract; a gap does not compile. */
export type HandlerTable<A extends Abi> = { readonly [E in ContractEventName<A>]: Handler<A, E> | typeof IGNORED }
