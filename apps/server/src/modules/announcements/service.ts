import type { Announcement } from '@plinth/api'
import type { Context } from '../../context.ts'
import { type Db, transact } from '../../db/database.ts'
import { type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

type Said = Pick<Announcement, 'lang' | 'title' | 'content'>

/** Newest first: the operator's, and those of the configuration, which have the low ids. */
export async function listAnnouncements({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Announcement[]> {
  const configured = config.site.announcements.map((announcement, index) => ({ ...announcement, id: BigInt(index + 1) }))
  return [...configured, ...(await ownAnnouncements(db))].sort((a, b) => b.createdAt - a.createdAt || Number(b.id - a.id))
}

export async function addAnnouncement(context: Context, operator: Operator, said: Said): Promise<number> {
  const createdAt = context.clock.now()
  return transact(context.db, async (tx) => {
    const { id } = await tx
      .insertInto('announcement')
      .values({ ...said, created_at: createdAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, context.clock, operator, { what: 'announcements add', subject: `announcement ${id}`, details: said })
    return id
  })
}

export async function editAnnouncement(context: Context, operator: Operator, id: number, said: Partial<Omit<Said, 'lang'>>): Promise<void> {
  const changes = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== undefined))
  if (Object.keys(changes).length === 0)
    throw new OperatorRefused('Say what is new with --title, --content or both.', { zh: '请填写新的标题或正文。', field: 'title' })
  await transact(context.db, async (tx) => {
    const found = await tx.updateTable('announcement').set(changes).where('id', '=', id).returning('id').executeTakeFirst()
    if (!found) throw unknown(id)
    await recordAudit(tx, context.clock, operator, { what: 'announcements edit', subject: `announcement ${id}`, details: changes })
  })
}

export async function removeAnnouncement(context: Context, operator: Operator, id: number): Promise<void> {
  await transact(context.db, async (tx) => {
    const gone = await tx.deleteFrom('announcement').where('id', '=', id).returning('title').executeTakeFirst()
    if (!gone) throw unknown(id)
    await recordAudit(tx, context.clock, operator, { what: 'announcements remove', subject: `announcement ${id}`, details: gone })
  })
}

async function ownAnnouncements(db: Db): Promise<Announcement[]> {
  const rows = await db.selectFrom('announcement').selectAll().execute()
  return rows.map(({ id, lang, title, content, created_at }) => ({ id: BigInt(id), lang, title, content, createdAt: created_at }))
}

function unknown(id: number): OperatorRefused {
  return new OperatorRefused(`There is no announcement ${id} of the operator: those below 1001 stand in the configuration (SITE_CONFIG).`, {
    zh: `没有编号为 ${id} 的公告；1001 以下的公告写在配置中（SITE_CONFIG）。`,
  })
}
