import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BoxRecord, type Client, createClient } from '@plinth/api'
import { startTestnet, type Testnet } from '@plinth/devnet'
import { BOX_REQUEST_STATUS, DEFAULT_FEE_BPS, loginText, mintDigest, payAmount, recoverSigner, toAddress } from '@plinth/protocol'
import { blindBoxAbi, collection721Abi } from '@plinth/protocol/abi'
import sharp from 'sharp'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { PEOPLE } from '../../test/market/harness.ts'
import { PROCESS_ENV } from '../../test/operator/process-env.ts'
import { connect } from '../db/database.ts'
import { findFreePort } from '../process/free-port.ts'
import { sealKeystore } from '../signer/keystore.ts'

const PLINTH = fileURLToPath(new URL('../../../../scripts/plinth.mjs', import.meta.url))
const CHAIN_ID = 137
const RPC_SECRET = 'endpoint-key-0123456789abcdef'
const PASSPHRASE = 'correct horse battery staple'
const SIGNER_TOKEN = 'a-secret-that-both-ends-share-0123456789'
const START_MS = 150_000
const SOON = { timeout: 60_000 }

type Served = { readonly child: ChildProcess; output(): string; exited: Promise<number | null> }

let folder: string
let testnet: Testnet
let database: TestDatabase
let running: Served[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-serve-'))
  testnet = await startTestnet({ chainId: CHAIN_ID, blockTimeS: 1 })
  database = await openTestDatabase()
  for (const [name, key] of [
    ['miner', testnet.keys.miner],
    ['fee-signer', testnet.keys.feeSigner],
    ['keeper', testnet.keys.operator],
  ] as const)
    writeFileSync(join(folder, `${name}.json`), await sealKeystore(key, PASSPHRASE, 4_096))
  writeFileSync(join(folder, 'passphrase'), PASSPHRASE, { mode: 0o600 })
  writeFileSync(join(folder, 'token'), SIGNER_TOKEN, { mode: 0o600 })
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Plinth</title>')
}, START_MS)

afterEach(async () => {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
})

