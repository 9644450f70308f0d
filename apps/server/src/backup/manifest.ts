import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A backup that can't be made or restored; the sentence says why. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** Version of the folder's layout; a server reads those up to its own. */
export const BACKUP_FORMAT = 1
export const MANIFEST = 'manifest.json'

const StoredFile = z.object({
  /** In the backup's folder, with forward slashes. */
  path: z
    .string()
    .regex(/^[\w-][\w./-]*$/)
    .refine((path) => !path.split('/').includes('..')),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type StoredFile = z.output<typeof StoredFile>

const Manifest = z.object({
  format: z.int(),
  /** Unix seconds of the snapshot. */
  madeAt: z.int(),
  /** The database's version: its applied migrations, in order. */
  migrations: z.array(z.string()),
  /** Ordered so that referenced rows come first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), file: StoredFile })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
  media: z.array(StoredFile),
  /** Local chains, keys and other files of the data folder, by their path in it. */
  data: z.array(StoredFile.extend({ isKey: z.boolean() })),
})
export type Manifest = z.output<typeof Manifest>

/** @throws BackupRefused when the folder holds no complete backup, or one of a newer version */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new BackupRefused(`${folder} holds no complete backup: it has no ${MANIFEST}.`)
  const json = parseJson(path)
  const format = z.object({ format: z.int() }).safeParse(json)
  if (format.success && format.data.format > BACKUP_FORMAT)
    throw new BackupRefused('This backup was made by a newer version of Plinth: restore it with that version.')
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw new BackupRefused(`${path} is damaged.`)
  return manifest.data
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

export function filesOf({ tables, media, data }: Manifest): StoredFile[] {
  return [...tables.map((table) => table.file), ...media, ...data]
}

/** @throws BackupRefused naming the missing or changed file */
export async function verifyFiles(folder: string, files: readonly StoredFile[]): Promise<void> {
  const bad: string[] = []
  for (const { path, bytes, sha256 } of files) {
    const at = join(folder, path)
    const size = statSync(at, { throwIfNoEntry: false })?.size
    if (size !== bytes || (await hashFile(at)) !== sha256) bad.push(path)
  }
  if (bad.length === 0) return
  const more = bad.length > 5 ? ` and ${bad.length - 5} more` : ''
  throw new BackupRefused(`The backup is damaged: ${bad.slice(0, 5).join(', ')}${more} are not as they were written. Nothing was restored.`)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
