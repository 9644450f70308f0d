import { type RawBuilder, sql } from 'kysely'
import { DIGEST_BYTES } from '../../state/items/attributes.ts'

/** A row of `item` has one value of each choice of a set. Choices are digests, end to end; a set without any fits each item. */
export function hasChoices(choices: RawBuilder<unknown>): RawBuilder<boolean> {
  const size = sql.lit(DIGEST_BYTES)
  return sql<boolean>`not exists (select from unnest(${choices}) as choice where not exists (
    select from generate_series(0, length(item.counted_attributes) / ${size} - 1) as part
    where position(substring(item.counted_attributes from 1 + ${size} * part for ${size}) in choice) > 0))`
}
