import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, isHex, size } from 'viem'
import type { ChainConfig } from '../config/config.ts'
import type { KeyName, SignerKeys } from '../signer/key-ring.ts'
import { KeystoreError, openKeystore } from '../signer/keystore.ts'
import type { RemoteSigner } from '../signer/remote-keys.ts'
import { areLocal } from './chains.ts'
import { readNamed, readSecret } from './files.ts'
import type { Problems } from './problems.ts'
import { signerUrl } from './values.ts'

/** File of each key, with `.json` where it is a keystore. */
const KEY_FILES = { miner: 'miner', feeSigner: 'fee-signer' } as const satisfies Record<KeyName, string>

/** The source of the platform's keys. */
export type KeySource =
  | { readonly kind: 'keystore'; open(): Promise<SignerKeys> }
  | { readonly kind: 'plain'; readonly keys: SignerKeys }
  | { readonly kind: 'remote'; readonly remote: RemoteSigner }

/** Former mint signers beside them, one file each. */
const FORMER_MINER = /^former-miner[\w.-]*$/

/** Sorted, so that the key ring is the same at every start. The check of its other files reports an unreadable folder. */
function formerMiners(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => FORMER_MINER.test(name))
      .sort()
  } catch {
    return []
  }
}

const SHORTEST_TOKEN = 32

type Env = Readonly<Record<string, string | undefined>>

/** One of KEYSTORE_DIR, SIGNER_URL and, where every chain is a local one, PLAIN_KEYS_DIR. */
export function readKeySource(problems: Problems, env: Env, chains: readonly ChainConfig[], isSigner: boolean): KeySource | undefined {
  const given = ['KEYSTORE_DIR', 'SIGNER_URL', 'PLAIN_KEYS_DIR'].filter((name) => env[name])
  if (given.length > 1) problems.add(`${given.join(' and ')} are given, and only one of them may say where the keys are.`)
  if (given.length !== 1) {
    if (given.length === 0)
      problems.add('KEYSTORE_DIR (with KEYSTORE_PASSPHRASE_FILE) or SIGNER_URL (with SIGNER_TOKEN_FILE) must say where the keys are.')
    return undefined
  }
  if (env.SIGNER_URL) return isSigner ? refuseChain(problems) : readRemote(problems, env, env.SIGNER_URL)
  return env.KEYSTORE_DIR ? readKeystore(problems, env, env.KEYSTORE_DIR) : readPlain(problems, env.PLAIN_KEYS_DIR ?? '', chains)
}

function refuseChain(problems: Problems): undefined {
  problems.add('A process with the role signer alone holds the keys itself: give it KEYSTORE_DIR instead of SIGNER_URL.')
  return undefined
}

/** The secret that market and signer share. */
export function readSignerToken(problems: Problems, env: Env): string | undefined {
  if (env.SIGNER_TOKEN_FILE) return readSecret(problems, 'SIGNER_TOKEN_FILE', env.SIGNER_TOKEN_FILE, SHORTEST_TOKEN)
  problems.add('SIGNER_TOKEN_FILE must name a file with the secret that the market and its signer share.')
  return undefined
}

function readRemote(problems: Problems, env: Env, value: string): KeySource | undefined {
  const url = problems.parse('SIGNER_URL', signerUrl, value)
  const token = readSignerToken(problems, env)
  return url && token ? { kind: 'remote', remote: { url, token } } : undefined
}

function readKeystore(problems: Problems, env: Env, folder: string): KeySource | undefined {
  const path = env.KEYSTORE_PASSPHRASE_FILE
  if (!path) problems.add('KEYSTORE_PASSPHRASE_FILE must name the file with the passphrase of the keystores.')
  const passphrase = path ? readSecret(problems, 'KEYSTORE_PASSPHRASE_FILE', path) : undefined
  const [miner, feeSigner] = [KEY_FILES.miner, KEY_FILES.feeSigner].map((name) =>
    readNamed(problems, 'KEYSTORE_DIR', join(folder, `${name}.json`)),
  )
  const former = formerMiners(folder).flatMap((file) => {
    const json = readNamed(problems, 'KEYSTORE_DIR', join(folder, file))
    return json ? [{ file, json }] : []
  })
  if (!passphrase || !miner || !feeSigner) return undefined
  const open = async (file: string, json: string) => {
    try {
      return await openKeystore(json, passphrase)
    } catch (error) {
      if (!(error instanceof KeystoreError)) throw error
      throw new KeystoreError(`KEYSTORE_DIR: ${file} can't be opened: ${error.message}.`)
    }
  }
  const openAll = async (): Promise<SignerKeys> => {
    const keys = { miner: await open('miner.json', miner), feeSigner: await open('fee-signer.json', feeSigner) }
    const opened: Hex[] = []
    for (const { file, json } of former) opened.push(await open(file, json))
    return { ...keys, formerMiners: opened }
  }
  return { kind: 'keystore', open: openAll }
}

function readPlain(problems: Problems, folder: string, chains: readonly ChainConfig[]): KeySource | undefined {
  if (!areLocal(chains)) {
    problems.add('PLAIN_KEYS_DIR is for local chains only, where money is play money: put the keys into keystores (npm run keys).')
    return undefined
  }
  const read = (name: string): Hex | undefined => {
    const key = readSecret(problems, 'PLAIN_KEYS_DIR', join(folder, name))
    if (key === undefined || (isHex(key) && size(key) === 32)) return key
    problems.add(`PLAIN_KEYS_DIR: ${name} holds no private key.`)
    return undefined
  }
  const [miner, feeSigner] = [read(KEY_FILES.miner), read(KEY_FILES.feeSigner)]
  const former = formerMiners(folder).flatMap((name) => read(name) ?? [])
  return miner && feeSigner ? { kind: 'plain', keys: { miner, feeSigner, formerMiners: former } } : undefined
}
