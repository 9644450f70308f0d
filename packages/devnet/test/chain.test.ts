/** @module-tag more */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWalletClient, http, parseEther, publicActions } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callRpc, findCommand, findFreePort, getDemoAccount, type LocalChain, receiptOf, startChain } from '../src/index.ts'

const HOLDER = fileURLToPath(new URL('./hold-chain.ts', import.meta.url))
const GIFT = '0x00000000000000000000000000000000000000aa'

let dataDir = ''
let port = 0
let running: LocalChain[] = []
let holders: ChildProcess[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plinth-chain-'))
  port = await findFreePort()
  running = []
  holders = []
})

afterEach(async () => {
  for (const chain of running) await chain.stop()
  for (const holder of holders) holder.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<LocalChain> {
  const chain = await startChain({ chainId: 31337, port, dataDir })
  running.push(chain)
  return chain
}

async function hold(): Promise<{ holder: ChildProcess; anvilPid: number }> {
  const holder = spawn(process.execPath, [HOLDER, dataDir, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  const [line] = await Promise.race([once(holder.stdout ?? holder, 'data'), once(holder, 'exit')])
  return { holder, anvilPid: Number(line) }
}

async function killHard(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

function listens(server: Server, at: number): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false))
    server.listen(at, '127.0.0.1', () => done(true))
  })
}

function give(wei: bigint) {
  const client = createWalletClient({
    account: getDemoAccount('Alice').account,
    transport: http(`http://127.0.0.1:${port}`),
    pollingInterval: 30,
  }).extend(publicActions)
  return client.sendTransaction({ chain: null, to: GIFT, value: wei }).then((hash) => receiptOf(client, hash))
}

const balance = async () => BigInt(await callRpc<string>(`http://127.0.0.1:${port}`, 'eth_getBalance', [GIFT, 'latest']))

describe('startChain', () => {
  it('gives the demo accounts 10,000 coins and keeps blocks, receipts and balances over a restart', async () => {
    const first = await start()
    expect(first.isNew).toBe(true)
    const alice = await callRpc<string>(first.rpcUrl, 'eth_getBalance', [getDemoAccount('Alice').address, 'latest'])
    expect(BigInt(alice)).toBe(parseEther('10000'))
    const receipt = await give(7n)
    await first.stop()
    const second = await start()
    expect(second.isNew).toBe(false)
    expect(await balance()).toBe(7n)
    const kept = await callRpc<{ blockHash: string }>(second.rpcUrl, 'eth_getTransactionReceipt', [receipt.transactionHash])
    expect(kept.blockHash).toBe(receipt.blockHash)
    await give(1n)
    expect(await balance()).toBe(8n)
  })

  it('keeps a transaction when the parent and the chain are killed two seconds later', async () => {
    const { holder, anvilPid } = await hold()
    await give(5n)
    await sleep(2000)
    process.kill(anvilPid, 'SIGKILL')
    await killHard(holder)
    await start()
    expect(await balance()).toBe(5n)
  })

  it('saves and replaces a chain that outlived its parent', async () => {
    const { holder, anvilPid } = await hold()
    await killHard(holder)
    await give(9n)
    const chain = await start()
    expect(await balance()).toBe(9n)
    expect(findCommand(anvilPid)).toBeUndefined()
    expect(chain.pid).not.toBe(anvilPid)
  })

  it('comes back by itself, on the same port and with what was saved, when it is killed', async () => {
    const chain = await start()
    await give(3n)
    await sleep(1500)
    const killed = chain.pid
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => chain.pid !== killed && balance().catch(() => undefined), { timeout: 10_000 }).toBe(3n)
    await give(1n)
    expect(await balance()).toBe(4n)
    await chain.stop()
    expect(findCommand(chain.pid)).toBeUndefined()
  })

  it('says so when it keeps ending', { timeout: 60_000 }, async () => {
    const said: string[] = []
    const chain = await startChain({ chainId: 31337, port, dataDir, onLost: (sentence) => said.push(sentence) })
    running.push(chain)
    for (let kill = 0; kill < 4; kill++) {
      const killed = chain.pid
      await expect.poll(() => findCommand(killed)).toBeDefined()
      process.kill(killed, 'SIGKILL')
      if (kill < 3) await expect.poll(() => chain.pid, { timeout: 10_000 }).not.toBe(killed)
    }
    await expect.poll(() => said).toEqual([expect.stringMatching(/^The local chain 31337 keeps ending: see .+anvil\.log\.$/)])
  })

  it('names another chain of its id that took its port', { timeout: 60_000 }, async () => {
    const said: string[] = []
    const chain = await startChain({ chainId: 31337, port, dataDir, onLost: (sentence) => said.push(sentence) })
    running.push(chain)
    const other = createHttpServer((_, response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7a69' })))
    process.kill(chain.pid, 'SIGKILL')
    // Before anvil is back.
    await expect.poll(() => listens(other, port), { interval: 1 }).toBe(true)
    try {
      await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1)
      expect(said[0]).toMatch(new RegExp(`^Port ${port} is taken by another local chain \\(chain id 31337\\): `))
    } finally {
      other.closeAllConnections()
      other.close()
    }
  })

  it.each([
    ['cut short', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of another program', () => '{}'],
  ])('refuses a saved state that is %s, and leaves it as it is', async (_, damage) => {
    await (await start()).stop()
    const path = join(dataDir, 'state.json')
    const damaged = damage(readFileSync(path, 'utf8'))
    writeFileSync(path, damaged)
    await expect(start()).rejects.toThrow(`The saved state of chain 31337, ${path}, is damaged: put it back from a backup`)
    expect(readFileSync(path, 'utf8')).toBe(damaged)
  })

  it('says in one sentence that the port is taken, and by what', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('no\r\n')).listen(port, '127.0.0.1')
    await once(server, 'listening')
    await expect(start()).rejects.toThrow(`Port ${port} is taken by another program: end it, or choose a free port with CHAIN_PORT_31337.`)
    server.close()
    const elsewhere = mkdtempSync(join(tmpdir(), 'plinth-chain-'))
    const foreign = await startChain({ chainId: 777, port, dataDir: elsewhere })
    running.push(foreign)
    await expect(start()).rejects.toThrow('another local chain (chain id 777)')
    expect(findCommand(foreign.pid)).toContain('anvil')
    await foreign.stop()
    rmSync(elsewhere, { recursive: true })
  })

  it('stops within five seconds and leaves no process and no history behind', async () => {
    const chain = await start()
    const began = Date.now()
    await Promise.all([chain.stop(), chain.stop()])
    expect(Date.now() - began).toBeLessThan(5000)
    expect(findCommand(chain.pid)).toBeUndefined()
    expect(existsSync(join(dataDir, 'cache'))).toBe(false)
    expect(existsSync(join(dataDir, 'state.json'))).toBe(true)
  })
})
