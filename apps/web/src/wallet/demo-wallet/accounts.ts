import { type Address, toAddress } from '@plinth/protocol'
import { bytesToHex } from 'viem'
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The devnet's published mnemonic: its money is play money, and its keys are public. */
const WORDS = 'test test test test test test test test test test test junk'
const NAMES = ['Alice', 'Bob', 'Carol', 'Dan', 'Zhang Wei', 'Eve'] as const

export type DemoAccount = { name: string; address: Address; account: PrivateKeyAccount }

let known: readonly DemoAccount[] | undefined

/** The funded accounts of the devnet, in their order. */
export function demoAccounts(): readonly DemoAccount[] {
  if (!known) {
    // The seed is stretched once; the six keys hang under one parent.
    const parent = mnemonicToAccount(WORDS, { path: "m/44'/60'/0'/0" }).getHdKey()
    known = NAMES.map((name, index) => {
      const { privateKey } = parent.deriveChild(index)
      if (!privateKey) throw new Error('The demo words give no key')
      const account = privateKeyToAccount(bytesToHex(privateKey))
      return { name, address: toAddress(account.address), account }
    })
  }
  return known
}

export function findDemoAccount(address: string): DemoAccount | undefined {
  const wanted = address.toLowerCase()
  return demoAccounts().find((candidate) => candidate.address === wanted)
}
