import { AppError } from '@plinth/api'
import { ProtocolError } from '@plinth/protocol'
import { sqlState } from '../db/database.ts'
import type { Logger } from '../process/log.ts'
import type { RawLog } from '../state/chain/raw-log.ts'

type Place = Pick<RawLog, 'blockHash' | 'index'>

export function faultKey({ blockHash, index }: Place): string {
  return `${blockHash}:${index}`
}

/** A handler failed on this log; the block is written without its effect. */
export class HandlerFault extends Error {
  override readonly name = 'HandlerFault'
  readonly key: string
  constructor(log: Place, cause: unknown) {
    super(`Log ${log.index} could not be taken: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.key = faultKey(log)
  }
}

/** Parts of a portion of blocks that are left out. */
export type Tolerated = {
  /** Logs that are kept without effect, and why. */
  readonly faults: ReadonlyMap<string, string>
  /** Writes the effects of each log at once, to find the one that fails. */
  readonly isCareful: boolean
  /** Sends no notices. */
  readonly isQuiet: boolean
}

/** Retries without the log, or the notices, that fail permanently: one bad event can't stop the chain. */
export async function tolerate(
  log: Logger,
  about: { chainId: number; block: number },
  work: (tolerated: Tolerated) => Promise<void>,
): Promise<void> {
  const faults = new Map<string, string>()
  for (let [isCareful, isQuiet] = [false, false]; ; ) {
    try {
      return await work({ faults, isCareful, isQuiet })
    } catch (error) {
      if (error instanceof HandlerFault && !faults.has(error.key)) {
        log.error('log skipped', { ...about, log: error.key, error })
        faults.set(error.key, error.message)
      } else if (isFinal(error) && !isCareful) isCareful = true
      else if (isFinal(error) && !isQuiet) {
        log.error('blocks told to nobody', { ...about, error })
        isQuiet = true
      } else throw error
    }
  }
}

/** Data that the database never accepts, or that always breaks a constraint or our code. Any other error may pass later. */
export function isFinal(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(22|23)...$/.test(state)
  return error instanceof TypeError || error instanceof RangeError || error instanceof ProtocolError || error instanceof AppError
}
