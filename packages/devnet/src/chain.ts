import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_MNEMONIC } from './accounts.ts'
import { findAnvil } from './anvil.ts'
import { keepState, saveState } from './chain-state.ts'
import { findCommand, stopProcess } from './processes.ts'
import { findChainId, waitForChain } from './rpc.ts'

export interface ChainOptions {
  chainId: number
  port: number
  /** The chain's own folder. */
  dataDir: string
  /** Seconds between blocks, beside one at once for each transaction; 0 makes blocks for transactions only. */
  blockTimeS?: number
  /** Time of the first block of a new chain, unix seconds; its clock runs on from there. Absent: now. */
  startsAt?: number | undefined
  /** False only for throw-away test chains: nothing is saved. */
  durable?: boolean
  log?: (line: string) => void
  /** Receives one sentence when the chain ended by itself and can't be started again. */
  onLost?: (sentence: string) => void
}

export interface LocalChain {
  chainId: number
  rpcUrl: string
  /** Of the program that runs now: a killed one is restarted. */
  readonly pid: number
  /** True when the folder held no chain before. */
  isNew: boolean
  /** Saves and ends it, within 5 seconds. */
  stop(): Promise<void>
}

const BLOCK_TIME_S = 2
const LAST_SAVE_MS = 3000
/** More exits than this within a minute have a cause that another start does not fix. */
const MOST_RESTARTS = 3
const RESTART_WINDOW_MS = 60_000

/**
 * Starts the local chain of a folder on 127.0.0.1. What an earlier run left running is saved and replaced; a chain that is killed is
 * started again from its last saved state. Throws one sentence when the port belongs to someone else or the saved state is damaged.
 */
