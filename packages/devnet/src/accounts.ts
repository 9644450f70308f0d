import { pbkdf2Sync } from 'node:crypto'
import { type Address, toAddress } from '@plinth/protocol'
import { bytesToHex, type Hex } from 'viem'
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The mnemonic every Ethereum developer knows: its keys are public, so its accounts hold play money only. */
export const DEMO_MNEMONIC = 'test test test test test test test test test test test junk'

export const DEMO_NAMES = ['Alice', 'Bob', 'Carol', 'Dan', 'Zhang Wei', 'Eve'] as const
export type DemoName = (typeof DEMO_NAMES)[number]

export interface DemoAccount {
  name: DemoName
  address: Address
  privateKey: Hex
  account: PrivateKeyAccount
}

/** BIP-39 and BIP-44. Every command of ours reads this: Node stretches the seed in a millisecond, viem in eighty. */
const PARENT = HDKey.fromMasterSeed(pbkdf2Sync(DEMO_MNEMONIC, 'mnemonic', 2048, 64, 'sha512')).derive("m/44'/60'/0'/0")

/** The people of the demo stories, each with 10,000 coins on a fresh local chain. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = DEMO_NAMES.map((name, addressIndex) => {
  const key = PARENT.deriveChild(addressIndex).privateKey
  if (!key) throw new Error(`no key for ${name}`)
  const privateKey = bytesToHex(key)
  const account = privateKeyToAccount(privateKey)
  return { name, address: toAddress(account.address), privateKey, account }
})

export function getDemoAccount(name: DemoName): DemoAccount {
  const found = DEMO_ACCOUNTS.find((account) => account.name === name)
  if (!found) throw new Error(`no demo account ${name}`)
  return found
}
