import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../apps/server/src/process/metrics.ts'
import { SETTINGS } from '../apps/server/src/serve/misspelt.ts'
import { ROOT } from './checks/sources.ts'

const FOLDER = `${ROOT}docs/operations/`
const read = (path: string) => readFileSync(FOLDER + path, 'utf8')
const SERVICES = readdirSync(`${FOLDER}systemd`).filter((name) => name.endsWith('.service'))

/** Values of a key of a unit, in their order. */
const valuesOf = (unit: string, key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value ?? '')

/** The part of `plinth-index` with the keeper's key. */
const BOXES = read('plinth-boxes.conf')

const settingsIn = (unit: string) =>
  new Map(valuesOf(unit, 'Environment').flatMap((line) => line.split(' ').map((one) => one.split(/=(.*)/) as [string, string])))

describe('[F-34] the systemd units', () => {
  it('are one for each process of the guide, and start together', () => {
    expect(SERVICES).toEqual(['plinth-http@.service', 'plinth-index.service', 'plinth-signer.service'])
    const [wanted = ''] = valuesOf(read('systemd/plinth.target'), 'Wants')
    for (const unit of wanted.split(' ')) expect(SERVICES).toContain(unit.replace(/@\d+/, '@'))
    const roles = SERVICES.map((name) => /ROLES=(\S+)/.exec(read(`systemd/${name}`))?.[1])
    expect(roles).toEqual(['http', 'indexer,jobs', 'signer'])
  })

  it.each(SERVICES)('%s runs as a user of its own, can’t write its code, and finds its folders made', (name) => {
    const unit = read(`systemd/${name}`)
    expect(valuesOf(unit, 'User')[0]).toBe(name === 'plinth-signer.service' ? 'plinth-signer' : 'plinth')
    expect(valuesOf(unit, 'ProtectSystem')).toEqual(['strict'])
    expect(valuesOf(unit, 'ReadWritePaths')).toEqual([])
    expect(valuesOf(unit, 'EnvironmentFile')[0]).toMatch(/^\/etc\/plinth\//)
    expect(valuesOf(unit, 'LoadCredential')).toContain('signer-token:/etc/plinth/signer-token')
    expect(valuesOf(unit, name === 'plinth-signer.service' ? 'RuntimeDirectory' : 'StateDirectory')).toHaveLength(1)
    const set = valuesOf(unit, 'Environment').flatMap((line) => line.split(' ').map((one) => one.split('=')[0] ?? ''))
    expect(set.filter((one) => one !== 'NODE_ENV' && !SETTINGS.includes(one))).toEqual([])
    // A drain, the calls under way, and the rest of a stop.
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(name === 'plinth-signer.service' ? 15 : 45)
  })

  it('lend their user, settings and credentials to plinth-operator', () => {
    const command = read('plinth-operator')
    const unit = read('systemd/plinth-index.service')
    for (const key of ['User', 'Group', 'UMask', 'EnvironmentFile', 'LoadCredential'])
      expect(command).toContain(` -p ${key}=${valuesOf(unit, key)[0]} `)
    expect(command).toContain(` --working-directory=${valuesOf(unit, 'WorkingDirectory')[0]} `)
    const of = (name: string) => new RegExp(`${name}=(\\S+)`).exec(unit)?.[1]
    for (const name of ['DATA_DIR', 'SIGNER_URL']) expect(command).toContain(` -E ${name}=${of(name)} `)
  })

  it('[F-153] lend the keeper’s key too, where the market sells boxes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-operator-'))
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    chmodSync(join(folder, 'systemd-run'), 0o755)
    const installed = '/etc/systemd/system/plinth-index.service.d/boxes.conf'
    expect(BOXES).toContain(`# ${installed}`)
    const wordsFor = (conf: string) => {
      const script = read('plinth-operator').replace(installed, conf)
      const { stdout } = spawnSync('sh', ['-c', script, 'sh', 'box', 'show'], {
        env: { PATH: `${folder}:/usr/bin:/bin` },
        encoding: 'utf8',
      })
      return stdout.split('\n')
    }
    const without = wordsFor(join(folder, 'none'))
    expect(without.slice(-4)).toEqual(['operator', 'box', 'show', ''])
    const unit = without.find((word) => word.startsWith('--unit='))?.slice('--unit='.length)
    const added = wordsFor(join(folder, 'systemd-run'))
    const credentials = valuesOf(BOXES, 'LoadCredential').flatMap((value) => ['-p', `LoadCredential=${value}`])
    const settings = [...settingsIn(BOXES)].flatMap(([name, value]) => [
      '-E',
      `${name}=${value.replace('%d', `/run/credentials/${unit}.service`)}`,
    ])
    const at = without.findIndex((word) => word.endsWith('/.bin/node'))
    expect(added.map((word) => word.replace(/plinth-operator-\d+/, unit ?? ''))).toEqual([
      ...without.slice(0, at),
      ...credentials,
      ...settings,
      ...without.slice(at),
    ])
    rmSync(folder, { recursive: true })
  })

  // Only systemd rates its units; what they say is asserted above on any machine.
  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0).each(SERVICES)('%s is exposed below 3 of 10', (name) => {
    const said = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', `${FOLDER}systemd/${name}`], {
      encoding: 'utf8',
    })
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said.stdout)?.[1])).toBeLessThan(3)
  })
})

