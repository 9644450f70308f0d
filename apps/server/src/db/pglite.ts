import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, PGliteDialect } from 'kysely'
import { PARSERS } from './values.ts'

/** PostgreSQL compiled to WebAssembly inside this process: slower, and a power cut may cost the last writes. */
export async function openPglite(directory: string): Promise<{ dialect: Dialect; close(): Promise<void> }> {
  mkdirSync(directory, { recursive: true })
  const database = await PGlite.create({ dataDir: directory, parsers: { ...PARSERS } })
  return {
    dialect: new PGliteDialect({ pglite: database }),
    close: async () => {
      if (!database.closed) await database.close()
    },
  }
}
