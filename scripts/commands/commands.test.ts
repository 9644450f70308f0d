/** @module-tag more */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readKeySource } from '../../apps/server/src/serve/keys.ts'
import { collectProblems } from '../../apps/server/src/serve/problems.ts'
import { holdKeys } from '../../apps/server/src/signer/key-ring.ts'
import { ROOT } from '../checks/sources.ts'
import { WEB_DIR } from '../market/web-build.ts'
import { runCommand } from './run-command.ts'

const OPERATOR = `0x${'0a'.repeat(20)}`

let folder: string
let passphrase: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-commands-'))
  passphrase = join(folder, 'passphrase')
  writeFileSync(passphrase, 'correct horse battery staple', { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const refused = (printed: string) => ({ code: 1, printed: `${printed}\n` })

describe('npm run', { timeout: 60_000 }, () => {
  const lines = Object.entries((JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }).scripts)
  const called = lines.flatMap(([name, line]) =>
    [...line.matchAll(/node (scripts|bench)\/(\S+?)(?: (\w+))?(?= |$)/g)].map(([, room = '', file = '', command]) => ({
      name,
      path: file === 'plinth.mjs' ? `scripts/commands/${command}.ts` : `${room}/${file}`,
    })),
  )

  it.each(called)('$name has its file: $path', ({ path }) => {
    expect(existsSync(ROOT + path)).toBe(true)
  })

  it('[F-34] build makes the web app that serve looks for', async () => {
    const { code, printed } = await runCommand(['build'])
    expect(printed).toMatch(/The web app is built\.\n$/)
    expect(code).toBe(0)
    expect(readFileSync(join(WEB_DIR, 'index.html'), 'utf8')).toContain('<script type="module"')
  })
})

describe('npm run keys', { timeout: 60_000 }, () => {
  const keys = (...args: string[]) => runCommand(['keys', ...args])

  it('refuses in a sentence what it can’t read or write', async () => {
    const to = join(folder, 'none')
    expect(await keys('--to', to, '--passphrase-file', folder)).toMatchObject(
      refused(`--passphrase-file names ${folder}, which can't be read (EISDIR).`),
    )
    expect(await keys('--to', passphrase, '--passphrase-file', passphrase)).toMatchObject(refused(`${passphrase} can't be used (EEXIST).`))
    expect(await keys('--nonsense')).toMatchObject(refused("Unknown option '--nonsense'"))
    expect(existsSync(to)).toBe(false)
  })

  it('takes a passphrase of 12 characters, from a file that only its owner can read', async () => {
    const [open, short] = [join(folder, 'open'), join(folder, 'short')]
    writeFileSync(open, 'correct horse battery staple', { mode: 0o644 })
    writeFileSync(short, 'too short', { mode: 0o600 })
    expect((await keys('--to', join(folder, 'none'), '--passphrase-file', open)).printed).toContain(
      'which everybody on this machine can read',
    )
    expect((await keys('--to', join(folder, 'none'), '--passphrase-file', short)).printed).toContain(
      'which must hold at least 12 characters',
    )
  })

  it('makes no new keys where old ones were wanted', async () => {
    const from = join(folder, 'misspelt')
    const to = join(folder, 'none')
    expect(await keys('--to', to, '--from', from, '--passphrase-file', passphrase)).toMatchObject(
      refused(`--from names ${from}, which holds none of the files miner, fee-signer, keeper, settler, deployer.`),
    )
    expect(existsSync(to)).toBe(false)
  })
})

describe('npm run keys -- --only', { timeout: 60_000 }, () => {
  const keys = (to: string, ...args: string[]) => runCommand(['keys', '--to', to, '--passphrase-file', passphrase, ...args])

  it('[F-151] makes a folder for each user: no more keys than were named', async () => {
    const to = join(folder, 'signer')
    expect(await keys(to, '--only', 'miner,operator')).toMatchObject(
      refused('--only takes miner, fee-signer, keeper, settler, deployer, parted by commas.'),
    )
    expect((await keys(to, '--only', 'miner,fee-signer')).code).toBe(0)
    expect((await keys(to, '--rotate', 'miner')).code).toBe(0)
    expect(readdirSync(to).sort()).toEqual(['fee-signer.json', expect.stringMatching(/^former-miner-/), 'miner.json'])
  })

  // Root gives files away, other users can't: each sees its half, and the other refuses in its place.
  it('[F-151] gives keystores to the owner of their folder, after a rotation too, or refuses', async () => {
    if (process.getuid?.() !== 0)
      return expect(await keys('/usr')).toMatchObject(refused('/usr belongs to another user: run this as that user, or as root.'))
    const [to, user] = [join(folder, 'given'), 65_533]
    mkdirSync(to, { mode: 0o700 })
    chownSync(to, user, user)
    chmodSync(folder, 0o711)
    const readAsUser = () => {
      const { stdout } = spawnSync(
        'cat',
        readdirSync(to).map((name) => join(to, name)),
        { uid: user, gid: user, encoding: 'utf8' },
      )
      return stdout.match(/"address"/g)?.length
    }
    expect((await keys(to, '--only', 'miner,fee-signer')).code).toBe(0)
    expect(readAsUser()).toBe(2)
    expect((await keys(to, '--rotate', 'miner')).code).toBe(0)
    expect(readAsUser()).toBe(3)
  })
})

describe('npm run keys -- --rotate miner', { timeout: 120_000, tags: 'more' }, () => {
  it('makes a new miner and keeps the former one, which the market opens beside it', async () => {
    const to = join(folder, 'rotated')
    const keys = (...args: string[]) => runCommand(['keys', '--to', to, '--passphrase-file', passphrase, ...args])
    const addressIn = (file: string) => JSON.parse(readFileSync(join(to, file), 'utf8')).address as string
    expect(await keys('--rotate', 'miner')).toMatchObject(refused(`--to names ${join(to, 'miner.json')}, which can't be read (ENOENT).`))
    expect((await keys()).code).toBe(0)
    const old = addressIn('miner.json')
    expect(await keys('--rotate', 'fee-signer')).toMatchObject({ code: 1, printed: expect.stringContaining('--rotate takes miner alone') })
    const { code, printed } = await keys('--rotate', 'miner')
    expect([code, printed]).toEqual([0, expect.stringContaining(`former-miner 0x${old}`)])
    expect(addressIn(`former-miner-${old}.json`)).toBe(old)
    expect(addressIn('miner.json')).not.toBe(old)

    const source = readKeySource(collectProblems(), { KEYSTORE_DIR: to, KEYSTORE_PASSPHRASE_FILE: passphrase }, [], false)
    const ring = holdKeys(source?.kind === 'keystore' ? await source.open() : expect.fail('Keystores are there'))
    expect([ring.addresses.miner, ring.formerMiners]).toEqual([`0x${addressIn('miner.json')}`, [`0x${old}`]])
  })
})

describe('npm run deploy', { timeout: 120_000, tags: 'more' }, () => {
  const RPC_URL = 'http://127.0.0.1:1/v3/endpoint-key-0123456789'
  const deploy = (...args: string[]) =>
    runCommand(['deploy', '--chain', '137', '--operator', OPERATOR, '--miner', OPERATOR, ...args], { RPC_URL })

  it('asks for fees and an operator that the contracts take, before anything is paid', async () => {
    const signer = ['--fee-signer', OPERATOR]
    expect(await deploy(...signer, '--buyer-fee-bps', '1001')).toMatchObject(
      refused('--buyer-fee-bps must be 1000 at most, which is 10 %.'),
    )
    expect(await deploy(...signer, '--operator', `0x${'0'.repeat(40)}`)).toMatchObject(refused("--operator can't be the zero address."))
  })

  it('asks for a place for its record, too', async () => {
    const record = join(folder, 'none', 'record.json')
    expect(await deploy('--fee-signer', OPERATOR, '--record', record)).toMatchObject(
      refused(`--record names ${record}, whose folder is not there.`),
    )
  })

  it('says which keystore it can’t open', async () => {
    const keystore = join(folder, 'damaged.json')
    writeFileSync(keystore, '{')
    const opening = ['--fee-signer', OPERATOR, '--keystore', keystore, '--passphrase-file', passphrase]
    expect(await deploy(...opening)).toMatchObject(refused(`${keystore} can't be opened: it is no version 3 keystore with scrypt.`))
    expect(await deploy('--keys', folder)).toMatchObject(
      refused(`--keys names ${join(folder, 'fee-signer.json')}, which can't be read (ENOENT).`),
    )
  })

  it('never prints the endpoint', async () => {
    const DEPLOYER_KEY = `0x${'12'.repeat(32)}`
    const args = ['deploy', '--chain', '137', '--operator', OPERATOR, '--miner', OPERATOR, '--fee-signer', OPERATOR]
    const { code, printed } = await runCommand(args, { RPC_URL, DEPLOYER_KEY })
    expect([code, printed]).toEqual([1, 'No chain answers at this RPC address.\n'])
  })
})

describe('npm run backup and restore', { timeout: 120_000, tags: 'more' }, () => {
  const DATABASE_URL = 'postgres://plinth:hunter22!@127.0.0.1:1/plinth'

  it('say in a sentence that the database can’t be used, and leave nothing behind', async () => {
    const to = join(folder, 'backup')
    expect(await runCommand(['backup', '--to', to], { DATABASE_URL, DATA_DIR: folder })).toMatchObject(
      refused("The database of DATABASE_URL can't be used (ECONNREFUSED)."),
    )
    expect(existsSync(to)).toBe(false)
  })

  it('refuse a folder that is no backup before anything is made', async () => {
    const from = join(folder, 'no-backup')
    mkdirSync(from)
    const data = join(folder, 'data')
    expect(await runCommand(['restore', '--from', from], { DATABASE_URL, DATA_DIR: data })).toMatchObject(
      refused(`${from} holds no complete backup: it has no manifest.json.`),
    )
    expect([existsSync(data), readdirSync(from)]).toEqual([false, []])
  })
})
