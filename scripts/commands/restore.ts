import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup, restoreBackup } from '../../apps/server/src/backup/restore.ts'
import { lockDirectory } from '../../apps/server/src/db/directory-lock.ts'
import { failWithSentence } from '../market/fail.ts'
import { storeOf, withDatabase } from '../market/market-place.ts'
import { noteDone, routineOperatorOf, SAYING_WHO } from '../market/noted.ts'
import { prepareDataDir, readSettings, StartError } from '../market/settings.ts'

/** `npm run restore -- --from DIR [--with-keys]`: a backup into an empty DATA_DIR, and an empty database of DATABASE_URL if that is set. */
await failWithSentence(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, 'with-keys': { type: 'boolean' }, ...SAYING_WHO } })
  if (!values.from) throw new StartError('Say where the backup is: npm run restore -- --from DIR.')
  const operator = routineOperatorOf(values)
  const from = resolve(values.from)
  // Before anything is made in the data folder.
  await checkBackup(from)
  const settings = readSettings(process.env)
  const { dataDir } = settings
  prepareDataDir(dataDir)
  const lock = lockDirectory(dataDir)
  try {
    const withKeys = values['with-keys'] ?? false
    const manifest = await withDatabase(settings, true, async (connection) => {
      const store = storeOf(process.env, dataDir)
      const done = await restoreBackup({ connection, mediaDir: join(dataDir, 'media'), store, dataDir, from, withKeys })
      await noteDone(connection, operator, { what: 'restore', subject: 'market', details: { from, madeAt: done.madeAt, withKeys } })
      return done
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${manifest.tables.length} tables with ${rows} rows and ${manifest.media.length} files to ${dataDir}`)
  } finally {
    lock.release()
  }
})
