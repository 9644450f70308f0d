import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs, promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { callRpc } from '@plinth/devnet'
import { type DataFile, makeBackup } from '../../apps/server/src/backup/backup.ts'
import { failWithSentence } from '../market/fail.ts'
import { storeOf, withDatabase } from '../market/market-place.ts'
import { noteDone, routineOperatorOf, SAYING_WHO } from '../market/noted.ts'
import { readSettings, type Settings, StartError } from '../market/settings.ts'

const unzip = promisify(gunzip)

/**
 * `npm run backup -- --to DIR [--with-keys]`: a consistent backup of database, media and local chains, while the market
 * runs.
 */
await failWithSentence(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'with-keys': { type: 'boolean' }, ...SAYING_WHO } })
  if (!values.to) throw new StartError('Say where the backup goes: npm run backup -- --to DIR.')
  const operator = routineOperatorOf(values)
  const settings = readSettings(process.env)
  const { dataDir } = settings
  const keys = values['with-keys'] ? keyFiles(dataDir) : []
  const data = [...chainFiles(settings), ...siteFiles(dataDir), ...keys]
  const to = resolve(values.to)
  const manifest = await withDatabase(settings, false, async (connection) => {
    const made = await makeBackup({ connection, store: storeOf(process.env, dataDir), to, data })
    await noteDone(connection, operator, { what: 'backup', subject: 'market', details: { to, withKeys: keys.length > 0 } })
    return made
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Backed up ${manifest.tables.length} tables with ${rows} rows and ${manifest.media.length} files to ${to}`)
  if (keys.length > 0) return
  console.log(
    values['with-keys']
      ? `Keys are not in it: ${join(dataDir, 'keys')} holds none. Keystores elsewhere are yours to keep.`
      : 'Keys are not in it: keep them elsewhere, or add --with-keys.',
  )
})

/**
 * The local chains, which exist nowhere else. A running one is asked for its state, since its file may be older than
 * the snapshot.
 */
function chainFiles({ dataDir, chainPorts }: Settings): DataFile[] {
  return [...chainPorts].flatMap(([chainId, port]) => {
    const path = `chain-${chainId}/state.json`
    if (!existsSync(join(dataDir, path))) return []
    return [{ path, isKey: false, open: async () => (await dumpChain(chainId, port)) ?? createReadStream(join(dataDir, path)) }]
  })
}

async function dumpChain(chainId: number, port: number): Promise<Readable | undefined> {
  const rpcUrl = `http://127.0.0.1:${port}`
  const running = await callRpc<string>(rpcUrl, 'eth_chainId', [], 2_000).catch(() => undefined)
  if (Number(running) !== chainId) return undefined
  const dump = await callRpc<string>(rpcUrl, 'anvil_dumpState', [], 60_000)
  return Readable.from([await unzip(Buffer.from(dump.slice(2), 'hex'))])
}

function siteFiles(dataDir: string): DataFile[] {
  return existsSync(join(dataDir, 'demo.json')) ? [fileOf(dataDir, 'demo.json', false)] : []
}

function keyFiles(dataDir: string): DataFile[] {
  const folder = join(dataDir, 'keys')
  return existsSync(folder) ? readdirSync(folder).map((name) => fileOf(dataDir, `keys/${name}`, true)) : []
}

function fileOf(dataDir: string, path: string, isKey: boolean): DataFile {
  return { path, isKey, open: () => createReadStream(join(dataDir, path)) }
}
