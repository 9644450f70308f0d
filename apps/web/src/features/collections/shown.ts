import type { Collection } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { MoneyOf } from '../../entities/statistics/money.ts'

/** The collection of the page, which the chain has confirmed at this address. */
export type Shown = { collection: Collection; address: Address }
/** What a chart is of. */
export type ChartOf = Shown & { chainId: number; money: MoneyOf; hours: number }
