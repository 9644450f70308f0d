import { describe, expect, it } from 'vitest'
import {
  coinFaceOf,
  explorerTxUrl,
  isLocalChain,
  LOCAL_NETWORKS,
  menuNetworks,
  type Network,
  networkLabel,
  openseaUrl,
  PRODUCTION_NETWORKS,
  usableNetworks,
} from './chains.ts'

function production(chainId: number): Network {
  const found = PRODUCTION_NETWORKS.find((network) => network.chainId === chainId)
  if (!found) throw new Error(`no network ${chainId}`)
  return found
}

describe('the production list', () => {
  it('[NET-01] has Ethereum with ETH', () => {
    expect(production(1)).toMatchObject({ name: 'Ethereum', symbol: 'ETH', isDev: false })
  })

  it('[NET-02] has BSC with BNB', () => {
    expect(production(56)).toMatchObject({ name: 'BSC', symbol: 'BNB', isDev: false })
  })

  it('[NET-03] has Mumbai with MATIC, a test network that is gone', () => {
    expect(production(80001)).toMatchObject({ name: 'Mumbai', symbol: 'MATIC', isDev: true, rpc: '' })
  })

  it('[NET-04] has the Huobi ECO testnet with HT, a test network that is gone', () => {
    expect(production(256)).toMatchObject({ name: 'Huobi ECO testnet', symbol: 'HT', isDev: true, rpc: '' })
  })

  it('[NET-05] offers 1 and 56 in the menu', () => {
    expect(menuNetworks(PRODUCTION_NETWORKS).map((network) => network.chainId)).toEqual([1, 56])
  })

  it('[NET-06] is exactly 1, 56, 80001 and 256', () => {
    expect(PRODUCTION_NETWORKS.map((network) => network.chainId)).toEqual([1, 56, 80001, 256])
  })

  it('hides a network without rpc, shows it once an operator sets one', () => {
    expect(usableNetworks(PRODUCTION_NETWORKS)).toHaveLength(2)
    expect(usableNetworks([{ ...production(80001), rpc: 'http://127.0.0.1:1' }])).toHaveLength(1)
  })
})

describe('the local list', () => {
  it('has two chains, neither flagged isDev', () => {
    expect(LOCAL_NETWORKS.map(({ chainId, name, symbol, isDev }) => [chainId, name, symbol, isDev])).toEqual([
      [31337, 'Local Ethereum', 'ETH', false],
      [31338, 'Local BSC', 'BNB', false],
    ])
  })

  it('is play money, the production chains are not', () => {
    expect([31337, 31338, 1, 56, 80001].map(isLocalChain)).toEqual([true, true, false, false, false])
  })
})

describe('networkLabel', () => {
  it.each([
    [1, 'Main'],
    [2, 'Morden'],
    [3, 'Ropsten'],
    [4, 'Rinkeby'],
    [42, 'Kovan'],
    [5777, 'Ganache'],
    [56, 'Bnb'],
    [97, 'Bnb Testnet'],
    [137, 'Polygon'],
    [80001, 'Polygon Mumbai'],
    [43113, 'avalanche FUJI'],
    [43114, 'avalanche'],
    [10, undefined],
  ])('[ENUM-14] calls %d %s', (chainId, label) => {
    expect(networkLabel(chainId)).toBe(label)
  })
})

describe('links', () => {
  it('point at the transaction and the item, and are empty where the network has none', () => {
    expect(explorerTxUrl(production(1), '0xab')).toBe('https://etherscan.io/tx/0xab')
    expect(explorerTxUrl(production(256), '0xab')).toBe('')
    expect(openseaUrl(production(1), '0x11', 7n)).toBe('https://opensea.io/assets/ethereum/0x11/7')
    expect(openseaUrl(production(56), '0x11', 7n)).toBe('')
  })
})

describe('the coin as an ERC20', () => {
  it('[F-80] is known on Celo, Metis, Moonbeam, Moonriver and Polygon, and on no shipped network', () => {
    expect([42220, 1088, 1284, 1285, 137].map((chainId) => coinFaceOf(chainId)?.slice(-4))).toEqual([
      'a438',
      '0000',
      '0802',
      '0802',
      '1010',
    ])
    expect(PRODUCTION_NETWORKS.map(({ chainId }) => coinFaceOf(chainId))).toEqual(PRODUCTION_NETWORKS.map(() => undefined))
  })
})
