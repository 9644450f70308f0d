import { type Address, parseSignature, type Signature, toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'

export const KEY_NAMES = ['miner', 'feeSigner'] as const
export type KeyName = (typeof KEY_NAMES)[number]

/** Private keys of the platform. They are held in one closure only, are never logged and never leave the process. */
export type SignerKeys = Readonly<Record<KeyName, Hex>> & {
  /** Former mint signers, newest first: users' collections name theirs for good. */
  readonly formerMiners?: readonly Hex[]
}

/** Signs 32-byte digests with the platform's keys, wherever they are: here, in another process, in a KMS. */
export type KeyRing = {
  readonly addresses: Readonly<Record<KeyName, Address>>
  readonly formerMiners: readonly Address[]
  sign(key: KeyName, digest: Hex): Promise<Signature>
  /** Signs with the mint signer of this address, the present one or a former one. */
  signAsMintSigner(mintSigner: Address, digest: Hex): Promise<Signature>
  /** Whether another process that holds the keys answers; absent where they are held here. @throws SignerFault */
  readonly examine?: () => Promise<void>
}

/** The key of the requested mint signer is not here. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
}

/** Keys in this process. */
export function holdKeys({ formerMiners = [], ...keys }: SignerKeys): KeyRing {
  const addressOf = (key: Hex): Address => toAddress(privateKeyToAccount(key).address)
  const mintSigners = new Map([keys.miner, ...formerMiners].map((key) => [addressOf(key), key]))
  const [mintSigner = addressOf(keys.miner), ...former] = mintSigners.keys()
  const signWith = async (privateKey: Hex, hash: Hex) => parseSignature(await sign({ hash, privateKey, to: 'hex' }))
  return {
    addresses: { miner: mintSigner, feeSigner: addressOf(keys.feeSigner) },
    formerMiners: former,
    sign: (key, digest) => signWith(keys[key], digest),
    signAsMintSigner: async (address, digest) => {
      const key = mintSigners.get(address)
      if (!key) throw new KeyMissing(`No key of the miner ${address} is held`)
      return signWith(key, digest)
    },
  }
}

export function keyRingOf(keys: SignerKeys | KeyRing): KeyRing {
  return 'sign' in keys ? keys : holdKeys(keys)
}
