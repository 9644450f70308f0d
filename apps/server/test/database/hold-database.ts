import { Kysely, sql } from 'kysely'
import { openDatabase } from '../../src/db/driver.ts'

/** Run as its own process by the driver's test: writes one row, says where its postmaster is and waits to be killed. */
const [dataDir = '', word = ''] = process.argv.slice(2)
const opened = await openDatabase({ dataDir, log: () => undefined })
const db = new Kysely<Record<string, never>>({ dialect: opened.dialect })
await sql`create table if not exists kept (word text)`.execute(db)
await sql`insert into kept values (${word})`.execute(db)
process.stdout.write(`ready ${opened.kind}\n`)
setInterval(() => undefined, 1000)
