import type { Hex } from 'viem'
import { KeystoreError, openKeystore } from '../signer/keystore.ts'
import { readNamed, readSecret } from './files.ts'
import type { Problems } from './problems.ts'

/** An encrypted key with coin of its own: of the keeper, who owns the market's blind boxes, or of the settler. */
export type KeeperSource = {
  /** @throws KeystoreError */
  open(): Promise<Hex>
}

type Env = Readonly<Record<string, string | undefined>>

/** KEEPER_KEYSTORE with KEEPER_PASSPHRASE_FILE; a market without boxes of its own has neither. */
export function readKeeper(problems: Problems, env: Env): KeeperSource | undefined {
  const { KEEPER_KEYSTORE, KEEPER_PASSPHRASE_FILE } = env
  return readSource(problems, ['KEEPER_KEYSTORE', KEEPER_KEYSTORE], ['KEEPER_PASSPHRASE_FILE', KEEPER_PASSPHRASE_FILE])
}

/** SETTLER_KEYSTORE with SETTLER_PASSPHRASE_FILE: the account that settles ended auctions, if any. */
export function readSettler(problems: Problems, env: Env): KeeperSource | undefined {
  const { SETTLER_KEYSTORE, SETTLER_PASSPHRASE_FILE } = env
  return readSource(problems, ['SETTLER_KEYSTORE', SETTLER_KEYSTORE], ['SETTLER_PASSPHRASE_FILE', SETTLER_PASSPHRASE_FILE])
}

type Given = readonly [name: string, value: string | undefined]

function readSource(problems: Problems, [keystore, path]: Given, [file, secret]: Given): KeeperSource | undefined {
  if (!path && secret) problems.add(`${file} is given, and ${keystore} does not say which keystore it opens.`)
  if (!path) return undefined
  if (!secret) problems.add(`${file} must name the file with the passphrase of ${keystore}.`)
  const passphrase = secret ? readSecret(problems, file, secret) : undefined
  const json = readNamed(problems, keystore, path)
  if (!passphrase || !json) return undefined
  return {
    open: async () => {
      try {
        return await openKeystore(json, passphrase)
      } catch (error) {
        if (!(error instanceof KeystoreError)) throw error
        throw new KeystoreError(`${keystore}: ${path} can't be opened: ${error.message}.`)
      }
    },
  }
}
