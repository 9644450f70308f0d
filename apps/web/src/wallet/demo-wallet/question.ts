import type { Network } from '@plinth/protocol'
import type { DemoAccount } from './accounts.ts'
import type { TokenFacts } from './token-facts.ts'
import type { TransactionRequest } from './transaction.ts'

/** What the wallet's own window is asked to show. */
export type Question =
  | { kind: 'connect'; accounts: readonly DemoAccount[]; account: DemoAccount }
  | { kind: 'text'; account: DemoAccount; text: string }
  | { kind: 'typedData'; account: DemoAccount; data: TypedData; tokens: TokenFacts; network: Network }
  | { kind: 'transaction'; account: DemoAccount; request: TransactionRequest; tokens: TokenFacts; feeWei: bigint; network: Network }
  | { kind: 'network'; account: DemoAccount; network: Network }

export type TypedData = {
  domain: { name?: string; chainId?: number | string; verifyingContract?: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
