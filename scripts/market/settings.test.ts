import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listMarketData, prepareDataDir, readSettings, refuseTakenPort } from './settings.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('readSettings', () => {
  it('has a default for everything', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: undefined, stories: true })
    expect(settings.dataDir).toMatch(/[/\\]data$/)
    expect([...settings.chainPorts]).toEqual([
      [31337, 8545],
      [31338, 8546],
    ])
  })

  it('takes what the environment says', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '80',
      DATA_DIR: folder,
      CHAIN_PORT_31337: '9000',
      CHAIN_PORT_31338: '9100',
      DATABASE_URL: 'postgres://db',
      PLINTH_STORIES: 'off',
      PLINTH_FEEDS: 'off',
      PLINTH_LIMITS: 'off',
      PLINTH_BUYER_FEE_BPS: '100',
    }
    expect(readSettings(env)).toEqual({
      host: '0.0.0.0',
      port: 80,
      dataDir: folder,
      chainPorts: new Map([
        [31337, 9000],
        [31338, 9100],
      ]),
      databaseUrl: 'postgres://db',
      stories: false,
      feeds: false,
      limits: false,
      buyerFeeBps: 100n,
    })
  })

  it('[F-126] deploys contracts without a buyer fee unless one is named', () => {
    expect(readSettings({}).buyerFeeBps).toBe(0n)
    for (const fee of ['1001', '-1', '2.5'])
      expect(() => readSettings({ PLINTH_BUYER_FEE_BPS: fee })).toThrow(
        `PLINTH_BUYER_FEE_BPS must be a number from 0 to 1000, and it is "${fee}".`,
      )
  })

  it('refuses one port for both chains', () => {
    expect(() => readSettings({ CHAIN_PORT_31337: '8546' })).toThrow(
      'CHAIN_PORT_31338 and CHAIN_PORT_31337 must differ, and both are 8546.',
    )
  })

  it.each(['0', '65536', '80x', '-1', '1e3'])('refuses the port %s', (port) => {
    expect(() => readSettings({ PORT: port })).toThrow(`PORT must be a number from 1 to 65535, and it is "${port}".`)
  })
})

describe('prepareDataDir', () => {
  it('lets the database walk through a folder of its own, and leaves a folder with other files as it is', () => {
    const [fresh, used] = [join(folder, 'fresh'), join(folder, 'used')]
    prepareDataDir(fresh)
    expect(statSync(fresh).mode & 0o777).toBe(0o711)
    mkdirSync(used, { mode: 0o700 })
    writeFileSync(join(used, 'diary.txt'), '')
    prepareDataDir(used)
    expect(statSync(used).mode & 0o777).toBe(0o700)
  })

  it('says what to do when a file is in the way', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => prepareDataDir(join(folder, 'file'))).toThrow(
      `The data folder ${join(folder, 'file')} can't be used (EEXIST): choose another with DATA_DIR.`,
    )
  })
})

describe('listMarketData', () => {
  it('names what the market made and nothing else', () => {
    for (const name of ['chain-31337', 'keys', 'postgres', 'photos', 'lock']) mkdirSync(join(folder, name))
    expect(listMarketData(folder).sort()).toEqual(['chain-31337', 'keys', 'postgres'])
  })
})

describe('refuseTakenPort', () => {
  it('says in one sentence that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    await expect(refuseTakenPort({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} is taken by another program: end it, or choose a free port with PORT.`,
    )
    server.close()
    await once(server, 'close')
    await refuseTakenPort({ host: '127.0.0.1', port })
  })
})
