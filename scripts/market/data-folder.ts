import { existsSync, readFileSync, renameSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf } from '../../apps/server/src/db/postgres-home.ts'
import { StartError } from './settings.ts'

/** The parts of a market's folder, written when a start has succeeded. */
interface Manifest {
  /** Version of this file and of the folder's layout. */
  format: number
  database: 'folder' | 'DATABASE_URL'
  /** Paths that must be there for the next start. */
  parts: string[]
}

const MANIFEST_FILE = 'market.json'
const FORMAT = 1
const LEAST_FREE_BYTES = 100_000_000

/**
 * Refuses a folder with a lost part, or one that belongs to another database: a start would create the missing part
 * again, and show an empty market over the rest. Folders from before the manifest pass.
 */
export function refuseLostParts(dataDir: string, databaseUrl: string | undefined): void {
  const manifest = readManifest(dataDir)
  if (!manifest) return
  if (!(manifest.format <= FORMAT))
    throw new StartError(
      `The data in ${dataDir} was written by a newer version of Plinth: start that version, or choose another folder with DATA_DIR.`,
    )
  if (manifest.database === 'DATABASE_URL' && !databaseUrl)
    throw new StartError(`The market in ${dataDir} keeps its database elsewhere: set DATABASE_URL as before, or choose a new DATA_DIR.`)
  if (manifest.database === 'folder' && databaseUrl)
    throw new StartError(`The market in ${dataDir} has its database there: start without DATABASE_URL, or choose a new DATA_DIR.`)
  const lost = manifest.parts.filter((part) => !existsSync(join(dataDir, part)))
  if (manifest.database === 'folder' && !hasDatabase(dataDir)) lost.push('postgres')
  if (lost.length > 0)
    throw new StartError(
      `The folder ${dataDir} has lost ${lost.join(', ')}: put that back from a backup, or choose a new folder with DATA_DIR.`,
    )
}

/** For the next start. */
export function writeManifest(dataDir: string, chainIds: readonly number[], databaseUrl: string | undefined): void {
  const keys = ['operator', 'miner', 'fee-signer'].map((name) => `keys/${name}`)
  const parts = [...chainIds.map((chainId) => `chain-${chainId}/state.json`), ...keys, 'media']
  const manifest: Manifest = { format: FORMAT, database: databaseUrl ? 'DATABASE_URL' : 'folder', parts }
  const path = join(dataDir, MANIFEST_FILE)
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** Fails early rather than in the middle of a block. */
export function refuseFullDisk(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < LEAST_FREE_BYTES)
    throw new StartError(`The disk of ${dataDir} is full: free at least ${LEAST_FREE_BYTES / 1e6} MB, or choose another with DATA_DIR.`)
}

function readManifest(dataDir: string): Manifest | undefined {
  const path = join(dataDir, MANIFEST_FILE)
  if (!existsSync(path)) return undefined
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof manifest.format === 'number' && Array.isArray(manifest.parts)) return manifest
  } catch {
    // cut short or no JSON: the same error
  }
  throw new StartError(`${path} is damaged: put it back from a backup, or choose a new folder with DATA_DIR.`)
}

function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'pglite', 'PG_VERSION')) || existsSync(join(clusterOf(join(dataDir, 'postgres')), 'PG_VERSION'))
}
