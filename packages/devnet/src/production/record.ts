import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { type Address, isAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { MARKET_PLACES, type MarketPlace } from '../market-steps.ts'

/** A contract once its transaction is signed: `block` is added when it is mined. */
export interface DeployedContract {
  address: Address
  nonce: number
  transaction: Hex
  /** The chain's last block when the first transaction was signed. */
  since: number
  block?: number
}

/** Progress of the deployment on one chain; enough to resume at any point. */
export interface DeploymentRecord {
  chainId: number
  deployer: Address
  contracts: Partial<Record<MarketPlace, DeployedContract>>
}

/** Storage of a record that outlives the run. `write` returns once the data is durable. */
export interface RecordKeeper {
  read(): DeploymentRecord | undefined
  write(record: DeploymentRecord): void
}

/** A JSON file, replaced as a whole and flushed, so that no crash leaves half of one. */
export function fileRecord(path: string): RecordKeeper {
  return {
    read: () => (existsSync(path) ? parseRecord(readFileSync(path, 'utf8'), path) : undefined),
    write: (record) => {
      const fresh = `${path}.new`
      const file = openSync(fresh, 'w', 0o600)
      writeSync(file, `${JSON.stringify(record, null, 2)}\n`)
      fsyncSync(file)
      closeSync(file)
      renameSync(fresh, path)
    },
  }
}

function parseRecord(text: string, path: string): DeploymentRecord {
  try {
    const record = JSON.parse(text) as DeploymentRecord
    const known: readonly string[] = MARKET_PLACES
    const isSound = Object.entries(record.contracts).every(
      ([place, { address, nonce, transaction, since }]) =>
        known.includes(place) &&
        isAddress(address) &&
        Number.isSafeInteger(nonce) &&
        Number.isSafeInteger(since) &&
        /^0x[0-9a-f]{64}$/.test(transaction),
    )
    if (isSound && Number.isSafeInteger(record.chainId) && isAddress(record.deployer)) return record
  } catch {
    // reported below, as any other damage
  }
  throw new Error(`${path} is no record of a deployment: restore it from a backup.`)
}
