import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startTestnet, type Testnet } from '@plinth/devnet'
import { addDatabase } from '../../scripts/market/market-place.ts'
import { freePort } from './market.ts'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const PLINTH = join(ROOT, 'scripts/plinth.mjs')
const START_MS = 200_000

export interface Production {
  url: string
  testnet: Testnet
  stop(): Promise<number | null>
}

/**
 * The market as `npm run serve` runs it, on a chain that is no local one to it. Its database lies in the PostgreSQL of the
 * market in `dataDir`, which runs.
 */
export async function startProduction(chainId: number, dataDir: string): Promise<Production> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-production-'))
  const testnet = await startTestnet({ chainId, blockTimeS: 1 })
  const keys = await makeKeystores(folder, testnet)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...keys,
    DATABASE_URL: await addDatabase(dataDir, `production_${port}`),
    PUBLIC_URL: url,
    PLINTH_CHAINS: JSON.stringify([chainEntry(testnet)]),
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    DRAIN_SECONDS: '0',
  }
  const { child, exited, output } = run('serve', [], env)
  await waitFor(output, /"event":"ready"/, exited)
  return {
    url,
    testnet,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await exited
      await testnet.stop()
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

function chainEntry({ chainId, rpcUrl, contracts }: Testnet): object {
  const { deployBlock, isNew: _, wrappedCoin: __, dollar: ___, ...addresses } = contracts
  return { chainId, name: 'Polygon', symbol: 'POL', rpcUrls: [rpcUrl], rpc: rpcUrl, contracts: addresses, deployBlock, blockTime: 1 }
}

async function makeKeystores(folder: string, { keys }: Testnet): Promise<NodeJS.ProcessEnv> {
  const [plain, sealed, passphrase] = [join(folder, 'plain'), join(folder, 'keystores'), join(folder, 'passphrase')]
  mkdirSync(plain, { mode: 0o700 })
  writeFileSync(join(plain, 'miner'), keys.miner, { mode: 0o600 })
  writeFileSync(join(plain, 'fee-signer'), keys.feeSigner, { mode: 0o600 })
  writeFileSync(passphrase, 'correct horse battery staple', { mode: 0o600 })
  const { code, output } = await runPlinth('keys', ['--to', sealed, '--from', plain, '--passphrase-file', passphrase], {})
  if (code !== 0) throw new Error(output)
  return { KEYSTORE_DIR: sealed, KEYSTORE_PASSPHRASE_FILE: passphrase }
}

/** An operator's command, to its end. */
export async function runPlinth(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const { exited, output } = run(command, args, env)
  return { code: await exited, output: output() }
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  let printed = ''
  const child = spawn(process.execPath, [PLINTH, command, ...args], { cwd: ROOT, env: { PATH: process.env.PATH, ...env } })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, exited, output: () => printed }
}

async function waitFor(output: () => string, pattern: RegExp, exited: Promise<number | null>): Promise<void> {
  let code: number | null | undefined
  void exited.then((value) => (code = value))
  for (const end = performance.now() + START_MS; performance.now() < end && code === undefined; ) {
    if (pattern.test(output())) return
    await sleep(100)
  }
  throw new Error(`It was not ready:\n${output()}`)
}
