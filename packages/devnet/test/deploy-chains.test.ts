import { type ChildProcess, spawn } from 'node:child_process'
import { coinFaceOf, toAddress } from '@plinth/protocol'
import { createWalletClient, type Hex, http, numberToHex, publicActions } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { findAnvil } from '../src/anvil.ts'
import {
  callRpc,
  type DeployContractsOptions,
  deployContracts,
  findFreePort,
  foreignCode,
  getDemoAccount,
  type RecordKeeper,
  receiptOf,
} from '../src/index.ts'
import { waitForChain } from '../src/rpc.ts'

const CHAIN_ID = 4242
const someone = (digit: string) => toAddress(`0x${digit.repeat(40)}`)

let node: ChildProcess
let rpcUrl: string

async function startNode(chainId = CHAIN_ID, ...args: string[]): Promise<void> {
  const port = await findFreePort()
  rpcUrl = `http://127.0.0.1:${port}`
  node = spawn(findAnvil(), ['--quiet', '--port', String(port), '--chain-id', String(chainId), ...args], { stdio: 'ignore' })
  await waitForChain(rpcUrl, () => node.exitCode === null)
}

afterEach(async () => {
  const gone = new Promise((done) => node.once('exit', done))
  node.kill('SIGKILL')
  await gone
})

const deployer = () => getDemoAccount('Alice')
const sent = async () => Number(await callRpc<Hex>(rpcUrl, 'eth_getTransactionCount', [deployer().address, 'latest']))

/** A record in memory. */
function keepRecord(): RecordKeeper {
  let record: ReturnType<RecordKeeper['read']>
  return {
    read: () => record,
    write: (written) => {
      record = written
    },
  }
}

/** A run, with the lines that it logs. */
function run(overrides: Partial<DeployContractsOptions> = {}) {
  const lines: string[] = []
  const deployed = deployContracts({
    rpcUrl,
    chainId: CHAIN_ID,
    deployerKey: deployer().privateKey,
    operator: someone('f'),
    miner: someone('e'),
    feeSigners: [someone('a')],
    beneficiary: someone('c'),
    fees: { buyerFeeBps: 250n, minimumSellerFeeBps: 100n },
    record: keepRecord(),
    timeoutMs: 20_000,
    pollMs: 30,
    log: (line) => lines.push(line),
    ...overrides,
  })
  return { deployed, lines }
}

describe('a chain whose coin is an ERC20 too', () => {
  it('[F-80] is said at the deployment, with the address', async () => {
    await startNode(42220)
    const { deployed, lines } = run({ chainId: 42220 })
    await deployed
    expect(lines[0]).toBe(
      `The coin of chain 42220 is an ERC20 too, at ${coinFaceOf(42220)}: never take that as a pay token or as the wrapped coin.`,
    )
  })

  it('[F-80] does not take it as the wrapped coin, known or seen by its balances', async () => {
    await startNode(42220)
    await expect(run({ chainId: 42220, wrappedCoin: coinFaceOf(42220) }).deployed).rejects.toThrow(
      `--wrapped-coin ${coinFaceOf(42220)} is the coin of chain 42220 itself: name its wrapped form, or none.`,
    )
    const wallet = createWalletClient({ account: getDemoAccount('Bob').account, transport: http(rpcUrl) }).extend(publicActions)
    const hash = await wallet.sendTransaction({ chain: null, data: foreignCode('CoinFace') })
    const wrappedCoin = toAddress((await receiptOf(wallet, hash)).contractAddress ?? '')
    await expect(run({ chainId: 42220, wrappedCoin }).deployed).rejects.toThrow(`--wrapped-coin ${wrappedCoin} is the coin`)
    expect(await sent()).toBe(0)
  })
})

describe('the time between blocks', () => {
  /** Makes blocks this many seconds apart. */
  const mine = (blocks: number, seconds: number) => callRpc(rpcUrl, 'anvil_mine', [numberToHex(blocks), numberToHex(seconds)])
  const forgetHistory = () => callRpc(rpcUrl, 'anvil_setCode', ['0x0000F90827F1C53a10cb7A02335B175320002935', '0x'])

  it('[F-88] is too short for boxes on a chain whose blocks come within milliseconds, and nothing is sent', async () => {
    await startNode(CHAIN_ID, '--block-time', '0.05')
    await expect.poll(async () => Number(await callRpc<Hex>(rpcUrl, 'eth_blockNumber', [])), { timeout: 30_000 }).toBeGreaterThan(205)
    await expect(run().deployed).rejects.toThrow(
      /^Chain 4242 is too fast for blind boxes\. Its blocks come every 0\.0\d+ seconds, so the last 8191 block hashes last \d(\.\d)? minutes, and a draw may take 30\. To deploy a market that sells none there: --without-boxes\.$/,
    )
    expect(await sent()).toBe(0)
  }, 60_000)

  it('[F-88] lets a market without boxes be deployed there, and says so again on the next run', async () => {
    await startNode()
    await mine(250, 0)
    const record = keepRecord()
    expect(await run({ record, withoutBoxes: true }).deployed).toMatchObject({ hasBoxes: false, isNew: true })
    const { deployed, lines } = run({ record })
    expect(await deployed).toMatchObject({ hasBoxes: false, isNew: false })
    expect(lines).toEqual([expect.stringContaining('Chain 4242 is too fast for blind boxes.')])
  })

  it('[F-88] is measured for the entry, and long enough at two seconds', async () => {
    await startNode()
    await mine(250, 2)
    expect(await run().deployed).toMatchObject({ hasBoxes: true, blockTimeS: 2 })
  })

  it('[F-88] counts 256 hashes where the chain keeps no more, so that two seconds are too short', async () => {
    await startNode()
    await forgetHistory()
    await mine(250, 2)
    await expect(run().deployed).rejects.toThrow('Its blocks come every 2 seconds, so the last 256 block hashes last 8.5 minutes')
    expect(await sent()).toBe(0)
  })

  it('is not known of a chain with few blocks', async () => {
    await startNode()
    expect(await run().deployed).toMatchObject({ hasBoxes: true, blockTimeS: undefined })
  })
})
