import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** A number in a name, `#12`, is found as a word: a work's own name need not agree with its token id. */
export async function up(tx: Tx): Promise<void> {
  for (const table of ['item_search', 'collection_search', 'account_search'])
    await sql`update ${sql.table(table)} set grams = grams || found.numbers
      from (select ctid as at, array(select distinct m[1] from regexp_matches(folded, '(?<!\\S)(#\\d+)(?!\\S)', 'g') m) as numbers
        from ${sql.table(table)} where folded like '%#%') found
      where ${sql.table(table)}.ctid = found.at and not grams @> found.numbers`.execute(tx)
}
