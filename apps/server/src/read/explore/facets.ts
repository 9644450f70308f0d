import {
  type ChainAddress,
  type FacetName,
  type FacetValue,
  ITEM_STATUSES,
  type ItemCounts,
  type ItemStatus,
  MEDIA_KINDS,
  MOVING,
  STANDARDS,
} from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, int8s, texts } from '../../db/columns.ts'
import { bytes } from '../../db/database.ts'
import { keyOf } from './answer.ts'
import { DAY_S, WEEK_S } from './facts.ts'
import type { Question } from './question.ts'

type FacetSql<N extends FacetName> = {
  /** Whether a row of `read` has one of these values. */
  readonly has: (values: readonly FacetValue<N>[]) => RawBuilder<unknown>
  /** Of a row of `from`, as the key of its count; null counts nowhere. */
  readonly key: RawBuilder<unknown>
  /** The rows to count: `fact`, or several rows for each of it. */
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

/** A film moves, and a picture of several frames. */
const IS_MOVING = sql`case when read.media_kind = 'video' then 'yes' when read.media_kind = 'audio' then 'no'
  when read.frames > 1 then 'yes' when read.frames = 1 then 'no' else 'unknown' end`

/** The definition of each facet. */
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
  moving: { has: (values) => sql`${IS_MOVING} = any(${texts(values)})`, key: sql`${IS_MOVING}`, from: sql`fact as read` },
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

/** Whether the columns hold one of these chains and addresses. */
export function isAmong(columns: RawBuilder<unknown>, values: readonly ChainAddress[]): RawBuilder<unknown> {
  const given = givenRows({ chain_id: int8s(values.map(({ chainId }) => chainId)), address: byteas(values.map(({ address }) => address)) })
  return sql`${columns} in (select given.* from ${given})`
}

export type Named = { readonly name: string; readonly isVerified: boolean }
const NAMELESS: Named = { name: '', isVerified: false }

/** The form of a facet's counts: values to list without items, their order and their names. */
export type Telling<N extends FacetName> = {
  readonly read: (key: string) => FacetValue<N>
  readonly always?: (question: Question) => readonly string[]
  readonly isAsListed?: true
  readonly name?: (named: Named | undefined) => Omit<ItemCounts[N][number], 'value' | 'count'>
}
export const TELLING_OF: { readonly [N in FacetName]: Telling<N> } = {
  statuses: { read: (key) => key as ItemStatus, always: () => ITEM_STATUSES, isAsListed: true },
  chains: { read: Number, always: ({ times }) => [...times.chains.keys()].sort((a, b) => a - b).map(keyOf) },
  categories: { read: BigInt },
  collections: { read: chainAddressOf, name: ({ name, isVerified } = NAMELESS) => ({ name, isVerified }) },
  payTokens: { read: chainAddressOf, always: ({ moneys }) => moneys.tokens.map(keyOf) },
  media: { read: (key) => key as FacetValue<'media'>, always: () => MEDIA_KINDS },
  moving: { read: (key) => key as FacetValue<'moving'>, always: () => MOVING },
  standards: { read: (key) => Number(key) as FacetValue<'standards'>, always: () => STANDARDS.map(keyOf) },
  creators: { read: toAddress, name: ({ name } = NAMELESS) => ({ name }) },
}

export function chainAddressOf(text: string) {
  const [chainId, address = ''] = text.split(':')
  return { chainId: Number(chainId), address: toAddress(address) }
}
