import type { ColumnType } from 'kysely'

/** Which process runs a job, until when by the database's clock, and when it last ended (0 never); in milliseconds. */
type JobLeaseTable = { name: string; holder: string; until_ms: number; ended_ms: number }

type Wei = ColumnType<bigint, bigint, bigint>
type GasPriceTable = { chain_id: number; low: Wei; medium: Wei; high: Wei; last_block: number }

export type JobTables = { job_lease: JobLeaseTable; gas_price: GasPriceTable }
