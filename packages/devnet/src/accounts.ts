import { type Address, toAddress } from '@plinth/protocol'
import { bytesToHex, type Hex } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The mnemonic every Ethereum developer knows: its keys are public, so its accounts hold play money only. */
export const DEMO_MNEMONIC = 'test test test test test test test test test test test junk'

export const DEMO_NAMES = ['Alice', 'Bob', 'Carol', 'Dan', 'Zhang Wei', 'Eve'] as const
export type DemoName = (typeof DEMO_NAMES)[number]

export interface DemoAccount {
  name: DemoName
  address: Address
  privateKey: Hex
  account: HDAccount
}

/** The people of the demo stories, each with 10,000 coins on a fresh local chain. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = DEMO_NAMES.map((name, addressIndex) => {
  const account = mnemonicToAccount(DEMO_MNEMONIC, { addressIndex })
  const key = account.getHdKey().privateKey
  if (!key) throw new Error(`no key for ${name}`)
  return { name, address: toAddress(account.address), privateKey: bytesToHex(key), account }
})

export function getDemoAccount(name: DemoName): DemoAccount {
  const found = DEMO_ACCOUNTS.find((account) => account.name === name)
  if (!found) throw new Error(`no demo account ${name}`)
  return found
}
