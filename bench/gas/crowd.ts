import { type DemoName, getDemoAccount, type Testnet } from '@plinth/devnet'
import { type Address, createWalletClient, type Hex, http, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** An account beside those of the arena, for operations with several makers. */
export interface Member {
  address: Address
  privateKey: Hex
}

const MEMBERS = 10
/** Keys used by no other account. */
const FIRST_KEY = 0xc0ffee00n

export function makeCrowd(): Member[] {
  return Array.from({ length: MEMBERS }, (_, index) => {
    const privateKey = numberToHex(FIRST_KEY + BigInt(index), { size: 32 })
    return { address: privateKeyToAccount(privateKey).address, privateKey }
  })
}

export type WalletOf = ReturnType<typeof walletsOf>

/** The signer and sender: an account of the arena by name, or a member of the crowd. */
export function walletsOf(testnet: Testnet) {
  const made = new Map<Hex, ReturnType<Testnet['walletOf']>>()
  return (who: DemoName | Member): ReturnType<Testnet['walletOf']> => {
    if (typeof who === 'string') return testnet.walletOf(who)
    const known = made.get(who.privateKey)
    if (known) return known
    const account = privateKeyToAccount(who.privateKey)
    const wallet = createWalletClient({ account, chain: testnet.chain, transport: http(testnet.rpcUrl), pollingInterval: 30 })
    made.set(who.privateKey, wallet)
    return wallet
  }
}

/** The signer of an account of the arena. */
export function memberOf(name: DemoName): Member {
  const { account, privateKey } = getDemoAccount(name)
  return { address: account.address, privateKey }
}
