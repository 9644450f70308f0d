import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'

/** Keys of the market itself. Never printed. */
export interface MarketKeys {
  /** Owns the contracts and receives the fees. */
  operator: Hex
  /** Signs mint vouchers. */
  miner: Hex
  /** Signs buyer fees and settlements. */
  feeSigner: Hex
}

const KEY = /^0x[0-9a-f]{64}$/

/** Reads the keys of a data folder, making those that are missing. The folder is private to its user. */
export function keepKeys(dataDir: string): MarketKeys {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return { operator: keepKey(folder, 'operator'), miner: keepKey(folder, 'miner'), feeSigner: keepKey(folder, 'fee-signer') }
}

/** The account that settles ended auctions, kept in the same way. */
export function keepSettlerKey(dataDir: string): Hex {
  return keepKey(join(dataDir, 'keys'), 'settler')
}

function keepKey(folder: string, name: string): Hex {
  const path = join(folder, name)
  if (!existsSync(path)) writeFileSync(path, `${generatePrivateKey()}\n`, { mode: 0o600, flag: 'wx' })
  const key = readFileSync(path, 'utf8').trim()
  if (!isKey(key)) throw new Error(`${path} holds no private key: restore it from a backup, or delete it together with the chain's data.`)
  return key
}

function isKey(text: string): text is Hex {
  return KEY.test(text)
}
