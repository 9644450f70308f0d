import { menuNetworks, ORDER_TYPE, PRODUCTION_NETWORKS } from '@plinth/protocol'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { HALF_ETHER, TestMarket } from '../../../test/market/market.ts'
import { allow, takeDollars } from '../../../test/market/money.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'

/** The production list on chains of its ids; only the operator sees the one without a public URL. */
let markets: TestMarket[]
beforeAll(async () => {
  markets = await TestMarket.openOn([1, 56, 256, 80001], {
    configure: (chain) => {
      const network = PRODUCTION_NETWORKS.find(({ chainId }) => chainId === chain.network.chainId)
      if (!network) throw new Error('Not in the production list')
      return { ...chain, network: { ...network, rpc: network.chainId === 256 ? '' : chain.network.rpc } }
    },
  })
}, 240_000)
afterAll(() => markets[0]?.close())

function on(chainId: number): TestMarket {
  const market = markets.find((one) => one.chainId === chainId)
  if (!market) throw new Error(`No chain ${chainId}`)
  return market
}

describe('the production networks', () => {
  it.each([
    ['NET-01', 1, 'Ethereum', 'ETH', false],
    ['NET-02', 56, 'BSC', 'BNB', false],
    ['NET-03', 80001, 'Mumbai', 'MATIC', true],
    ['NET-04', 256, 'Huobi ECO testnet', 'HT', true],
  ])('[%s][NET-26] serves chain %i as %s with %s', async (_, chainId, name, symbol, isDev) => {
    const market = on(chainId)
    const config = await market.server.api().config.fetch({ chainId })
    expect(config.network).toMatchObject({ chainId, name, network: name, symbol, isDev })
    expect(config.contract).toMatchObject({ exchange: market.exchange, official721: market.official })
    const [coin] = await market.server.api().paytoken.list({ chainId })
    expect(coin).toMatchObject({ chainId, symbol, decimals: 18, isErc20: false })
  })

  it('[NET-05][NET-06][NET-25][NET-27] has Ethereum as the default, and shows only networks with an rpc', async () => {
    const api = on(1).server.api()
    const config = await api.config.fetch({})
    expect(config).toMatchObject({ defaultChainId: 1, network: { chainId: 1 } })
    expect(config.networks.map(({ chainId, symbol, isDev }) => [chainId, symbol, isDev])).toEqual([
      [1, 'ETH', false],
      [56, 'BNB', false],
      [80001, 'MATIC', true],
    ])
    expect(menuNetworks(config.networks).map(({ chainId }) => chainId)).toEqual([1, 56])
    expect((await api.config.fetch({ chainId: 31337 })).network.chainId).toBe(1)
  })

  it('offers the operator all of them, the one that visitors are not shown too', async () => {
    const { api, address } = await on(1).session('carol')
    await operate(on(1).server.context, 'roles', 'grant', '--wallet', address, '--role', 'viewer', '--why', 'looks after it')
    expect((await api.operator.desk({})).networks).toEqual([
      { chainId: 1, name: 'Ethereum', symbol: 'ETH' },
      { chainId: 56, name: 'BSC', symbol: 'BNB' },
      { chainId: 256, name: 'Huobi ECO testnet', symbol: 'HT' },
      { chainId: 80001, name: 'Mumbai', symbol: 'MATIC' },
    ])
  })

  it('[NET-07][NET-08] takes the coin of each chain, and ERC20, for single items and editions', async () => {
    const bsc = on(56)
    const single = await bsc.mint('alice')
    await bsc.approve('alice', single.collection)
    await bsc.sync()
    await bsc.buy('bob', await bsc.list('alice', single, HALF_ETHER))
    await bsc.sync()
    const { api } = await bsc.session('bob')
    expect(await api.nft.detail(single)).toMatchObject({ chainId: 56, standard: 3, onlyOwner: bsc.address('bob') })
    expect((await api.nft.history(single))[0]).toMatchObject({ chainId: 56, content: { payTokenSymbol: 'BNB', unitPrice: '0.5' } })

    const mumbai = on(80001)
    const edition = await mintEdition(mumbai, 'alice', { supply: 3n })
    await mumbai.approve('alice', edition.collection)
    await mumbai.sync()
    const payToken = mumbai.testnet.contracts.dollar
    const listing = await mumbai.list('alice', edition, parseUnits('2.5', 6), { quantity: 2n, payToken })
    await takeDollars(mumbai, 'bob', parseUnits('10', 6))
    await allow(mumbai, 'bob', payToken, parseUnits('5.125', 6))
    await mumbai.buy('bob', listing, 2n)
    await mumbai.sync()
    const sold = await api.nft.detail(edition)
    expect(sold).toMatchObject({ chainId: 80001, standard: 2, supply: 3n })
    expect(sold?.holdings.map(({ chainId, quantity }) => [chainId, quantity])).toEqual([
      [80001, 2n],
      [80001, 1n],
    ])

    const hidden = on(256)
    const item = await hidden.mint('alice')
    await hidden.approve('alice', item.collection)
    await hidden.sync()
    await hidden.list('alice', item)
    expect((await api.nft.detail(item))?.listings).toMatchObject([{ chainId: 256, payTokenSymbol: 'HT' }])
  })
})

describe('a network that its operator has paused', () => {
  it('gets no offers or signatures, is read and shown as before, and reopens by command', async () => {
    const market = on(56)
    const { context } = market.server
    const sale = await market.listed('alice')
    await market.sync()
    const { api } = await market.session('bob')
    const asked = { ...sale.item, owner: market.address('alice'), type: ORDER_TYPE.SALE, salt: sale.listing.order.salt }
    await operate(context, 'networks', 'pause', '--chain', '56', '--why', 'its nodes disagree')
    const paused = { errno: 4519 }
    await expect(api.order.buyerFee(asked)).rejects.toMatchObject(paused)
    await expect(market.sign('alice', sale.item)).rejects.toMatchObject(paused)
    await expect(api.dapp.sign({ collection: market.official, chainId: 56 })).rejects.toMatchObject(paused)
    expect(await api.nft.detail(sale.item)).toMatchObject({ isOnSale: true })
    expect((await rowsOf(context, 'networks', 'list')).map(({ chain, paused: is }) => [chain, is])).toEqual(
      expect.arrayContaining([
        [56, true],
        [1, false],
      ]),
    )
    await expect(operate(context, 'networks', 'pause', '--chain', '56', '--why', 'again')).rejects.toThrow('Chain 56 is paused already.')
    await expect(operate(context, 'networks', 'pause', '--chain', '5', '--why', 'x')).rejects.toThrow('Chain 5 is not one of this market')

    await operate(context, 'networks', 'resume', '--chain', '56', '--why', 'they agree')
    expect(await api.order.buyerFee(asked)).toMatchObject({ salt: sale.listing.order.salt })
    await expect(operate(context, 'networks', 'resume', '--chain', '56', '--why', 'again')).rejects.toThrow('Chain 56 is not paused.')
    expect(await rowsOf(context, 'acts', 'list', '--limit', '2')).toMatchObject([{ what: 'networks resume' }, { what: 'networks pause' }])
  })
})
