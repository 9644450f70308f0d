import { type Address, parseSignature, type Signature, toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'

export const KEY_NAMES = ['miner', 'feeSigner'] as const
export type KeyName = (typeof KEY_NAMES)[number]

/** Private keys of the platform. They live in one closure only, are never logged and never leave the process. */
export type SignerKeys = Readonly<Record<KeyName, Hex>>

/** Signs 32-byte digests with the platform's keys, wherever those lie: here, in another process, in a KMS. */
export type KeyRing = {
  readonly addresses: Readonly<Record<KeyName, Address>>
  sign(key: KeyName, digest: Hex): Promise<Signature>
}

/** Keys that lie in this process. */
export function holdKeys(keys: SignerKeys): KeyRing {
  const addressOf = (name: KeyName): Address => toAddress(privateKeyToAccount(keys[name]).address)
  return {
    addresses: { miner: addressOf('miner'), feeSigner: addressOf('feeSigner') },
    sign: async (key, hash) => parseSignature(await sign({ hash, privateKey: keys[key], to: 'hex' })),
  }
}

export function keyRingOf(keys: SignerKeys | KeyRing): KeyRing {
  return 'sign' in keys ? keys : holdKeys(keys)
}
