import { statfs } from 'node:fs/promises'
import type { Context } from '../context.ts'

const MIB = 2n ** 20n
/** Below this, the next film or backup may not fit. */
export const LITTLE_SPACE = 2_048n * MIB
/** Below this, uploads begin to fail. */
export const NO_SPACE = 128n * MIB
const EVERY_MS = 60_000
/** Interval at which the log repeats the warning. */
const AGAIN_S = 3_600

/** Bytes that this user may still write on the folder's disk. */
export async function freeBytes(folder: string): Promise<bigint> {
  const { bavail, bsize } = await statfs(folder, { bigint: true })
  return bavail * bsize
}

/** Checks the disk of uploads at intervals, so that log and metrics warn before it is full. */
export async function watchDisk(context: Context): Promise<{ stop(): void }> {
  const checkDisk = createDiskCheck(context)
  await checkDisk()
  const timer = setInterval(() => void checkDisk(), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** One check at a time; `free` is for tests. */
export function createDiskCheck(
  { config, log, metrics, clock }: Pick<Context, 'config' | 'log' | 'metrics' | 'clock'>,
  free: (folder: string) => Promise<bigint> = freeBytes,
): () => Promise<void> {
  const folder = config.mediaDir
  let said: { readonly level: 'warn' | 'error'; readonly at: number } | undefined
  return async () => {
    const bytes = await free(folder).catch((error: unknown) => {
      log.warn('disk not looked at', { folder, error })
      return undefined
    })
    if (bytes === undefined) return metrics.diskFree.remove()
    metrics.diskFree.set(Number(bytes))
    const level = bytes < NO_SPACE ? 'error' : bytes < LITTLE_SPACE ? 'warn' : undefined
    const now = clock.now()
    if (level && (said?.level !== level || said.at <= now - AGAIN_S)) {
      log[level]('disk nearly full', { folder, freeMib: Number(bytes / MIB) })
      said = { level, at: now }
    }
    if (!level) said = undefined
  }
}
