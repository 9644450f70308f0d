import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { keptParts, type Part } from './private-parts.ts'

/** Removes personal metadata from an uploaded picture, since publication can't be undone. */
export async function stripPicture(path: string): Promise<void> {
  const parts = await partsToKeep(path)
  if (!parts) return
  const stripped = `${path}-${randomUUID()}`
  try {
    await pipeline(Readable.from(bytesOf(path, parts)), createWriteStream(stripped, { mode: 0o600 }))
    // The result replaces the upload only if it still is a picture.
    if (await isPicture(stripped)) await rename(stripped, path)
  } finally {
    await rm(stripped, { force: true })
  }
}

async function partsToKeep(path: string): Promise<Part[] | undefined> {
  const file = await open(path)
  try {
    return await keptParts(file, () => turnOf(path))
  } finally {
    await file.close()
  }
}

const turnOf = (path: string): Promise<number> =>
  sharp(path)
    .metadata()
    .then(
      ({ orientation }) => orientation ?? 1,
      () => 1,
    )

const isPicture = (path: string): Promise<boolean> =>
  sharp(path)
    .metadata()
    .then(
      () => true,
      () => false,
    )

async function* bytesOf(path: string, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (!('from' in part)) yield part
    else yield* createReadStream(path, { start: part.from, end: part.to - 1 })
  }
}
