import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, toAddress } from '@plinth/protocol'
import { isHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

export type KeyAddresses = { readonly miner: Address; readonly feeSigner: Address }

/** Addresses of the market's two keys, where they lie on this machine. A keystore states its address, so none is opened. */
export function findKeyAddresses(env: NodeJS.ProcessEnv, dataDir: string): KeyAddresses | undefined {
  if (env.SIGNER_URL) return undefined
  const [miner, feeSigner] = ['miner', 'fee-signer'].map((name) =>
    env.KEYSTORE_DIR
      ? addressOfKeystore(join(env.KEYSTORE_DIR, `${name}.json`))
      : addressOfKey(join(env.PLAIN_KEYS_DIR || join(dataDir, 'keys'), name)),
  )
  return miner && feeSigner ? { miner, feeSigner } : undefined
}

export function addressOfKeystore(path: string): Address | undefined {
  return readable(() => {
    const { address } = JSON.parse(readFileSync(path, 'utf8')) as { address?: unknown }
    return typeof address === 'string' && /^[0-9a-f]{40}$/i.test(address) ? toAddress(`0x${address}`) : undefined
  })
}

export function addressOfKey(path: string): Address | undefined {
  return readable(() => {
    const key = readFileSync(path, 'utf8').trim()
    return isHex(key) ? toAddress(privateKeyToAddress(key)) : undefined
  })
}

/** The user of a command may differ from the market's user, and need not read its keys. */
function readable(read: () => Address | undefined): Address | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
