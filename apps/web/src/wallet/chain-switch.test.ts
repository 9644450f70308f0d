import { type Chain, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { addTo, switchTo } from './chain-switch.ts'
import { failureOf } from './errors.ts'

const CHAIN: Chain = {
  id: 31_338,
  name: 'Local BSC',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:8546'] } },
}

type Answers = { switch?: number; add?: number; stays?: boolean }

/** Standing on chain 1; a number is the code it fails with. */
function openWallet({ switch: switching, add: adding, stays }: Answers) {
  const asked: string[] = []
  let chainId = 1
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    if (method === 'eth_chainId') return numberToHex(chainId)
    const code = method === 'wallet_addEthereumChain' ? adding : switching
    if (code !== undefined) throw Object.assign(new Error('x'), { code })
    if (!stays || method === 'wallet_switchEthereumChain') chainId = CHAIN.id
    return null
  }
  return { wallet: { request }, asked: () => asked.filter((method) => method !== 'eth_chainId') }
}

const end = (done: Promise<void>) =>
  done.then(
    () => 'there',
    (error: unknown) => failureOf(error).code,
  )

describe('bringing a wallet to a chain', () => {
  it('[NET-40] asks to switch, and teaches it a chain it does not know', async () => {
    const knowing = openWallet({})
    expect(await end(switchTo(knowing.wallet, CHAIN))).toBe('there')
    expect(knowing.asked()).toEqual(['wallet_switchEthereumChain'])
    const unknowing = openWallet({ switch: 4902 })
    expect(await end(switchTo(unknowing.wallet, CHAIN))).toBe('there')
    expect(unknowing.asked()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  it('takes no for an answer', async () => {
    const { wallet, asked } = openWallet({ switch: 4001 })
    expect(await end(switchTo(wallet, CHAIN))).toBe('USER_REJECTED')
    expect(asked()).toEqual(['wallet_switchEthereumChain'])
  })

  it('[NET-29] returns the error of a rejected addition, and asks no more', async () => {
    const { wallet, asked } = openWallet({ add: 4001 })
    expect(await end(addTo(wallet, CHAIN))).toBe('USER_REJECTED')
    expect(asked()).toEqual(['wallet_addEthereumChain'])
  })

  it('[NET-30] falls back to switching after any other failure of the addition', async () => {
    for (const add of [-32_603, 4200, -32_601]) {
      const { wallet, asked } = openWallet({ add })
      expect(await end(addTo(wallet, CHAIN)), String(add)).toBe('there')
      expect(asked()).toEqual(['wallet_addEthereumChain', 'wallet_switchEthereumChain'])
    }
  })

  it('switches after an addition that leaves the wallet where it was', async () => {
    const { wallet, asked } = openWallet({ stays: true })
    expect(await end(addTo(wallet, CHAIN))).toBe('there')
    expect(asked()).toEqual(['wallet_addEthereumChain', 'wallet_switchEthereumChain'])
  })

  it('[NET-28] names the network that a wallet can’t come to', async () => {
    const { wallet } = openWallet({ switch: 4902, add: 4200 })
    const failed = await switchTo(wallet, CHAIN).catch(failureOf)
    expect(failed).toEqual({ code: 'WALLET_WRONG_CHAIN', text: 'Change network to Local BSC.' })
  })
})