afterAll(async () => {
  await database?.close()
  await testnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The environment of a market on one production chain, whose endpoint carries a key. */
function marketEnv(): NodeJS.ProcessEnv {
  const { deployBlock, isNew: _, ...addresses } = testnet.contracts
  const contracts = {
    exchange: addresses.exchange,
    auctionExchange: addresses.auctionExchange,
    blindBox: addresses.blindBox,
    transferProxy: addresses.transferProxy,
    collectionFactory: addresses.collectionFactory,
    collection721Implementation: addresses.collection721Implementation,
    collection1155Implementation: addresses.collection1155Implementation,
    official721: addresses.official721,
    official1155: addresses.official1155,
    prizeCollection: addresses.prizeCollection,
  }
  const rpcUrls = [`${testnet.rpcUrl}/?key=${RPC_SECRET}`]
  const chain = { chainId: CHAIN_ID, name: 'Polygon', symbol: 'POL', rpcUrls, rpc: testnet.rpcUrl, contracts, deployBlock, blockTime: 1 }
  return {
    DATABASE_URL: database.url,
    PUBLIC_URL: 'http://market.example',
    PLINTH_CHAINS: JSON.stringify([chain]),
    DATA_DIR: join(folder, 'data'),
    WEB_DIR: join(folder, 'web'),
    DRAIN_SECONDS: '2',
  }
}

const OWN_KEYS = () => ({ KEYSTORE_DIR: folder, KEYSTORE_PASSPHRASE_FILE: join(folder, 'passphrase') })

const KEEPER = () => ({ KEEPER_KEYSTORE: join(folder, 'keeper.json'), KEEPER_PASSPHRASE_FILE: join(folder, 'passphrase') })

async function serve(env: NodeJS.ProcessEnv): Promise<Served> {
  let printed = ''
  const child = spawn(process.execPath, [PLINTH, 'serve'], { env: { ...PROCESS_ENV, NODE_ENV: 'production', ...env } })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const served = { child, output: () => printed, exited: once(child, 'close').then(([code]) => code as number | null) }
  running = [...running, served]
  const ended = served.exited.then((code) => `ended with ${code}`)
  const ready = expect.poll(() => printed, { timeout: START_MS, interval: 100 }).toContain('"event":"ready"')
  const early = await Promise.race([ended, ready.then(() => undefined)])
  if (early) throw new Error(`${early}: ${printed}`)
  return served
}

async function stop({ child, exited }: Served, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal)
  return exited
}

async function operate(...line: readonly string[]): Promise<string> {
  const env = { ...PROCESS_ENV, ...marketEnv(), ...KEEPER() }
  const { stdout } = await promisify(execFile)(process.execPath, [PLINTH, 'operator', ...line], { env })
  return stdout
}

/** A series from a file, whose box is drawn by the process with the reveal operator's key. */
async function openABox(api: Client): Promise<void> {
  const keeper = testnet.operator.account.address
  await testnet.setBalance(keeper, parseEther('10'))
  await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } }).toFile(join(folder, 'koi.png'))
  const prizes = [{ name: 'Koi', image: 'koi.png', amount: 2 }]
  const sale = { price: '0.1', prizesPerBox: 1, repeats: true, starts: '2020-01-01T00:00:00Z', ends: '2100-01-01T00:00:00Z', prizes }
  writeFileSync(join(folder, 'series.json'), JSON.stringify({ chainId: CHAIN_ID, name: 'Pond', image: 'koi.png', ...sale }))
  expect(await operate('box', 'create', '--file', join(folder, 'series.json'), '--why', 'asked for')).toContain(
    'Box 1, Pond, is stored: 2 boxes.',
  )
  await operate('box', 'fill', '--box', '1', '--requests', '5', '--why', 'asked for')
  await operate('box', 'deposit', '--box', '1', '--amount', '1', '--why', 'asked for')
  const box = () => api.blind['box.detail']({ boxId: 1n })
  await expect.poll(async () => (await box())?.bond, SOON).toBe(parseEther('1'))
  const { boxHash, contract, unitPrice } = (await box()) as BoxRecord
  const value = payAmount(unitPrice, 1n, DEFAULT_FEE_BPS)
  await testnet.walletOf('Alice').writeContract({ address: contract, abi: blindBoxAbi, functionName: 'open', args: [boxHash, 1n], value })
  const drawn = async () => (await api.blind['box.history']({ boxId: 1n, page: 1, limit: 5 })).list.map(({ status }) => status)
  await expect.poll(drawn, SOON).toEqual([BOX_REQUEST_STATUS.DRAWN])
}

async function signIn(url: string): Promise<Client> {
  const { loginMessage } = await createClient({ baseUrl: url }).config.fetch({})
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = await PEOPLE.alice.signMessage({ message: loginText(loginMessage, timestamp) })
  const { token } = await createClient({ baseUrl: url }).user.login({ address: toAddress(PEOPLE.alice.address), signature, timestamp })
  return createClient({ baseUrl: url, token: () => token })
}

