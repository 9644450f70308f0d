/** @module-tag more */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestnet, type Testnet } from '@plinth/devnet'
import { type Connection, connect } from '@plinth/sdk'
import { bidFor, sellTo } from '@plinth/sdk/examples/bid.ts'
import { buyUpTo } from '@plinth/sdk/examples/buy.ts'
import { mintPicture } from '@plinth/sdk/examples/create.ts'
import { sell } from '@plinth/sdk/examples/sell.ts'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aPng } from '../../test/content/files.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { PROCESS_ENV } from '../../test/operator/process-env.ts'
import { findFreePort } from '../process/free-port.ts'
import { sealKeystore } from '../signer/keystore.ts'

const PLINTH = fileURLToPath(new URL('../../../../scripts/plinth.mjs', import.meta.url))
/** Of documents A and B, besides local ones. Names and coins of them are known. */
const CHAIN_IDS = [1, 56, 80_001, 256] as const
const PASSPHRASE = 'correct horse battery staple'
const START_MS = 200_000

let folder: string
let testnets: readonly Testnet[]
let database: TestDatabase
let child: ChildProcess
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-serve-'))
  const first = await startTestnet({ chainId: CHAIN_IDS[0], blockTimeS: 1 })
  const others = await Promise.all(CHAIN_IDS.slice(1).map((chainId) => startTestnet({ chainId, blockTimeS: 1, keys: first.keys })))
  testnets = [first, ...others]
  database = await openTestDatabase()
  for (const [name, key] of [
    ['miner', first.keys.miner],
    ['fee-signer', first.keys.feeSigner],
  ] as const)
    writeFileSync(join(folder, `${name}.json`), await sealKeystore(key, PASSPHRASE, 4_096))
  writeFileSync(join(folder, 'passphrase'), PASSPHRASE, { mode: 0o600 })
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Plinth</title>')
  await serve()
}, START_MS)
afterAll(async () => {
  child?.kill('SIGKILL')
  await Promise.all((testnets ?? []).map((testnet) => testnet.stop()))
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An entry of a network that ships: its name, coin, logo and explorer are left out. */
function entryOf({ chainId, rpcUrl, contracts }: Testnet): object {
  const { deployBlock, isNew: _, wrappedCoin, dollar: __, ...addresses } = contracts
  const payTokens = [{ address: wrappedCoin, name: 'Wrapped coin', symbol: 'WCOIN', decimals: 18, isDefault: true }]
  return { chainId, rpcUrls: [rpcUrl], rpc: rpcUrl, contracts: addresses, deployBlock, blockTime: 1, payTokens }
}

async function serve(): Promise<void> {
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  const env = {
    ...PROCESS_ENV,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    PLINTH_CHAINS: JSON.stringify(testnets.map(entryOf)),
    DATA_DIR: join(folder, 'data'),
    WEB_DIR: join(folder, 'web'),
    KEYSTORE_DIR: folder,
    KEYSTORE_PASSPHRASE_FILE: join(folder, 'passphrase'),
    PORT: String(port),
    DRAIN_SECONDS: '0',
  }
  let printed = ''
  child = spawn(process.execPath, [PLINTH, 'serve'], { env })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => `ended with ${code}: ${printed}`)
  const ready = vi.waitUntil(() => printed.includes('"event":"ready"'), { timeout: START_MS, interval: 100 })
  const early = await Promise.race([ended, ready.then(() => undefined)])
  if (early) throw new Error(early)
}

const connectedTo = (testnet: Testnet, name: 'Alice' | 'Bob'): Promise<Connection> =>
  connect({ url, wallet: testnet.walletOf(name), client: testnet.publicClient })

it.each(CHAIN_IDS)(
  '[NET-06] one market with one set of keys mints, lists, sells and takes a bid on chain %i',
  { timeout: 120_000 },
  async (chainId) => {
    const testnet = testnets.find((each) => each.chainId === chainId) ?? expect.unreachable()
    const [alice, bob] = [await connectedTo(testnet, 'Alice'), await connectedTo(testnet, 'Bob')]
    const picture = new File([new Uint8Array(await aPng())], 'work.png', { type: 'image/png' })
    const collection = testnet.contracts.official721
    const tokenId = await mintPicture(alice, collection, `Work of ${chainId}`, picture)
    const detail = async () => (await alice.market.api.nft.detail({ chainId, collection, tokenId })) ?? expect.unreachable()

    const sale = await sell(alice, await detail(), parseEther('0.5'))
    expect(await buyUpTo(bob, await detail(), sale, parseEther('0.6'))).toMatch(/^0x/)
    await expect.poll(async () => (await detail()).onlyOwner, { timeout: 30_000 }).toBe(bob.market.account)

    const offer = await bidFor(alice, await detail(), testnet.contracts.wrappedCoin, parseEther('0.2'))
    await sellTo(bob, await detail(), offer, parseEther('0.1'))
    await expect.poll(async () => (await detail()).onlyOwner, { timeout: 30_000 }).toBe(alice.market.account)
  },
)
