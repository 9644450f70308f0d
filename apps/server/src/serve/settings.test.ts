import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMisspelt, SETTINGS } from './misspelt.ts'
import { SettingsError } from './problems.ts'
import { type Env, readMarketSettings, readServeSettings } from './settings.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const CHAIN = {
  chainId: 137,
  name: 'Polygon',
  symbol: 'POL',
  rpcUrls: ['https://polygon.example.io/v3/8f3a1c0de98b4c5f9d7e8f3a'],
  rpc: 'https://polygon-rpc.com',
  contracts: {
    exchange: address('e'),
    auctionExchange: address('7'),
    blindBox: address('4'),
    transferProxy: address('d'),
    collectionFactory: address('f'),
    collection721Implementation: address('c'),
    collection1155Implementation: address('b'),
    official721: address('a'),
    official1155: address('9'),
    prizeCollection: address('3'),
  },
  deployBlock: 12,
  blockTime: 2,
}

let folder = ''
let good: Record<string, string>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-serve-'))
  for (const name of ['miner.json', 'fee-signer.json']) writeFileSync(join(folder, name), '{}')
  writeFileSync(join(folder, 'passphrase'), 'correct horse battery\n', { mode: 0o600 })
  writeFileSync(join(folder, 'token'), 'a-secret-that-both-ends-share-0123456789\n', { mode: 0o600 })
  good = {
    DATABASE_URL: 'postgres://plinth:hunter22%21@db:5432/plinth',
    PUBLIC_URL: 'https://market.example',
    PLINTH_CHAINS: JSON.stringify([CHAIN]),
    KEYSTORE_DIR: folder,
    KEYSTORE_PASSPHRASE_FILE: join(folder, 'passphrase'),
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function problemsOf(env: Env, argv: readonly string[] = []): readonly string[] {
  try {
    readServeSettings(env, argv)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

describe('readServeSettings', () => {
  it('needs five settings and has a default for the rest', () => {
    expect(readServeSettings(good)).toMatchObject({
      roles: new Set(['http', 'indexer', 'jobs', 'signer']),
      host: '127.0.0.1',
      port: 3000,
      keys: { kind: 'keystore' },
      signerService: undefined,
      metrics: undefined,
      log: { level: 'info', format: 'json' },
      drainMs: 5_000,
      market: {
        publicUrl: 'https://market.example',
        trustProxy: 0,
        poolSize: 16,
        isPreparing: true,
        auctionExpireHours: 72,
        site: {},
        limits: {},
      },
    })
    expect(readServeSettings({ ...good, AUCTION_EXPIRE_HOURS: '5' })).toMatchObject({ market: { auctionExpireHours: 5 } })
    expect(readServeSettings({ ...good, DATABASE_PREPARE: 'off' })).toMatchObject({ market: { isPreparing: false } })
    expect(problemsOf({ ...good, AUCTION_EXPIRE_HOURS: '0' })).toEqual([expect.stringContaining('AUCTION_EXPIRE_HOURS')])
    expect(problemsOf({})).toEqual([
      'DATABASE_URL is missing.',
      'PUBLIC_URL is missing.',
      'PLINTH_CHAINS is missing: a JSON list of chains, or the file that holds it.',
      'KEYSTORE_DIR (with KEYSTORE_PASSPHRASE_FILE) or SIGNER_URL (with SIGNER_TOKEN_FILE) must say where the keys are.',
    ])
  })

  it('reports every problem at once, in sentences that hold no secret', () => {
    writeFileSync(join(folder, 'site.json'), '{"name":"","colour":"red"}')
    const env = {
      ...good,
      DATABASE_URL: 'mysql://plinth:hunter22@db/plinth',
      PUBLIC_URL: 'https://market.example/shop',
      API_PREFIX: 'api',
      PORT: '99999',
      TRUST_PROXY: 'true',
      DATABASE_POOL: '2',
      DATABASE_PREPARE: 'no',
      PLINTH_CHAINS: JSON.stringify([{ ...CHAIN, rpcUrls: ['hunter22.example/key'], contracts: { ...CHAIN.contracts, exchange: '0x12' } }]),
      STORAGE: 's3://bucket',
      SMTP_URL: 'http://mail:hunter22@host',
      SITE_CONFIG: join(folder, 'site.json'),
      RATE_LIMITS: '{"requestsPerIp":0,"other":3}',
      LOG_LEVEL: 'loud',
      METRICS_PORT: '9100',
      METRICS_HOST: '0.0.0.0',
      SIGNER_URL: 'http://127.0.0.1:4300',
    }
    const problems = problemsOf(env, ['--roles=http,cook'])
    expect(problems.join('\n')).not.toContain('hunter22')
    expect(problems).toEqual([
      'ROLES must be some of http, indexer, jobs, signer, parted by commas.',
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/plinth.',
      'PUBLIC_URL must be the address visitors open, such as https://market.example, without a path.',
      'PLINTH_CHAINS[0].rpcUrls[0] must be a URL that begins with http:// or https://.',
      'PLINTH_CHAINS[0].contracts.exchange must be an address, 0x and 40 hex digits.',
      'STORAGE must be disk, s3 or ipfs.',
      'SMTP_URL must be a URL such as smtps://user:password@host:465.',
      'MAIL_FROM must say who sends what goes through SMTP_URL.',
      'API_PREFIX must be a path such as /api.',
      expect.stringMatching(/^SITE_CONFIG\.name: /),
      'SITE_CONFIG has fields that are not known: colour.',
      'RATE_LIMITS.requestsPerIp must be a whole number above 0.',
      'RATE_LIMITS has fields that are not known: other.',
      'TRUST_PROXY must be how many proxies stand in front (0 to 10), or their addresses and networks, such as 10.0.0.0/8.',
      'DATABASE_POOL must be a whole number from 4 to 500.',
      'DATABASE_PREPARE must be one of on, off.',
      'KEYSTORE_DIR and SIGNER_URL are given, and only one of them may say where the keys are.',
      'METRICS_TOKEN_FILE must name a file with a secret when METRICS_HOST is not this machine alone.',
      'LOG_LEVEL must be one of info, warn, error.',
      'PORT must be a whole number from 1 to 65535.',
    ])
  })

  it('takes a mail server with who sends through it, and says what is off without', () => {
    const { market, log } = readServeSettings({
      ...good,
      SMTP_URL: 'smtps://plinth:p%40ss-word@mail.example:465',
      MAIL_FROM: 'Shop <shop@example.org>',
    })
    expect(market?.mail).toEqual({ smtpUrl: 'smtps://plinth:p%40ss-word@mail.example:465', from: 'Shop <shop@example.org>' })
    expect(log.secrets).toContain('p@ss-word')
    expect(readServeSettings(good)).toMatchObject({
      market: { mail: undefined },
      notes: ['Without SMTP_URL nobody can sign in by e-mail.'],
    })
    expect(problemsOf({ ...good, SMTP_URL: 'smtps://plinth:100%@mail.example', MAIL_FROM: 'shop@example.org' })).toHaveLength(1)
  })

  it('[MONEY-02] takes price feeds of coin, tokens and currencies, and one of a sequencer', () => {
    const read = (entry: object) => readServeSettings({ ...good, PLINTH_CHAINS: JSON.stringify([{ ...CHAIN, ...entry }]) })
    const coin = { address: address('1'), heartbeat: 3_600 }
    const feeds = [coin, { ...coin, token: address('7') }, { ...coin, currency: 'EUR' }]
    const [chain] = read({ feeds, sequencerFeed: { address: address('2') } }).market?.chains ?? []
    const read1 = { address: address('1'), heartbeatS: 3_600 }
    expect(chain?.feeds).toEqual([
      { ...read1, token: address('0') },
      { ...read1, token: address('7') },
      { ...read1, currency: 'EUR' },
    ])
    expect(chain?.sequencerFeed).toEqual({ address: address('2'), graceS: 3_600 })
    expect(() => read({ feeds: [coin, coin] })).toThrow('PLINTH_CHAINS names two feeds of chain 137 for the same money.')
    expect(() => read({ feeds: [{ ...coin, currency: 'USD' }] })).toThrow('PLINTH_CHAINS[0].feeds[0].currency must be one of EUR')
    expect(() => read({ feeds: [{ ...coin, heartbeat: 3 }] })).toThrow('PLINTH_CHAINS[0].feeds[0].heartbeat must be a whole number')
    expect(() => read({ feeds: [{ ...coin, token: address('7'), currency: 'EUR' }] })).toThrow('not of both')
  })

  it('takes contracts of former editions, and refuses one that names an address of the present set', () => {
    const read = (former: object[]) =>
      readServeSettings({ ...good, PLINTH_CHAINS: JSON.stringify([{ ...CHAIN, contracts: { ...CHAIN.contracts, former } }]) })
    const others = { exchange: address('1'), auctionExchange: address('2'), blindBox: address('5'), transferProxy: address('6') }
    const first = { ...CHAIN.contracts, ...others, edition: 1, deployBlock: 3 }
    expect(read([first]).market?.chains[0]?.contracts.former).toEqual([first])
    expect(() => read([{ ...first, transferProxy: address('d') }])).toThrow(
      'PLINTH_CHAINS names a contract of chain 137 twice: a former edition has other addresses than the present one.',
    )
    const { deployBlock: _, ...short } = first
    expect(() => read([short])).toThrow('PLINTH_CHAINS[0].contracts.former[0].deployBlock')
  })

  it('[BULK-08] takes a set with many transfers and one without, and refuses their address twice', () => {
    const read = (contracts: object) => readServeSettings({ ...good, PLINTH_CHAINS: JSON.stringify([{ ...CHAIN, contracts }]) })
    const many = { ...CHAIN.contracts, manyTransfers: address('8') }
    expect(read(many).market?.chains[0]?.contracts).toEqual(many)
    expect(read(CHAIN.contracts).market?.chains[0]?.contracts).not.toHaveProperty('manyTransfers')
    expect(() => read({ ...many, manyTransfers: address('d') })).toThrow('PLINTH_CHAINS names a contract of chain 137 twice')
    expect(() => read({ ...many, manyTransfers: 'none' })).toThrow('PLINTH_CHAINS[0].contracts.manyTransfers')
  })

  it('[F-88] reads that a chain sells no boxes', () => {
    const marketOf = (chain: object) => readServeSettings({ ...good, PLINTH_CHAINS: JSON.stringify([chain]) }).market
    expect(marketOf({ ...CHAIN, boxes: false })?.chains[0]).toMatchObject({ hasNoBoxes: true })
    expect(marketOf(CHAIN)?.chains[0]).toMatchObject({ hasNoBoxes: false })
  })

  it('[F-80] refuses the coin itself as a pay token', () => {
    const face = { address: `0x${'0'.repeat(36)}1010`, name: 'POL', symbol: 'POL', decimals: 18 }
    expect(problemsOf({ ...good, PLINTH_CHAINS: JSON.stringify([{ ...CHAIN, payTokens: [face] }]) })).toEqual([
      'PLINTH_CHAINS[0] names the coin of chain 137 itself as a pay token: take its wrapped coin instead.',
    ])
  })

  it('takes the chains from a file, fills in what the shipped networks say, and refuses contradictions', () => {
    const { name: _, symbol: __, rpc: ___, ...rest } = CHAIN
    writeFileSync(join(folder, 'chains.json'), JSON.stringify([{ ...rest, chainId: 1, blockTime: 12 }]))
    const { market } = readServeSettings({ ...good, PLINTH_CHAINS: join(folder, 'chains.json') })
    expect(market?.chains[0]).toMatchObject({
      network: { name: 'Ethereum', symbol: 'ETH', explorer: 'https://etherscan.io' },
      blockTimeS: 12,
    })
    const token = { address: address('7'), name: 'Dollar', symbol: 'USD', decimals: 6, isDefault: true }
    const twice = [CHAIN, { ...CHAIN, rpc: 'http://plain.example', payTokens: [token, token] }]
    expect(problemsOf({ ...good, PLINTH_CHAINS: JSON.stringify(twice), DEFAULT_CHAIN_ID: '5' })).toEqual([
      'PLINTH_CHAINS names chain 137 more than once.',
      'PLINTH_CHAINS gives chain 137 more than one default pay token.',
      'PLINTH_CHAINS names a pay token of chain 137 twice.',
      'PLINTH_CHAINS: the public rpc of chain 137 must be https, because PUBLIC_URL is.',
      'DEFAULT_CHAIN_ID must be one of the chains of PLINTH_CHAINS: 137, 137.',
    ])
    expect(problemsOf({ ...good, PLINTH_CHAINS: '[' })).toEqual(['PLINTH_CHAINS is no valid JSON.'])
    expect(problemsOf({ ...good, PLINTH_CHAINS: join(folder, 'none') })).toEqual([
      `PLINTH_CHAINS names ${join(folder, 'none')}, which can't be read (ENOENT).`,
    ])
  })

  it('trusts as many proxies as are set, or those that are named', () => {
    const trust = (value: string) => readServeSettings({ ...good, TRUST_PROXY: value }).market?.trustProxy
    expect(trust('2')).toBe(2)
    expect(trust('loopback, 10.0.0.0/8,2001:db8::/32')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32'])
    for (const bad of ['true', '11', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8'])
      expect(problemsOf({ ...good, TRUST_PROXY: bad }), bad).toHaveLength(1)
  })

  it('takes plain keys where money is play money, and nowhere else', () => {
    for (const name of ['miner', 'fee-signer']) writeFileSync(join(folder, name), `0x${'12'.repeat(32)}\n`, { mode: 0o600 })
    const { KEYSTORE_DIR: _, KEYSTORE_PASSPHRASE_FILE: __, ...env } = good
    const local = { ...env, PLAIN_KEYS_DIR: folder, PLINTH_CHAINS: JSON.stringify([{ ...CHAIN, chainId: 31337 }]) }
    expect(readServeSettings(local).keys.kind).toBe('plain')
    expect(problemsOf({ ...local, PLINTH_CHAINS: good.PLINTH_CHAINS })).toEqual([
      'PLAIN_KEYS_DIR is for local chains only, where money is play money: put the keys into keystores (npm run keys).',
    ])
  })

  it('takes secrets only from files that only their owner can read', () => {
    chmodSync(join(folder, 'passphrase'), 0o644)
    expect(problemsOf(good)).toEqual([
      `KEYSTORE_PASSPHRASE_FILE names ${join(folder, 'passphrase')}, which everybody on this machine can read: chmod 600 it.`,
    ])
  })

  it('opens the key that owns blind boxes for the role jobs alone', () => {
    writeFileSync(join(folder, 'keeper.json'), '{}')
    const keeper = { KEEPER_KEYSTORE: join(folder, 'keeper.json'), KEEPER_PASSPHRASE_FILE: join(folder, 'passphrase') }
    expect(readServeSettings(good).keeper).toBeUndefined()
    expect(readServeSettings({ ...good, ...keeper }).keeper).toBeDefined()
    expect(readServeSettings({ ...good, ...keeper, ROLES: 'http' }).keeper).toBeUndefined()
    expect(problemsOf({ ...good, ...keeper, KEEPER_PASSPHRASE_FILE: '' })).toEqual([
      'KEEPER_PASSPHRASE_FILE must name the file with the passphrase of KEEPER_KEYSTORE.',
    ])
    expect(problemsOf({ ...good, KEEPER_PASSPHRASE_FILE: join(folder, 'passphrase') })).toEqual([
      'KEEPER_PASSPHRASE_FILE is given, and KEEPER_KEYSTORE does not say which keystore it opens.',
    ])
    expect(problemsOf({ ...good, ...keeper, KEEPER_KEYSTORE: join(folder, 'none.json') })).toEqual([
      `KEEPER_KEYSTORE names ${join(folder, 'none.json')}, which can't be read (ENOENT).`,
    ])
  })

  it('gives a signer of its own no database, and others no keys', () => {
    const signer = {
      KEYSTORE_DIR: folder,
      KEYSTORE_PASSPHRASE_FILE: join(folder, 'passphrase'),
      SIGNER_LISTEN: '127.0.0.1:4300',
      SIGNER_TOKEN_FILE: join(folder, 'token'),
    }
    const alone = readServeSettings(signer, ['--roles=signer'])
    expect(alone).toMatchObject({ market: undefined, signerService: { listen: '127.0.0.1:4300' }, notes: [] })
    expect(problemsOf({ ...signer, SIGNER_LISTEN: '' }, ['--roles=signer'])).toEqual([
      'SIGNER_LISTEN must say where the signer is reached, such as 127.0.0.1:4300 or unix:/run/plinth/signer.sock.',
    ])
    const { KEYSTORE_DIR: _, KEYSTORE_PASSPHRASE_FILE: __, ...env } = good
    const web = { ...env, ROLES: 'http', SIGNER_URL: 'unix:/run/plinth/signer.sock', SIGNER_TOKEN_FILE: join(folder, 'token') }
    expect(readServeSettings(web).keys).toMatchObject({ kind: 'remote', remote: { url: 'unix:/run/plinth/signer.sock' } })
  })

  it('takes gateways behind which an address can be put', () => {
    const gateways = (value: string) => readServeSettings({ ...good, IPFS_GATEWAYS: value }).market?.gateways?.ipfs
    expect(gateways('https://ipfs.io/, http://127.0.0.1:8080')).toEqual(['https://ipfs.io', 'http://127.0.0.1:8080'])
    for (const bad of [
      'ipfs.io',
      'ftp://ipfs.io',
      'https://a:hunter22@gate.example',
      'https://gate.example?key=hunter22',
      'https://a.example,',
    ]) {
      const sentence = 'must be URLs parted by commas, such as https://ipfs.io, without a user, a query or a fragment.'
      expect(problemsOf({ ...good, IPFS_GATEWAYS: bad }), bad).toEqual([`IPFS_GATEWAYS ${sentence}`])
      expect(problemsOf({ ...good, ARWEAVE_GATEWAYS: bad }), bad).toEqual([`ARWEAVE_GATEWAYS ${sentence}`])
    }
  })

  it('refuses a password with a bare %, which is no part of a URL', () => {
    expect(problemsOf({ ...good, DATABASE_URL: 'postgres://plinth:100%@db/plinth' })).toEqual([
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/plinth, each % of the password written %25.',
    ])
  })

  it('takes the storage that is set, and misses what belongs to it', () => {
    const path = join(folder, 's3-secret')
    writeFileSync(path, 'an-s3-secret\n', { mode: 0o600 })
    const s3 = {
      STORAGE: 's3',
      S3_ENDPOINT: 'https://s3.example/',
      S3_BUCKET: 'art/market',
      S3_ACCESS_KEY_ID: 'AKIA',
      S3_SECRET_KEY_FILE: path,
    }
    const { market, log } = readServeSettings({ ...good, ...s3 })
    expect(market?.storage).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'art/market',
      accessKeyId: 'AKIA',
      secretAccessKey: 'an-s3-secret',
    })
    expect(log.secrets).toContain('an-s3-secret')
    expect(problemsOf({ ...good, STORAGE: 's3', S3_ENDPOINT: 'https://key:an-s3-secret@s3.example', S3_BUCKET: 'Art' })).toEqual([
      'STORAGE is s3, and S3_ACCESS_KEY_ID and S3_SECRET_KEY_FILE are missing.',
      'S3_ENDPOINT must be a URL that begins with http:// or https://, without a user, a query or a fragment.',
      'S3_BUCKET must be the name of a bucket, with a folder behind it if you like: bucket/folder.',
    ])
    expect(problemsOf({ ...good, STORAGE: 'ipfs' })).toEqual([
      'STORAGE is ipfs, and IPFS_API is missing: the RPC of your node, such as http://127.0.0.1:5001.',
    ])
    expect(readServeSettings({ ...good, STORAGE: 'ipfs', IPFS_API: 'http://127.0.0.1:5001/' }).market?.storage).toEqual({
      kind: 'ipfs',
      api: 'http://127.0.0.1:5001',
      token: undefined,
    })
  })

  it('gives the log the words it must never write', () => {
    const { log } = readServeSettings({ ...good, IPFS_GATEWAYS: 'https://gate.example/0123456789abcdef-gate' })
    const words = ['hunter22!', 'hunter22%21', '8f3a1c0de98b4c5f9d7e8f3a', '0123456789abcdef-gate']
    expect(log.secrets).toEqual(expect.arrayContaining(words))
  })
})

describe('[F-39] a misspelt setting', () => {
  it('is refused with the name that was meant, and names of other programs are not', () => {
    const slips = { TRUST_PROXI: '1', TRUSTPROXY: '1', MAIL_FORM: 'a@b.example', S3_REGOIN: 'x', role: 'http', DATABASE_POOOL: '9' }
    expect(findMisspelt(slips).map((sentence) => sentence.split('?')[0])).toEqual([
      'TRUST_PROXI is no setting: TRUST_PROXY was meant',
      'TRUSTPROXY is no setting: TRUST_PROXY was meant',
      'MAIL_FORM is no setting: MAIL_FROM was meant',
      'S3_REGOIN is no setting: S3_REGION was meant',
      'DATABASE_POOOL is no setting: DATABASE_POOL was meant',
    ])
    const others = [
      'HOME',
      'HOSTNAME',
      'PATH',
      'PWD',
      'USER',
      'TMPDIR',
      'NODE_ENV',
      'PGHOST',
      'PORTS',
      'XDG_DATA_DIRS',
      'PLINTH_PORT_3000_TCP',
    ]
    expect(findMisspelt(Object.fromEntries([...others, ...SETTINGS].map((name) => [name, 'x'])))).toEqual([])
    for (const read of [() => readServeSettings({ TRUST_PROXI: '1' }), () => readMarketSettings({ TRUST_PROXI: '1' })])
      expect(read).toThrow('TRUST_PROXI is no setting: TRUST_PROXY was meant? Rename it, or take it out of the environment.')
  })

  it('is compared with every setting that is read', () => {
    const folder = new URL('.', import.meta.url)
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    const text = sources.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
    const readHere = [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)|\bread\('([A-Z][A-Z0-9_]+)'/g)].map(([, one, other]) => one ?? other)
    expect(readHere.length).toBeGreaterThan(30)
    expect(readHere.filter((name) => !SETTINGS.includes(name ?? ''))).toEqual([])
  })
})
