import type { ColumnType } from 'kysely'

type Bytes = Uint8Array
/** numeric(78,0): read as bigint. */
type Big = ColumnType<bigint, bigint | string, bigint | string>

/** Cost of a market transaction to its sender, from its receipt. Old blocks are read without receipts and have none. */
type TransactionCostTable = {
  chain_id: number
  block_hash: Bytes
  tx_hash: Bytes
  account: Bytes
  /** In the coin. */
  gas: Big
  /** The exchange’s buyer fee when its block was read, in bps; null where no node has answered. */
  buyer_fee: number | null
}

/** Works that an account hides, or shows although their collection is not known. */
type WorkChoiceTable = { account: Bytes; chain_id: number; collection: Bytes; token_id: Big; is_hidden: boolean; created_at: number }

/** Wallets that an account sees in its portfolio beside its own; each allowed it by a signature. */
type PortfolioWalletTable = { account: Bytes; wallet: Bytes; created_at: number }

export type PortfolioTables = {
  transaction_cost: TransactionCostTable
  work_choice: WorkChoiceTable
  portfolio_wallet: PortfolioWalletTable
}
