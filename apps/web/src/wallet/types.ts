import type { Address } from '@plinth/protocol'
import type { Abi, Hex, TypedDataDefinition } from 'viem'

/** A wallet that can be chosen: announced by EIP-6963, or `window.ethereum` where nothing announced itself. */
export type WalletOption = { id: string; name: string; icon: string | undefined; isDemo: boolean }

export type WalletState = { status: 'none' | 'connecting' | 'connected'; address: Address | undefined; chainId: number | undefined }

/** A contract call as a transaction. `value` in wei. */
export type ContractCall = {
  chainId: number
  address: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
  value?: bigint
}

export type Receipt = { hash: Hex; blockNumber: bigint; isSuccess: boolean }

/** Everything this app asks of a wallet and its chains. Every method throws what `failureOf` understands. */
export type Wallet = {
  options: () => readonly WalletOption[]
  state: () => WalletState
  /** Told of every change of account, chain, connection and of the wallets found. */
  subscribe: (listener: () => void) => () => void
  connect: (optionId: string) => Promise<void>
  /** Silently, with the wallet used last; false where it no longer knows us. */
  reconnect: () => Promise<boolean>
  disconnect: () => Promise<void>
  switchChain: (chainId: number) => Promise<void>
  signText: (text: string) => Promise<Hex>
  signTypedData: (data: TypedDataDefinition) => Promise<Hex>
  read: <T>(call: Omit<ContractCall, 'value'>) => Promise<T>
  balance: (chainId: number, account: Address) => Promise<bigint>
  /** Runs the call against the newest block without sending it and answers what it returns; a revert throws its error code. */
  dryRun: <T>(call: ContractCall) => Promise<T>
  /** Opens the wallet; answers the hash as soon as it is sent. */
  send: (call: ContractCall) => Promise<Hex>
  /** Waits for the block. Throws TX_DROPPED when the network forgets the transaction. */
  receipt: (chainId: number, hash: Hex) => Promise<Receipt>
}
