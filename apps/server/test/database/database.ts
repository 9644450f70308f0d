import { randomBytes } from 'node:crypto'
import type { Dialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openPool } from '../../src/db/driver.ts'
import { dropDatabase } from './drop-database.ts'

export interface TestDatabase extends OpenDatabase {
  /** For a caller that connects by itself, such as a second server process. */
  url: string
}

/** Template of every suite's database; made once per run and copied, which takes some 30 ms. */
export interface TestTemplate {
  name: string
  prepare(dialect: Dialect): Promise<void>
}

/** A new database in the run's shared PostgreSQL; close() drops it. */
export async function openTestDatabase(template?: TestTemplate): Promise<TestDatabase> {
  if (template) await makeTemplate(template)
  const name = `suite_${inject('run')}_${randomBytes(6).toString('hex')}`
  const source = template ? templateName(template) : 'template0'
  // Copied as files: a third of the time that the WAL strategy takes.
  await runAsAdmin((admin) => admin.query(`create database ${name} template ${source} strategy file_copy`))
  const opened = openNamed(name)
  const close = async () => {
    await opened.close()
    await runAsAdmin((admin) => dropDatabase(admin, name))
  }
  return { ...opened, url: urlOf(name), close }
}

function openNamed(database: string): OpenDatabase {
  return openPool({ ...inject('postgres'), database, max: 6 }, 'external', () => undefined)
}

function urlOf(database: string): string {
  const { host, port, user, password } = inject('postgres')
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

function templateName({ name }: TestTemplate): string {
  return `template_${inject('run')}_${name}`
}

/** Test files run in several processes: the advisory lock lets one make the template while the others wait. */
async function makeTemplate(template: TestTemplate): Promise<void> {
  const name = templateName(template)
  await runAsAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(31337)')
    const found = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await admin.query(`drop database if exists ${name}_new`)
    await admin.query(`create database ${name}_new`)
    const opened = openNamed(`${name}_new`)
    try {
      await template.prepare(opened.dialect)
    } finally {
      await opened.close()
    }
    await admin.query(`alter database ${name}_new rename to ${name}`)
  })
}

async function runAsAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(inject('postgres'))
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
