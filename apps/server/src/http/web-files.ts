import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Context } from '../context.ts'

/** The build that this process started with, and the assets of all builds of the last week. */
export type WebFiles = {
  /** Where a file is looked for, in this order. */
  readonly roots: readonly string[]
  /** Their paths begin with it: files whose names change with their contents. */
  readonly assets: string
  readonly index: string
  /** The build's own list of the files of each page; empty for a build from before that list. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  stop(): void
}

const KEPT_S = 7 * 86_400
/** Of all builds together, some forty of them. */
const MOST_BYTES = 268_435_456
const TOUCH_MS = 6 * 3_600_000

type Needed = Pick<Context, 'clock' | 'log'> & { readonly config: Pick<Context['config'], 'mediaDir'> }

/**
 * An upgrade replaces the build below running processes and open tabs. So a process copies the build to the folder that all `http`
 * processes share: pages and other files of a build under its hash, assets beside those of former builds. A tab that was opened
 * before the upgrade finds its files, whichever process answers, and a process never serves the page of another version.
 */
export async function openWebFiles(context: Needed, webDir: string): Promise<WebFiles> {
  const { log } = context
  const folder = join(context.config.mediaDir, 'web')
  try {
    const kept = await keepBuild(context, folder, webDir)
    await pruneQuietly(context, folder, kept)
    const again = setInterval(() => {
      void touch(kept.own, context.clock.now()).then(() => pruneQuietly(context, folder, kept))
    }, TOUCH_MS).unref()
    return {
      roots: [kept.build, join(folder, 'shared')],
      assets: join(folder, 'shared', 'assets'),
      ...(await pagesOf(kept.build)),
      stop: () => clearInterval(again),
    }
  } catch (error) {
    log.error('web files not kept', { error })
    return { roots: [webDir], assets: join(webDir, 'assets'), ...(await pagesOf(webDir)), stop: () => undefined }
  }
}

/** Another process may rename or remove the same entries meanwhile; what is left over waits for the next time. */
async function pruneQuietly({ clock, log }: Needed, folder: string, { own }: Kept): Promise<void> {
  await prune(folder, { own, now: clock.now(), mostBytes: MOST_BYTES }).catch((error: unknown) =>
    log.warn('web files not pruned', { error }),
  )
}

async function pagesOf(build: string): Promise<Pick<WebFiles, 'index' | 'pages'>> {
  const pages = await readFile(join(build, 'pages.json'), 'utf8').catch(() => '{}')
  return { index: await readFile(join(build, 'index.html'), 'utf8'), pages: JSON.parse(pages) }
}

type Kept = { readonly build: string; readonly own: readonly string[] }

async function keepBuild({ clock }: Needed, folder: string, webDir: string): Promise<Kept> {
  const files = (await listFiles(webDir)).sort()
  const others = files.filter((path) => !path.startsWith('assets/'))
  const build = join(folder, 'builds', await hashOf(webDir, files, others))
  await mkdir(join(folder, 'builds'), { recursive: true })
  await mkdir(join(folder, 'shared', 'assets'), { recursive: true })
  const assets: string[] = []
  for (const path of files.filter((one) => one.startsWith('assets/'))) {
    const to = join(folder, 'shared', path)
    assets.push(to)
    await putOnce(join(webDir, path), to)
    // At once: another process may be pruning.
    await touch([to], clock.now())
  }
  if (!(await stat(build).catch(() => undefined))) {
    const partial = join(folder, 'builds', `.${randomUUID()}`)
    for (const path of others) await putOnce(join(webDir, path), join(partial, path))
    // Another process that starts at the same time may have been quicker.
    await rename(partial, build).catch(() => rm(partial, { recursive: true, force: true }))
  }
  const own = [build, ...assets]
  await touch(own, clock.now())
  return { build, own }
}

/** Paths below it with slashes; hidden files are of the build tool. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** Assets by name, for it holds their hash. */
async function hashOf(webDir: string, files: readonly string[], others: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(files.join('\0'))
  for (const path of others) hash.update(`\0${path}\0`).update(await readFile(join(webDir, path)))
  return hash.digest('hex').slice(0, 32)
}

/** Whole or not at all: another process may serve it at once. */
async function putOnce(from: string, to: string): Promise<void> {
  const [wanted, there] = [await stat(from), await stat(to).catch(() => undefined)]
  if (there?.size === wanted.size) return
  await mkdir(dirname(to), { recursive: true })
  const partial = join(dirname(to), `.${basename(to)}.${randomUUID()}`)
  try {
    await copyFile(from, partial)
    await rename(partial, to)
  } finally {
    await rm(partial, { force: true })
  }
}

/** A process that serves a build sets its time. */
async function touch(paths: readonly string[], now: number): Promise<void> {
  for (const path of paths) await utimes(path, now, now).catch(() => undefined)
}

/** Removes what no process served for a week, and the oldest where all of it is too much; never this process's own build. */
export async function prune(
  folder: string,
  { own, now, mostBytes }: { readonly own: readonly string[]; readonly now: number; readonly mostBytes: number },
): Promise<void> {
  const mine = new Set(own)
  const found = await Promise.all(
    ['builds', join('shared', 'assets')].map(async (part) => (await readdir(join(folder, part))).map((name) => join(folder, part, name))),
  )
  const kept: { path: string; at: number; bytes: number }[] = []
  for (const path of found.flat()) {
    const at = (await stat(path).catch(() => undefined))?.mtimeMs
    const size = await bytesOf(path).catch(() => undefined)
    if (at !== undefined && size !== undefined) kept.push({ path, at: at / 1_000, bytes: size })
  }
  let bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
  for (const one of kept.toSorted((a, b) => a.at - b.at)) {
    if (mine.has(one.path) || (one.at > now - KEPT_S && bytes <= mostBytes)) continue
    await rm(one.path, { recursive: true, force: true })
    bytes -= one.bytes
  }
}

async function bytesOf(path: string): Promise<number> {
  const { size, isDirectory } = await stat(path).then((found) => ({ size: found.size, isDirectory: found.isDirectory() }))
  if (!isDirectory) return size
  const sizes = await Promise.all((await listFiles(path)).map(async (file) => (await stat(join(path, file))).size))
  return sizes.reduce((sum, one) => sum + one, 0)
}
