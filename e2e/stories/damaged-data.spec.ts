/** @module-tag more */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failToStart, startMarket } from '../support/market.ts'
import { sentencesOf } from '../support/processes.ts'

const isRoot = process.getuid?.() === 0

/** With part of its data missing a market does not start: it says what is wrong, changes nothing and exits with 1. */
describe('a folder that can’t be a market any more', () => {
  const home = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  const whole = join(home, 'whole')
  beforeAll(async () => {
    // A private folder would have its database elsewhere.
    chmodSync(home, 0o711)
    await (await startMarket({ stories: false, dataDir: whole })).stop()
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const copyOf = (name: string): string => {
    const dataDir = join(home, name.replaceAll(/\W/g, '-'))
    rmSync(dataDir, { recursive: true, force: true })
    execFileSync('cp', ['-a', whole, dataDir])
    return dataDir
  }
  const filesOf = (dataDir: string) => globSync(['*', 'keys/*', 'chain-*/state.json', 'postgres/cluster/PG_VERSION'], { cwd: dataDir })
  const remove = (dataDir: string, path: string) => rmSync(join(dataDir, path), { recursive: true })
  const manifest = (dataDir: string, change: object) => {
    const path = join(dataDir, 'market.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
  }

  it.each<[string, (dataDir: string) => void, RegExp]>([
    [
      'a chain cut short',
      (dataDir) => truncateSync(join(dataDir, 'chain-31337/state.json'), 1_000),
      /^The saved state of chain 31337, .+ is damaged: put it back from a backup, or start with a new DATA_DIR\.$/,
    ],
    [
      'a lost chain',
      (dataDir) => remove(dataDir, 'chain-31338'),
      /^The folder .+ has lost chain-31338\/state\.json: put that back .+DATA_DIR\.$/,
    ],
    ['a lost key', (dataDir) => remove(dataDir, 'keys/miner'), /^The folder .+ has lost keys\/miner: put that back .+DATA_DIR\.$/],
    [
      'an emptied key',
      (dataDir) => writeFileSync(join(dataDir, 'keys/miner'), ''),
      /keys\/miner holds no private key: restore it from a backup/,
    ],
    ['a lost database', (dataDir) => remove(dataDir, 'postgres'), /^The folder .+ has lost postgres: put that back .+DATA_DIR\.$/],
    [
      'a lost password',
      (dataDir) => remove(dataDir, 'postgres/password'),
      /^The database in .+ can't start: its password file .+ is missing: put it back/,
    ],
    [
      'a damaged database',
      (dataDir) => writeFileSync(join(dataDir, 'postgres/cluster/global/pg_control'), Buffer.alloc(8_192, 7)),
      /^The database in .+ can't start: it does not start: .+postgres\.log\)$/,
    ],
    ['lost files', (dataDir) => remove(dataDir, 'media'), /^The folder .+ has lost media: put that back .+DATA_DIR\.$/],
    [
      'a newer version',
      (dataDir) => manifest(dataDir, { format: 2 }),
      /^The data in .+ was written by a newer version of Plinth: .+DATA_DIR\.$/,
    ],
    [
      'a database elsewhere',
      (dataDir) => manifest(dataDir, { database: 'DATABASE_URL' }),
      /^The market in .+ keeps its database elsewhere: .+DATA_DIR\.$/,
    ],
  ])('refuses %s', async (name, damage, sentence) => {
    const dataDir = copyOf(name)
    damage(dataDir)
    const before = filesOf(dataDir)
    const { code, output } = await failToStart({ dataDir })
    expect(sentencesOf(output)).toEqual([expect.stringMatching(sentence)])
    expect(code).toBe(1)
    expect(filesOf(dataDir)).toEqual(expect.arrayContaining(before))
    rmSync(dataDir, { recursive: true })
  })

  it('refuses another database for the same folder', async () => {
    const { code, output } = await failToStart({ dataDir: copyOf('other'), env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
    expect(sentencesOf(output)).toEqual([expect.stringMatching(/^The market in .+ has its database there: start without DATABASE_URL/)])
    expect(code).toBe(1)
  })

  it('takes a folder of before the manifest, and writes it one', async () => {
    const dataDir = copyOf('old')
    remove(dataDir, 'market.json')
    await (await startMarket({ dataDir })).stop()
    expect(existsSync(join(dataDir, 'market.json'))).toBe(true)
  })

  // Only root may make a small disk.
  it.skipIf(!isRoot)('refuses a full disk', async () => {
    const dataDir = mkdtempSync(join(home, 'disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir])
    try {
      const { code, output } = await failToStart({ dataDir })
      expect(sentencesOf(output)).toEqual([
        expect.stringMatching(/^The disk of .+ is full: free at least 100 MB, or choose another with DATA_DIR\.$/),
      ])
      expect(code).toBe(1)
    } finally {
      execFileSync('umount', [dataDir])
    }
  })
})