describe('npm run serve', () => {
  it('[F-33] [F-152] runs each role in a process of its own, and shows at /readyz and /metrics how the signer is', {
    timeout: 400_000,
    tags: 'more',
  }, async () => {
    const [port, metricsPort, indexMetrics, signerMetrics] = await Promise.all([1, 2, 3, 4].map(() => findFreePort()))
    const socket = `unix:${join(folder, 'signer.sock')}`
    const signing = { SIGNER_URL: socket, SIGNER_TOKEN_FILE: join(folder, 'token') }
    const signer = await serve({
      ...OWN_KEYS(),
      ROLES: 'signer',
      SIGNER_LISTEN: socket,
      SIGNER_TOKEN_FILE: join(folder, 'token'),
      METRICS_PORT: String(signerMetrics),
      METRICS_TOKEN_FILE: join(folder, 'token'),
    })
    const index = await serve({ ...marketEnv(), ...signing, ...KEEPER(), ROLES: 'indexer,jobs', METRICS_PORT: String(indexMetrics) })
    const web = await serve({ ...marketEnv(), ...signing, ROLES: 'http', PORT: String(port), METRICS_PORT: String(metricsPort) })
    const url = `http://127.0.0.1:${port}`
    await expect.poll(async () => (await fetch(`${url}/readyz`)).json(), { timeout: 60_000 }).toMatchObject({ ok: true, degraded: [] })

    const api = await signIn(url)
    const { tokenId, v, r, s } = await api.dapp.sign({ collection: testnet.contracts.official721, chainId: CHAIN_ID })
    const minter = toAddress(PEOPLE.alice.address)
    const digest = mintDigest({ chainId: CHAIN_ID, collection: testnet.contracts.official721, tokenId, minter })
    expect(await recoverSigner(digest, { v: Number(v) as 27, r, s })).toBe(toAddress(testnet.miner.address))
    await testnet.walletOf('Alice').writeContract({
      address: testnet.contracts.official721,
      abi: collection721Abi,
      functionName: 'mint',
      args: [tokenId, Number(v), r, s, [], '/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'],
    })
    const detail = () => api.nft.detail({ collection: testnet.contracts.official721, tokenId, chainId: CHAIN_ID })
    await expect.poll(detail, { timeout: 60_000 }).toBeTruthy()

    await openABox(api)
    const page = await (await fetch(`${url}/blindbox/detail/1`)).text()
    expect(page).toContain('<title>Pond · Plinth</title>')
    expect(page).toContain('property="og:url" content="http://market.example/blindbox/detail/1?chain=137"')
    expect(page).toMatch(/property="og:image" content="http:\/\/market\.example\/static\/upload\/[a-z0-9]+\.(png|webp|jpg)!1200x1200"/)

    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toContain('plinth_calls_total{call="dapp.sign",errno="0"} 1')
    expect(metrics).toContain('plinth_signatures_total{key="miner",outcome="signed"} 1')
    expect(await (await fetch(`http://127.0.0.1:${indexMetrics}/metrics`)).text()).toMatch(/plinth_chain_indexed_block\{chain="137"\} \d+/)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)

    await connect(database.dialect).updateTable('chain_cursor').set({ stopped: 'the chain took back 300 blocks' }).execute()
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ok: true, degraded: ['chain 137 stopped'] })
    await expect(api.dapp.sign({ collection: testnet.contracts.official721, chainId: CHAIN_ID })).rejects.toMatchObject({
      code: 'CHAIN_STOPPED',
    })
    await connect(database.dialect).updateTable('chain_cursor').set({ stopped: null }).execute()

    const ofSigner = (path: string, headers = {}) => fetch(`http://127.0.0.1:${signerMetrics}${path}`, { headers })
    expect(await (await ofSigner('/readyz')).json()).toMatchObject({ ok: true })
    expect((await ofSigner('/metrics')).status).toBe(401)
    const signed = await (await ofSigner('/metrics', { authorization: `Bearer ${SIGNER_TOKEN}` })).text()
    expect(signed).toContain('plinth_signatures_total{key="miner",outcome="signed"} 1')
    expect(signed).toMatch(/^process_cpu_seconds_total/m)
    signer.child.kill('SIGKILL')
    await signer.exited
    for (const at of [port, metricsPort, indexMetrics])
      await expect
        .poll(async () => (await fetch(`http://127.0.0.1:${at}/readyz`)).json(), { timeout: 5_000 })
        .toMatchObject({ ok: true, degraded: ['signer not reached'] })
    expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain('plinth_signer_reached 0')

    for (const served of [web, index]) expect(await stop(served)).toBe(0)
    const printed = [web, index, signer].map((served) => served.output()).join('\n')
    const secrets = [RPC_SECRET, PASSPHRASE, SIGNER_TOKEN, ...Object.values(testnet.keys), new URL(database.url).password]
    for (const secret of secrets) expect(printed).not.toContain(secret)
    expect(printed).toContain('"call":"dapp.sign"')
  })

  it('stops in order: not ready first, then what is under way, with 0; a second signal forces it', {
    timeout: 400_000,
    tags: 'more',
  }, async () => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const served = await serve({ ...marketEnv(), ...OWN_KEYS(), PORT: String(port), DRAIN_SECONDS: '10' })
    const stream = await fetch(`${url}/events`)
    const streamed = stream.text().catch((error: unknown) => `cut off: ${error}`)
    served.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/readyz`)).json(), { interval: 50, timeout: 8_000 }).toMatchObject({ ok: false })
    expect((await createClient({ baseUrl: url }).config.fetch({})).network.chainId).toBe(CHAIN_ID)
    expect(await served.exited).toBe(0)
    expect(await streamed).toContain('retry:')
    expect(served.output()).not.toContain('"level":"error"')

    const slow = await serve({ ...marketEnv(), ...OWN_KEYS(), PORT: String(port), DRAIN_SECONDS: '60' })
    slow.child.kill('SIGTERM')
    await sleep(1_500)
    expect(await stop(slow)).toBe(1)
  })

  it.each([
    ['an uncaught error', 'setTimeout(fail)'],
    ['an unhandled rejection', 'Promise.resolve().then(fail)'],
  ])('ends in order with 1 after %s, which is logged without secrets', { timeout: 400_000, tags: 'more' }, async (_, doing) => {
    const bug = `const fail = () => { throw new Error('at ${testnet.rpcUrl}/v3/${RPC_SECRET} by ${RPC_SECRET}') }`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(`${bug}; process.on('SIGUSR2', () => ${doing})`)}`
    const served = await serve({ ...marketEnv(), ...OWN_KEYS(), ROLES: 'jobs', NODE_OPTIONS })
    expect(await stop(served, 'SIGUSR2')).toBe(1)
    const lines = served.output().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'failed', error: { message: expect.stringMatching(/^at http:\/\/127\.0\.0\.1:\d+\/\[hidden\] by \[hidden\]$/) } },
    ])
    expect(served.output()).not.toContain(RPC_SECRET)
  })

  it('says in sentences what keeps it from starting', { timeout: 300_000, tags: 'more' }, async () => {
    const port = await findFreePort()
    const fails = async (env: NodeJS.ProcessEnv) => {
      const child = spawn(process.execPath, [PLINTH, 'serve'], { env: { ...PROCESS_ENV, ...env } })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      const [code] = await once(child, 'close')
      return { code, printed }
    }
    expect(await fails({})).toEqual({ code: 1, printed: expect.stringMatching(/^DATABASE_URL is missing\.\nPUBLIC_URL is missing\.\n/) })
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'market@market.example' }
    const jobs = { ...marketEnv(), ...OWN_KEYS(), ...mail, ROLES: 'jobs', PORT: String(port) }
    expect(await fails({ ...jobs, DATABASE_URL: 'postgres://plinth:hunter22@127.0.0.1:1/none' })).toEqual({
      code: 1,
      printed: "The database of DATABASE_URL can't be used (ECONNREFUSED).\n",
    })
    expect(await fails({ ...jobs, METRICS_PORT: new URL(testnet.rpcUrl).port })).toEqual({
      code: 1,
      printed: expect.stringContaining('end it, or choose a free port with METRICS_PORT.'),
    })
    const noFolder = join(folder, 'passphrase')
    expect(await fails({ ...jobs, DATA_DIR: noFolder })).toEqual({
      code: 1,
      printed: `The data folder ${noFolder} can't be used (EEXIST): choose another with DATA_DIR.\n`,
    })
    const signing = { SIGNER_TOKEN_FILE: join(folder, 'token'), SIGNER_LISTEN: `unix:${join(folder, 'none', 'socket')}` }
    expect(await fails({ ...OWN_KEYS(), ...signing, ROLES: 'signer' })).toEqual({
      code: 1,
      printed: `SIGNER_LISTEN: ${signing.SIGNER_LISTEN} can't be listened at (EACCES).\n`,
    })
    writeFileSync(join(folder, 'wrong'), 'another passphrase', { mode: 0o600 })
    expect(await fails({ ...jobs, KEYSTORE_PASSPHRASE_FILE: join(folder, 'wrong') })).toEqual({
      code: 1,
      printed: "KEYSTORE_DIR: miner.json can't be opened: the passphrase does not fit.\n",
    })
    expect(await fails({ ...jobs, ...KEEPER(), KEEPER_PASSPHRASE_FILE: join(folder, 'wrong') })).toEqual({
      code: 1,
      printed: `KEEPER_KEYSTORE: ${join(folder, 'keeper.json')} can't be opened: the passphrase does not fit.\n`,
    })
  })
})
