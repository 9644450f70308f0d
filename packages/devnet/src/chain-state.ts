import { open, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { callRpc } from './rpc.ts'

const unzip = promisify(gunzip)

const POLL_MS = 500
/** Interval for saving empty blocks alone: after a kill the chain is at most this much shorter, which an indexer reverts. */
const IDLE_MS = 30_000
/** Writing may take one part in this many of the time, however large the chain has grown. */
const SHARE = 10
const MOST_BLOCKS_A_LOOK = 50

/**
 * Writes the whole chain beside the old file and renames it: a kill at any moment leaves one of the two, complete. anvil's own
 * `--state-interval` truncates and rewrites the one file, so that a kill in between loses the chain.
 */
export async function saveState(rpcUrl: string, path: string): Promise<void> {
  const dump = await callRpc<string>(rpcUrl, 'anvil_dumpState')
  const content = await unzip(Buffer.from(dump.slice(2), 'hex'))
  const file = await open(`${path}.new`, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

/** Pause after a save that took `tookMs`: with transactions never longer than without. */
export function pauseAfterSave(hasTransactions: boolean, tookMs: number): number {
  return hasTransactions ? Math.min(tookMs * SHARE, IDLE_MS) : IDLE_MS
}

export interface StateKeeper {
  /** Ends the watch and waits for a write under way. */
  stop(): Promise<void>
}

/** Saves soon after each block that holds transactions, and now and then in quiet times. */
export function keepState(rpcUrl: string, path: string, log: (line: string) => void): StateKeeper {
  let stopped = false
  let failing = false
  let seen = -1
  let isDirty = false
  let savedAt = Date.now()
  let tookMs = 0
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const saveIfDue = async () => {
    const head = Number(await callRpc<string>(rpcUrl, 'eth_blockNumber'))
    const isShorter = head < seen
    isDirty ||= isShorter || (await hasTransactions(rpcUrl, Math.max(seen + 1, head - MOST_BLOCKS_A_LOOK), head))
    seen = head
    if (Date.now() - savedAt < pauseAfterSave(isDirty, tookMs)) return
    isDirty = false
    const began = Date.now()
    await saveState(rpcUrl, path)
    savedAt = Date.now()
    tookMs = savedAt - began
  }

  const tick = () => {
    running = saveIfDue()
      .then(() => {
        failing = false
      })
      .catch((error: unknown) => {
        isDirty = true
        if (!failing && !stopped) log(`The local chain could not be saved: ${error instanceof Error ? error.message : error}`)
        failing = true
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, POLL_MS)
        timer?.unref()
      })
  }
  tick()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

async function hasTransactions(rpcUrl: string, from: number, to: number): Promise<boolean> {
  for (let number = from; number <= to; number++) {
    if (Number(await callRpc<string>(rpcUrl, 'eth_getBlockTransactionCountByNumber', [`0x${number.toString(16)}`])) > 0) return true
  }
  return false
}
