import { describe, expect, it } from 'vitest'
import { adaptBscWallet, type BscProvider } from './bsc-wallet.ts'

/** The old extension: signs texts and changes networks by methods of its own. */
function oldExtension() {
  const calls: unknown[] = []
  const provider: BscProvider = {
    request: async ({ method, params }) => {
      calls.push([method, params])
      return method === 'eth_accounts' ? ['0xAb'] : null
    },
    on: (event) => void calls.push(['on', event]),
    bnbSign: async (address, text) => {
      calls.push(['bnbSign', address, text])
      return { signature: '0x12' }
    },
    switchNetwork: async (network) => void calls.push(['switchNetwork', network]),
  }
  return { provider: adaptBscWallet(provider), calls }
}

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 0,
    (error: { code: number }) => error.code,
  )

describe('BSC chain wallet', () => {
  it('signs a text by bnbSign', async () => {
    const { provider, calls } = oldExtension()
    expect(await provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', '0xab'] })).toBe('0x12')
    expect(calls).toEqual([['bnbSign', '0xab', 'Hello']])
  })

  it('goes to the networks it has names for, and knows no others', async () => {
    const { provider, calls } = oldExtension()
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    expect(calls).toEqual([['switchNetwork', 'bsc-mainnet']])
    expect(await codeOf(provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] }))).toBe(4902)
  })

  it('passes on whatever else it is asked, and its events', async () => {
    const { provider, calls } = oldExtension()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual(['0xAb'])
    provider.on('accountsChanged', () => {})
    provider.removeListener?.('accountsChanged', () => {})
    expect(calls).toEqual([
      ['eth_accounts', undefined],
      ['on', 'accountsChanged'],
    ])
    expect(await codeOf(provider.request({ method: 'wallet_requestPermissions', params: [{}] }))).toBe(4200)
  })
})
