import type { Hex, TypedDataDefinition } from 'viem'
import type { ContractCall } from './market.ts'

/** EIP-712 data to be signed by the account's key, built from the caller's own terms and compared with the server's digest. */
export type SignatureRequest = {
  readonly kind: 'signature'
  readonly typedData: TypedDataDefinition
  /** EIP-712 hash of `typedData`. */
  readonly digest: Hex
  /** Hands the signature to the server, which stores what was signed. */
  readonly submit: (signature: Hex) => Promise<void>
}

/** A transaction to be sent by the account. */
export type TransactionRequest = { readonly kind: 'transaction'; readonly call: ContractCall }

/** A call of the server that needs no signature, such as storing a file. */
export type ServerRequest = { readonly kind: 'server'; readonly submit: () => Promise<void> }

/** What an act asks of its account next, as data: a program shows or refuses it before anything is signed or sent. */
export type ActRequest = SignatureRequest | TransactionRequest | ServerRequest

export type ActStep = {
  readonly key: string
  /** Throws what the account should know first, e.g. ORDER_FILLED. Undefined where nothing is left to do. */
  readonly prepare: () => Promise<ActRequest | undefined>
  /** Whether the server knows the outcome; missing where the step has none of its own. */
  readonly isIndexed?: (hash: Hex) => Promise<boolean>
  /** Steps after it do without: an account that declines it goes on with them. */
  readonly isOptional?: true
}

/** Steps that follow each other; each is prepared after the one before is over. */
export type Act = readonly ActStep[]
