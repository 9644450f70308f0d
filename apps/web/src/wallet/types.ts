import type { Address } from '@plinth/protocol'
import type { ContractCall } from '@plinth/sdk'
import type { Hex, Log, TypedDataDefinition } from 'viem'
import type { ApprovalLogs } from './approval-logs.ts'

/**
 * demo: ours, on local chains. found: announced by EIP-6963. bare: `window.ethereum` where nothing announced itself.
 * bsc: `window.BinanceChain`. phone: WalletConnect.
 */
export type WalletKind = 'demo' | 'found' | 'bare' | 'bsc' | 'phone'

/** A wallet that can be chosen. `id` is its rdns where it has one. */
export type WalletOption = { id: string; name: string; icon: string | undefined; kind: WalletKind }

export type WalletState = { status: 'none' | 'connecting' | 'connected'; address: Address | undefined; chainId: number | undefined }

export type Receipt = { hash: Hex; blockNumber: bigint; isSuccess: boolean }

/** What is known of a transaction before its hash is: enough to find it on the chain again. */
export type PendingTx = {
  to: Address
  /** keccak-256 of its data. */
  dataHash: Hex
  value: bigint
  /** The account's next nonce when the wallet was asked; the transaction's own is this or a later one. */
  nonce: number
  /** Newest block at that time. */
  block: bigint
}

/** `nonce` is its own once `hash` is known. */
export type SentTx = PendingTx & { from: Address; hash: Hex }

/** What one read of the chain says about a sent transaction. */
export type TxStatus =
  /** A missing answer proves nothing. */
  | { at: 'silent' }
  | { at: 'waiting'; head: bigint }
  /** `hash` differs from the one sent when its fee was raised in the wallet. `depth` is 1 in the newest block. */
  | ({ at: 'mined'; blockHash: Hex; depth: bigint } & Receipt)
  /** Another transaction took its number: one that does nothing, or one that does something else. */
  | { at: 'cancelled' }
  | { at: 'replaced' }
  | { at: 'unknown' }

/** An item as the collection would hand it over: `operator` is the contract that moves it. */
export type Handing = { collection: Address; operator: Address; tokenId: bigint; isMany: boolean }

/** The state of a batch in the wallet: `reverted` and `none` have moved nothing. */
export type BatchStatus = { at: 'sent'; hash: Hex } | { at: 'reverted' } | { at: 'none' }

export type GasTracker = { medium: bigint; lastBlock: bigint }

/** As a node gives it. */
export type ChainLog = { topics: readonly Hex[]; data: Hex; blockNumber: bigint; logIndex: number; transactionHash: Hex }
export type ChainBlock = { hash: Hex; timestamp: number }

export type TokenInfo = { chainId: number; address: Address; symbol: string; decimals: number }

/** Everything this app asks of a wallet and its chains. Every method throws what `failureOf` understands. */
export type Wallet = {
  options: () => readonly WalletOption[]
  state: () => WalletState
  /** Notified of every change of account, chain, connection and of the wallets found. */
  subscribe: (listener: () => void) => () => void
  /** `showCode` receives what a phone has to scan. */
  connect: (optionId: string, showCode?: (uri: string) => void) => Promise<void>
  /** Silently, with the wallet used last; false where it no longer knows us. */
  reconnect: () => Promise<boolean>
  disconnect: () => Promise<void>
  /** Asks the wallet for the chain, and to learn it where it does not know it. */
  switchChain: (chainId: number) => Promise<void>
  /** Offers the chain to the wallet; a refusal (4001) is thrown, any other failure falls back to switching. */
  addChain: (chainId: number) => Promise<void>
  watchToken: (token: TokenInfo) => Promise<void>
  /** All accounts that the wallet shows to this page, the one in use first. */
  accounts: () => readonly Address[]
  /** Has its owner choose which accounts it shows. */
  askAccounts: () => Promise<void>
  /** `state` stays on this account in all tabs, whichever the wallet uses, until it is let go; for five minutes at most. */
  hold: (account: Address | undefined) => void
  /** By the account of `state`, or another one that the wallet shows. */
  signText: (text: string, by?: Address) => Promise<Hex>
  signTypedData: (data: TypedDataDefinition) => Promise<Hex>
  read: <T>(call: Omit<ContractCall, 'value'>) => Promise<T>
  /** All that a contract has logged since a block, in the chain's order. */
  logs: (chainId: number, address: Address, fromBlock: bigint) => Promise<readonly ChainLog[]>
  /** All that one transaction has logged, of any contract. */
  receiptLogs: (chainId: number, hash: Hex) => Promise<readonly Log[]>
  /** What logs say that an account has approved for these spenders, as far back as the node gives them. */
  approvalLogs: (chainId: number, account: Address, spenders: readonly Address[]) => Promise<ApprovalLogs>
  block: (chainId: number, number: bigint) => Promise<ChainBlock>
  balance: (chainId: number, account: Address) => Promise<bigint>
  tokenBalance: (chainId: number, token: Address, account: Address) => Promise<bigint>
  /** Of one item, in either standard. */
  itemBalance: (chainId: number, item: { collection: Address; tokenId: bigint }, account: Address) => Promise<bigint>
  /** Of an edition: how many pieces there are. */
  itemSupply: (chainId: number, item: { collection: Address; tokenId: bigint }) => Promise<bigint>
  /** Whether an account could take an item that a contract hands over. */
  takesItem: (chainId: number, account: Address, item: Handing) => Promise<boolean>
  /** Wei per gas, as the next transaction would pay. */
  gasPrice: (chainId: number) => Promise<bigint>
  /** Runs the call against the newest block without sending it and answers what it returns; a revert throws its error code. */
  dryRun: <T>(call: ContractCall) => Promise<T>
  /** Gas that the call of the account would use now. */
  estimate: (call: ContractCall) => Promise<bigint>
  /** Before the wallet is asked: what to look for if its answer never arrives. */
  prepare: (call: ContractCall) => Promise<PendingTx>
  /** Opens the wallet; answers the hash as soon as it is sent. */
  send: (call: ContractCall) => Promise<Hex>
  /** Whether the wallet can send several calls of its account as one transaction, all or none (EIP-5792). Shows nothing to its owner. */
  canBatch: (chainId: number) => Promise<boolean>
  /** Opens the wallet once for all calls of one chain. Answers the wallet’s name of the batch: `id`, where it takes that. */
  sendBatch: (calls: readonly ContractCall[], id: Hex) => Promise<string>
  /** Waits until the batch is in a block, or known to be in none. */
  findBatch: (id: string) => Promise<BatchStatus>
  /** The transaction that an intent became, if it is out. */
  findSent: (chainId: number, account: Address, pending: PendingTx) => Promise<SentTx | undefined>
  /** What the network knows of a hash; undefined where it knows nothing (yet). */
  findByHash: (chainId: number, hash: Hex) => Promise<SentTx | undefined>
  getTxStatus: (chainId: number, sent: SentTx) => Promise<TxStatus>
}