export async function startChain(options: ChainOptions): Promise<LocalChain> {
  const { chainId, port, durable = true, log = () => undefined } = options
  const dataDir = resolve(options.dataDir)
  const statePath = join(dataDir, 'state.json')
  const rpcUrl = `http://127.0.0.1:${port}`
  mkdirSync(dataDir, { recursive: true })
  await replaceOrphan(dataDir, chainId, statePath)
  await refuseTakenPort(port, chainId)
  const isNew = !existsSync(statePath)
  if (!isNew) refuseDamagedState(statePath, chainId)
  const program = await runProgram({ ...options, dataDir }, statePath)
  const save = () => saveState(rpcUrl, statePath)
  if (isNew && durable) await save()
  const keeper = durable ? keepState(rpcUrl, statePath, log) : undefined
  const stop = async () => {
    program.release()
    await keeper?.stop()
    if (durable) await Promise.race([save().catch(() => undefined), new Promise((done) => setTimeout(done, LAST_SAVE_MS).unref())])
    await stopProcess(program.pid(), 800)
    await isLetGo(port)
    rmSync(join(dataDir, 'anvil.pid'), { force: true })
    rmSync(join(dataDir, 'cache'), { recursive: true, force: true })
  }
  let stopping: Promise<void> | undefined
  return {
    chainId,
    rpcUrl,
    get pid() {
      return program.pid()
    },
    isNew,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Runs anvil, and again when it ends before `release`. */
async function runProgram(options: ChainOptions, statePath: string): Promise<{ pid(): number; release(): void }> {
  const { chainId, log = () => undefined, onLost = log } = options
  let running = await launch(options, statePath)
  let isReleased = false
  let ends: number[] = []
  const watch = () => {
    void running.ended.then(async () => {
      ends = [...ends.filter((at) => Date.now() - at < RESTART_WINDOW_MS), Date.now()]
      if (isReleased) return
      if (ends.length > MOST_RESTARTS) return onLost(await whyItKeepsEnding(options))
      log(`The local chain ${chainId} ended unexpectedly: starting it again from its last saved state`)
      try {
        running = await launch(options, statePath)
        if (isReleased) await stopProcess(running.pid, 800)
        else watch()
      } catch (error) {
        if (!isReleased) onLost(error instanceof Error ? error.message : String(error))
      }
    })
  }
  watch()
  return {
    pid: () => running.pid,
    release: () => {
      isReleased = true
    },
  }
}

/** Another chain of the same id may have taken the port before anvil did: its answers look like ours. */
async function whyItKeepsEnding({ chainId, port, dataDir }: ChainOptions): Promise<string> {
  const said = `The local chain ${chainId} keeps ending: see ${join(dataDir, 'anvil.log')}.`
  return refuseTakenPort(port, chainId).then(
    () => said,
    (error: unknown) => (error instanceof Error ? error.message : said),
  )
}

async function launch(options: ChainOptions, statePath: string): Promise<{ pid: number; ended: Promise<void> }> {
  const { chainId, port } = options
  const { pid, isAlive, ended, readError } = spawnAnvil(options, existsSync(statePath) ? statePath : undefined)
  const answered = await waitForChain(`http://127.0.0.1:${port}`, isAlive)
  if (answered === chainId) return { pid, ended }
  await stopProcess(pid, 1000)
  throw new Error(`The local chain ${chainId} does not start on port ${port}: ${readError() || `chain id ${answered} answers there`}`)
}

/** anvil itself would print its usage. */
function refuseDamagedState(statePath: string, chainId: number): void {
  try {
    const { block, accounts } = JSON.parse(readFileSync(statePath, 'utf8'))
    if (block && accounts) return
  } catch {
    // unreadable or cut short: the same sentence
  }
  throw new Error(`The saved state of chain ${chainId}, ${statePath}, is damaged: put it back from a backup, or start with a new DATA_DIR.`)
}

/** History stays bounded: 100 past states on disk, in the chain's own folder. */
function spawnAnvil({ chainId, port, dataDir, startsAt, blockTimeS = BLOCK_TIME_S }: ChainOptions, statePath: string | undefined) {
  const cache = join(dataDir, 'cache')
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const logPath = join(dataDir, 'anvil.log')
  const log = openSync(logPath, 'w')
  const args = ['--quiet', '--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--mnemonic', DEMO_MNEMONIC]
  if (blockTimeS > 0) args.push('--block-time', String(blockTimeS), '--mixed-mining')
  if (statePath) args.push('--load-state', statePath)
  else if (startsAt !== undefined) args.push('--timestamp', String(startsAt))
  args.push('--max-persisted-states', '100', '--cache-path', cache)
  // in a group of its own: Ctrl-C in the terminal reaches us alone, and we save before we stop it
  const child = spawn(findAnvil(), args, { stdio: ['ignore', log, log], detached: true, cwd: dataDir })
  child.on('error', () => undefined)
  child.unref()
  closeSync(log)
  if (child.pid === undefined) throw new Error('The local chain can not start: its program anvil does not run on this machine.')
  writeFileSync(join(dataDir, 'anvil.pid'), String(child.pid))
  return {
    pid: child.pid,
    ended: new Promise<void>((done) => child.once('exit', () => done())),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    readError: () => readFileSync(logPath, 'utf8').trim().split('\n').slice(-2).join(' '),
  }
}

/** An anvil of this very folder that outlived its Plinth may hold transactions newer than the file. */
async function replaceOrphan(dataDir: string, chainId: number, statePath: string): Promise<void> {
  const pidFile = join(dataDir, 'anvil.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  const command = findCommand(pid)
  if (command?.includes(join(dataDir, 'cache'))) {
    const port = /--port (\d+)/.exec(command)?.[1]
    const rpcUrl = `http://127.0.0.1:${port}`
    if ((await findChainId(rpcUrl)) === chainId) await saveState(rpcUrl, statePath).catch(() => undefined)
    await stopProcess(pid, 2000)
    await isLetGo(Number(port))
  }
  rmSync(pidFile, { force: true })
}

async function refuseTakenPort(port: number, chainId: number): Promise<void> {
  if (await isLetGo(port, 500)) return
  const foreign = await findChainId(`http://127.0.0.1:${port}`)
  const who = foreign === undefined ? 'another program' : `another local chain (chain id ${foreign})`
  throw new Error(`Port ${port} is taken by ${who}: end it, or choose a free port with CHAIN_PORT_${chainId}.`)
}

/** A program's port outlives its last other sign of life by a moment, longer on a busy machine. */
async function isLetGo(port: number, waitMs = 5_000): Promise<boolean> {
  for (const end = Date.now() + waitMs; await isListening(port); await sleep(50)) if (Date.now() > end) return false
  return true
}

function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host })
    const finish = (answer: boolean) => {
      socket.destroy()
      done(answer)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.setTimeout(1000, () => finish(false))
  })
}
