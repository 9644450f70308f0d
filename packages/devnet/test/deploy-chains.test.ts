import { type ChildProcess, spawn } from 'node:child_process'
import { coinFaceOf, toAddress } from '@plinth/protocol'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
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

/** A run, with the lines that it logs. */
function run(overrides: Partial<DeployContractsOptions> = {}) {
  const lines: string[] = []
  let record: ReturnType<RecordKeeper['read']>
  const deployed = deployContracts({
    rpcUrl,
    chainId: CHAIN_ID,
    deployerKey: deployer().privateKey,
    operator: someone('f'),
    miner: someone('e'),
    feeSigners: [someone('a')],
    beneficiary: someone('c'),
    fees: { buyerFeeBps: 250n, minimumSellerFeeBps: 100n },
    record: {
      read: () => record,
      write: (written) => {
        record = written
      },
    },
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
