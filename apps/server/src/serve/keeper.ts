import type { Hex } from 'viem'
import { KeystoreError, openKeystore } from '../signer/keystore.ts'
import { readNamed, readSecret } from './files.ts'
import type { Problems } from './problems.ts'

/** The encrypted key that owns the market's blind boxes. */
export type KeeperSource = {
  /** @throws KeystoreError */
  open(): Promise<Hex>
}

type Env = Readonly<Record<string, string | undefined>>

/** KEEPER_KEYSTORE with KEEPER_PASSPHRASE_FILE; a market without boxes of its own has neither. */
export function readKeeper(problems: Problems, env: Env): KeeperSource | undefined {
  const { KEEPER_KEYSTORE: path, KEEPER_PASSPHRASE_FILE: secret } = env
  if (!path && secret) problems.add('KEEPER_PASSPHRASE_FILE is given, and KEEPER_KEYSTORE does not say which keystore it opens.')
  if (!path) return undefined
  if (!secret) problems.add('KEEPER_PASSPHRASE_FILE must name the file with the passphrase of KEEPER_KEYSTORE.')
  const passphrase = secret ? readSecret(problems, 'KEEPER_PASSPHRASE_FILE', secret) : undefined
  const json = readNamed(problems, 'KEEPER_KEYSTORE', path)
  if (!passphrase || !json) return undefined
  return {
    open: async () => {
      try {
        return await openKeystore(json, passphrase)
      } catch (error) {
        if (!(error instanceof KeystoreError)) throw error
        throw new KeystoreError(`KEEPER_KEYSTORE: ${path} can't be opened: ${error.message}.`)
      }
    },
  }
}
