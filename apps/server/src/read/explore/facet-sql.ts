import type { ChainAddress, FacetName, FacetValue, ItemStatus } from '@plinth/api'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, int8s, texts } from '../../db/columns.ts'
import { bytes } from '../../db/database.ts'
import { DAY_S, WEEK_S } from './facts.ts'

type FacetSql<N extends FacetName> = {
  /** Whether a row of `read` has one of these values. */
  readonly has: (values: readonly FacetValue<N>[]) => RawBuilder<unknown>
  /** Of a row of `from`, as the key of its count; null counts nowhere. */
  readonly key: RawBuilder<unknown>
  /** The rows that count: those of `fact`, or several for each of them. */
  readonly from?: RawBuilder<unknown>
  /** There may be many: the largest counts are named, and those chosen. */
  readonly isLong?: true
}

const KEY = sql`chain_id, collection, token_id`

const STATUSES: Readonly<Record<ItemStatus, RawBuilder<boolean>>> = {
  onSale: sql<boolean>`read.unit is not null`,
  auction: sql<boolean>`read.ends_at is not null`,
  offers: sql<boolean>`read.has_bid`,
  new24: sql<boolean>`read.made > read.now - ${sql.lit(DAY_S)}`,
  new7: sql<boolean>`read.made > read.now - ${sql.lit(WEEK_S)}`,
}
const EACH_STATUS = sql.join(Object.entries(STATUSES).map(([status, is]) => sql`(${sql.lit(status)}, ${is})`))

/** What each facet means: the definition. */
export const SQL_OF: { readonly [N in FacetName]: FacetSql<N> } = {
  statuses: {
    has: (values) =>
      sql.join(
        values.map((status) => STATUSES[status]),
        sql` or `,
      ),
    key: sql`status.name`,
    from: sql`fact as read join lateral (values ${EACH_STATUS}) status (name, is_so) on is_so`,
  },
  chains: { has: (values) => sql`read.chain_id = any(${int8s(values)})`, key: sql`chain_id::text` },
  categories: {
    has: (values) => sql`read.category = any(${int8s(values.map(Number))})`,
    key: sql`nullif(category, 0)::text`,
  },
  collections: {
    has: (values) => isAmong(sql`(read.chain_id, read.collection)`, values),
    key: onChain(sql`chain_id`, sql`collection`),
    isLong: true,
  },
  payTokens: {
    has: (values) =>
      sql.join(
        values.map(({ chainId, address }) => sql`read.chain_id = ${chainId} and ${bytes(address)}::bytea = any(read.pay_tokens)`),
        sql` or `,
      ),
    key: onChain(sql`chain_id`, sql`pay_token`),
    from: sql`fact join ask using (${KEY})`,
  },
  media: { has: (values) => sql`read.media_kind = any(${texts(values)})`, key: sql`media_kind` },
  standards: { has: (values) => sql`read.standard = any(${int8s(values)})`, key: sql`standard::text` },
  creators: {
    has: (values) => sql`read.creator = any(${byteas(values)})`,
    key: sql`'0x' || encode(creator, 'hex')`,
    isLong: true,
  },
}

function onChain(chainId: RawBuilder<unknown>, address: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${chainId}::text || ':0x' || encode(${address}, 'hex')`
}

/** Whether a chain and an address are those of one of these. */
export function isAmong(columns: RawBuilder<unknown>, values: readonly ChainAddress[]): RawBuilder<unknown> {
  const given = givenRows({ chain_id: int8s(values.map(({ chainId }) => chainId)), address: byteas(values.map(({ address }) => address)) })
  return sql`${columns} in (select given.* from ${given})`
}