describe('[F-151] [F-153] each file that a unit names', () => {
  const guide = readFileSync(`${ROOT}docs/operating.md`, 'utf8')
  const makes = [...guide.matchAll(/^npm run keys -- --to (\S+) --only (\S+) --passphrase-file (\S+)$/gm)].map(
    ([, folder = '', names = '', passphrase = '']) => ({ folder, names: names.split(','), passphrase }),
  )
  const made = [
    ...[...guide.matchAll(/^\(umask 077; .* > (\S+)\)$/gm)].map(([, path]) => path),
    ...makes.flatMap(({ folder, names }) => names.map((name) => `${folder}/${name}.json`)),
  ]
  const givenTo = (user: string) =>
    [...guide.matchAll(/^chown -R (\S+) (\S+)/gm)].flatMap(([, to, folder]) => (to === user ? [folder] : []))
  const fullUnit = (name: string) => read(`systemd/${name}`) + (name === 'plinth-index.service' ? BOXES : '')
  const credentialsOf = (unit: string) => new Map(valuesOf(unit, 'LoadCredential').map((value) => value.split(':') as [string, string]))
  /** The example of an environment file in the guide. */
  const exampleOf = (path: string) =>
    new Map(
      [...((guide.split(`# ${path}\n`)[1] ?? '').split(/\n\n|```/, 1)[0]?.matchAll(/^(\w+)=(.*)$/gm) ?? [])].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )
  /** Folders that systemd makes for the group. */
  const runtime = SERVICES.flatMap((name) => [
    ...valuesOf(read(`systemd/${name}`), 'StateDirectory').map((folder) => `/var/lib/${folder}`),
    ...valuesOf(read(`systemd/${name}`), 'RuntimeDirectory').map((folder) => `/run/${folder}`),
  ])

  it.each([
    ['plinth-http@.service', ['SIGNER_TOKEN_FILE']],
    ['plinth-index.service', ['SIGNER_TOKEN_FILE', 'KEEPER_KEYSTORE', 'KEEPER_PASSPHRASE_FILE']],
    ['plinth-signer.service', ['SIGNER_TOKEN_FILE', 'KEYSTORE_DIR', 'KEYSTORE_PASSPHRASE_FILE']],
  ])('%s: is made by the guide, and its user can read it', (name, needed) => {
    const unit = fullUnit(name)
    const settings = new Map([...settingsIn(unit), ...exampleOf(valuesOf(unit, 'EnvironmentFile')[0] ?? '')])
    expect([...settings.keys()]).toEqual(expect.arrayContaining(needed))
    const credentials = credentialsOf(unit)
    const [user = '', group] = [valuesOf(unit, 'User')[0], valuesOf(unit, 'Group')[0]]
    expect(group).toBe('plinth')
    for (const [setting, value] of settings) {
      const path = value.replace(/^unix:/, '')
      if (path.startsWith('%d/')) expect(made, setting).toContain(credentials.get(path.slice('%d/'.length)))
      else if (path.startsWith('/'))
        expect([...givenTo(user), ...runtime], setting).toContain(runtime.includes(dirname(path)) ? dirname(path) : path)
    }
    for (const folder of givenTo(user))
      expect(makes.filter((one) => one.folder === folder).map(({ names }) => names)).toEqual([['miner', 'fee-signer']])
  })

  it('opens the keeper’s keystore by a passphrase that opens no other', () => {
    const keeper = credentialsOf(BOXES)
    const path = keeper.get('keeper.json') ?? ''
    const passphrases = makes.map(({ folder, names, passphrase }) => ({
      passphrase,
      isKeeper: folder === dirname(path) && names.join() === basename(path, '.json'),
    }))
    expect(passphrases.filter(({ passphrase }) => passphrase === keeper.get('keeper-passphrase'))).toEqual([
      { passphrase: '/etc/plinth/keeper-passphrase', isKeeper: true },
    ])
    expect(valuesOf(read('systemd/plinth-signer.service'), 'LoadCredential').join()).not.toContain('keeper')
  })
})

describe('[F-35] the text for nginx', () => {
  const text = read('nginx.conf')
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'))

  it('suits nginx 1.22 of Debian 12: HTTP/2 is a word of listen', () => {
    expect(lines.join('\n')).not.toMatch(/http2 on/)
    expect(lines.join('\n')).toMatch(/listen 443 ssl http2;/)
  })

  it('spreads visitors over several http processes, and asks the next one where none was reached', () => {
    const [, upstream = ''] = /^upstream plinth \{([^}]*)\}/m.exec(text) ?? []
    expect(upstream.match(/^ {2}server 127\.0\.0\.1:\d+ max_fails=0;/gm)).toHaveLength(2)
    expect(upstream).toMatch(/keepalive \d+;/)
    expect(text).not.toMatch(/non_idempotent/)
    expect(text.match(/proxy_pass (.*);/g)).toEqual(Array.from({ length: 3 }, () => 'proxy_pass http://plinth;'))
    const ports = read('systemd/plinth.target').match(/(?<=plinth-http@)\d+/g)
    expect(upstream.match(/(?<=127\.0\.0\.1:)\d+/g)).toEqual(ports)
  })

  it('[F-152] keeps /livez and /readyz for this machine', () => {
    expect(text).toMatch(/ location ~ \^\/\(livez\|readyz\)\$ \{\n +allow 127\.0\.0\.1;\n +deny all;/)
  })
})

describe('the alert rules', () => {
  const text = read('alerts.yaml')
  const rules = text.split('      - alert: ').slice(1)
  const known = new Registry()
  collectDefaultMetrics({ register: known })
  const names = [known, createMetrics().registry].flatMap((registry) => registry.getMetricsAsArray().map(({ name }) => name))

  it('[F-38] name only metrics that a process has, as the guide does', () => {
    const guide = readFileSync(`${ROOT}docs/operating.md`, 'utf8')
    const named = [...text.matchAll(/expr: (.*)/g), ...guide.matchAll(/^\| (`plinth_.*)/gm)].flatMap(
      ([, line]) => line?.match(/\b(plinth|process|nodejs)_\w+/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(40)
    const plain = named.map((name) => name.replace(/_bucket$/, ''))
    expect(plain.filter((name) => name !== 'process_' && name !== 'nodejs_' && !names.includes(name))).toEqual([])
  })

  it('say how urgent they are and lead to a section of the runbooks, which has one for each kind of trouble', () => {
    const headings = [...read('runbooks.md').matchAll(/^## (.*)$/gm)].map(([, title]) =>
      title?.toLocaleLowerCase('en').replaceAll(' ', '-'),
    )
    for (const wanted of ['signer', 'disk', 'clock', 'storage', 'database', 'stopped-chain']) expect(headings).toContain(wanted)
    for (const rule of rules) {
      expect(rule).toMatch(/severity: (page|ticket) /)
      expect(headings, rule).toContain(/runbook: 'docs\/operations\/runbooks\.md#([\w-]+)'/.exec(rule)?.[1])
    }
  })
})
