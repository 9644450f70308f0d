import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ended, runNode } from './run-command.ts'

const scriptOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-old-node-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A script on a Node that reports this version. */
function runOn(version: string, script: string, ...args: string[]): Promise<Ended> {
  const versions = JSON.stringify({ ...process.versions, node: version })
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:${encodeURIComponent(versions)}})`
  return runNode(['--import', pretend, script, ...args])
}

describe('an older Node than is supported', { timeout: 60_000 }, () => {
  it.each(['18.0.0', '20.18.3'])('%s gets a sentence instead of an installation, and nothing is made', async (version) => {
    // The install is empty and takes no time.
    mkdirSync(join(folder, 'scripts'))
    const setup = join(folder, 'scripts/setup.mjs')
    copyFileSync(scriptOf('setup.mjs'), setup)
    for (const name of ['package.json', 'package-lock.json'])
      writeFileSync(join(folder, name), '{"name":"empty","version":"1.0.0","lockfileVersion":3,"packages":{}}')
    const printed = `Plinth needs Node 20.19 or newer to install itself, and this is Node ${version}: please install a newer one from https://nodejs.org.\n`
    expect(await runOn(version, setup)).toMatchObject({ code: 1, printed })
    expect(readdirSync(folder).toSorted()).toEqual(['package-lock.json', 'package.json', 'scripts'])
  })

  it('[F-34] that is named where the one of the packages lacks a library', async () => {
    mkdirSync(join(folder, 'scripts'))
    const setup = join(folder, 'scripts/setup.mjs')
    copyFileSync(scriptOf('setup.mjs'), setup)
    const bin = join(folder, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) writeFileSync(join(folder, path), '{"packages":{}}')
    const said = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho '${said}' >&2\nexit 127\n`, { mode: 0o755 })
    const { code, printed } = await runNode([setup])
    expect(code).toBe(1)
    expect(printed).toMatch(/^The Node 26 that comes with the packages needs libatomic\.so\.1, .*apt install libatomic1/)
  })

  it.each(['18.0.0', '25.9.0'])('%s gets a sentence instead of a command, and nothing is made', async (version) => {
    const passphrase = join(folder, 'passphrase')
    writeFileSync(passphrase, 'correct horse battery staple', { mode: 0o600 })
    const to = join(folder, 'keys')
    const printed = `Plinth runs on Node 26 or newer, and this is Node ${version}: start it with node_modules/.bin/node, or by npm run keys.\n`
    expect(await runOn(version, scriptOf('plinth.mjs'), 'keys', '--to', to, '--passphrase-file', passphrase)).toMatchObject({
      code: 1,
      printed,
    })
    expect(existsSync(to)).toBe(false)
  })
})
