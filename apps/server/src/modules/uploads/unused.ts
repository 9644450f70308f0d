import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { CID_FORM, cidsIn } from '../../content/cid.ts'
import { ContentMissing, ContentStoreFault } from '../../content/content-store.ts'
import type { Context } from '../../context.ts'
import { type Db, type Tx, transact } from '../../db/database.ts'
import type { StoredMedia } from '../../media/media.ts'
import { chainStates, MOST_LAG_BLOCKS } from '../../process/readiness.ts'
import { type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

/** A content without references, and when it was last wanted. */
export type UnusedContent = Pick<StoredMedia, 'cid' | 'kind' | 'size'> & { readonly since: number }

/** Forms being filled in and mints in progress have not stored their references yet. */
export const GRACE_DAYS = 7

const DAY_S = 86_400
/** Tables whose texts name contents without showing them: the uploads themselves, the audit log, and search texts. */
const SHOWS_NOTHING = ['media', 'stored_file', 'operator_act', 'item_search', 'item_text_search', 'collection_search', 'account_search']
const TEXTS_AT_ONCE = 20
const REMOVED_AT_ONCE = 20

/**
 * Contents that no row of the database names, nor any metadata that a row names, and that were not stored or held for so many
 * days. A CID in any text of any table keeps its content. Changes nothing.
 */
export async function listUnused(context: Context, days: number): Promise<UnusedContent[]> {
  return transact(context.db, async (tx) => {
    await sql`create temporary table referred (cid text primary key) on commit drop`.execute(tx)
    for (const { table, column } of await listTexts(tx))
      await sql`insert into referred (cid)
        select distinct (regexp_matches(${sql.ref(column)}::text, ${CID_FORM}, 'g'))[1] from ${sql.table(table)}
        on conflict do nothing`.execute(tx)
    await sql`insert into referred (cid)
      select f.cid from collection c join stored_file f on f.id::text = c.storage_id on conflict do nothing`.execute(tx)
    await refer(tx, cidsIn(JSON.stringify(context.config.site)))
    await refuseOtherStore(context, tx)
    await readTexts(context, tx)
    const { rows } = await sql<UnusedContent>`
      select cid, kind, size, greatest(created_at, wanted_at) as since from media m
       where greatest(created_at, wanted_at) < ${cutoff(context, days)} and not exists (select from referred r where r.cid = m.cid)
       order by cid`.execute(tx)
    return rows
  })
}

/** Removes them, a few at a time; contents wanted in the meantime stay. @throws OperatorRefused */
export function removeUnused(context: Context, operator: Operator, days: number): Promise<readonly UnusedContent[]> {
  return removeWhere(context, { operator, days, isDue: () => true })
}

/**
 * The same for metadata alone, without an operator: nothing else can be stored there but by nft.add and its like. Returns how many.
 * @throws OperatorRefused
 */
export async function removeUnusedTexts(context: Context, days: number): Promise<number> {
  return (await removeWhere(context, { operator: undefined, days, isDue: ({ kind }) => kind === 'json' })).length
}

type Removal = { readonly operator: Operator | undefined; readonly days: number; readonly isDue: (content: UnusedContent) => boolean }

async function removeWhere(context: Context, { operator, days, isDue }: Removal): Promise<readonly UnusedContent[]> {
  await refuseUnreadChain(context)
  const unused = (await listUnused(context, days)).filter(isDue)
  const gone: UnusedContent[] = []
  for (let at = 0; at < unused.length; at += REMOVED_AT_ONCE) {
    const { removed, fault } = await removeSome(context, operator, days, unused.slice(at, at + REMOVED_AT_ONCE))
    gone.push(...removed)
    if (fault) throw fault
  }
  return gone
}

/**
 * Removes rows and bytes together: a concurrent upload of the same content waits for the row, and then finds neither. A stop in
 * the middle can leave a row without bytes; the next upload of the content repairs that, or the next removal.
 */
async function removeSome(
  context: Context,
  operator: Operator | undefined,
  days: number,
  contents: readonly UnusedContent[],
): Promise<{ removed: UnusedContent[]; fault: ContentStoreFault | undefined }> {
  return transact(context.db, async (tx) => {
    const removed: UnusedContent[] = []
    let fault: ContentStoreFault | undefined
    for (const content of contents) {
      if (!(await lockUnwanted(tx, content.cid, cutoff(context, days)))) continue
      fault = await context.media.remove(content.cid).then(() => undefined, faultOf)
      if (fault) break
      await tx.deleteFrom('stored_file').where('cid', '=', content.cid).execute()
      await tx.deleteFrom('media').where('cid', '=', content.cid).execute()
      removed.push(content)
    }
    if (operator && removed.length > 0) await noteRemoved(context, tx, operator, days, removed)
    return { removed, fault }
  })
}

async function noteRemoved({ clock }: Context, tx: Tx, operator: Operator, days: number, removed: readonly UnusedContent[]): Promise<void> {
  const details = { days, bytes: bytesOf(removed), cids: removed.map(({ cid }) => cid) }
  await recordAudit(tx, clock, operator, { what: 'media remove', subject: 'media', details })
}

export function bytesOf(contents: readonly UnusedContent[]): number {
  return contents.reduce((sum, { size }) => sum + size, 0)
}

async function lockUnwanted(tx: Tx, cid: string, before: number): Promise<boolean> {
  const row = await tx
    .selectFrom('media')
    .select('cid')
    .where('cid', '=', cid)
    .where('created_at', '<', before)
    .where('wanted_at', '<', before)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

const cutoff = ({ clock }: Context, days: number): number => clock.now() - days * DAY_S

function faultOf(error: unknown): ContentStoreFault {
  if (error instanceof ContentStoreFault) return error
  throw error
}

async function listTexts(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' and udt_name in ('text', 'varchar', 'json', 'jsonb', '_text')
       and not table_name = any(${SHOWS_NOTHING})`.execute(db)
  return rows
}

/** Returns the new ones that are texts. */
async function refer(tx: Tx, cids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ cid: string }>`
    with fresh as (insert into referred (cid) select unnest(${cids}::text[]) on conflict do nothing returning cid)
    select m.cid from fresh join media m on m.cid = fresh.cid where m.kind = 'json'`.execute(tx)
  return rows.map(({ cid }) => cid)
}

/**
 * A content that a JSON text of ours names is referenced like the text itself. For most items the database has these texts, too.
 */
async function readTexts(context: Context, tx: Tx): Promise<void> {
  const { rows } = await sql<{ cid: string }>`
    select r.cid from referred r join media m on m.cid = r.cid
     where m.kind = 'json' and not exists (select from item where metadata_url = 'ipfs://' || r.cid and metadata <> '')`.execute(tx)
  const unread = rows.map(({ cid }) => cid)
  while (unread.length > 0) {
    const read = async (cid: string): Promise<string> => text(await context.media.read(cid))
    const texts = await Promise.all(unread.splice(0, TEXTS_AT_ONCE).map(read))
    unread.push(...(await refer(tx, texts.flatMap(cidsIn))))
  }
}

/** Refuses a folder or bucket other than the market's, from which nothing can be concluded. @throws OperatorRefused */
async function refuseOtherStore({ media }: Context, tx: Tx): Promise<void> {
  const { rows } = await sql<{ cid: string }>`select m.cid from referred r join media m on m.cid = r.cid limit 1`.execute(tx)
  const [known] = rows
  if (!known) return
  try {
    const body = await media.read(known.cid, { start: 0, end: 0 })
    body.destroy()
  } catch (error) {
    if (!(error instanceof ContentMissing)) throw error
    throw new OperatorRefused(
      `${known.cid}, which the market shows, is not where its files are looked for: DATA_DIR and STORAGE must be those of this very market.`,
      { zh: `市场正在使用的 ${known.cid} 不在当前的文件存储中：DATA_DIR 与 STORAGE 须与该市场一致。` },
    )
  }
}

/** The references of an unread block are unknown. @throws OperatorRefused */
export async function refuseUnreadChain(context: Context): Promise<void> {
  await Promise.allSettled(context.chains.all.map((chain) => chain.refresh()))
  const chains = await chainStates(context)
  const unread = chains.find(({ lag, stopped, reached }) => stopped || !reached || lag === null || lag > MOST_LAG_BLOCKS)
  if (unread)
    throw new OperatorRefused(
      `Chain ${unread.chainId} is not read to its end, so what it refers to is not known: look at \`reading show\`, and wait.`,
      { zh: `链 ${unread.chainId} 尚未读到最新区块，无法确定其引用的文件：请查看“链上读取”，稍后再试。` },
    )
}
