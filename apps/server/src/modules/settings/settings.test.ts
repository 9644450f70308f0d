import { PRODUCTION_NETWORKS } from '@plinth/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeNode } from '../../../test/chain/fake-node.ts'
import { fakeChain, openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { seedSite } from '../../prepare-database.ts'

const ANNOUNCEMENTS = [
  { lang: 'en', title: 'Opened', content: 'The market is open.', createdAt: 100 },
  { lang: 'zh', title: '开张', content: '市场已开放。', createdAt: 200 },
] as const

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ site: { name: 'Gallery', twitter: 'https://x.test/g', announcements: ANNOUNCEMENTS } })
})
afterEach(() => server.node?.setUp(true))
afterAll(() => server.close())

describe('config.fetch', () => {
  const fetchConfig = async (form: Record<string, string> = {}) =>
    (await server.post('/config/fetch', form)).data as Record<string, unknown>

  it('[API-25][DATA-21][DATA-36][CFG-01][CFG-02][CFG-03][NET-26] answers network, fees, contracts and texts', async () => {
    const config = await fetchConfig({ chainId: '31337' })
    const address = (digit: string) => `0x${digit.repeat(40)}`
    expect(config).toMatchObject({
      network: {
        chainId: 31337,
        name: 'Local Ethereum',
        symbol: 'ETH',
        explorer: '',
        opensea: '',
        logo: '/networks/ethereum.svg',
        isDev: false,
        blockTime: 2,
      },
      contract: {
        transferProxyAddress: address('d'),
        erc20TransferProxyAddress: address('d'),
        nftExchangeAddress: address('e'),
        auctionExchangeAddress: address('7'),
        blindBoxAddress: address('4'),
        factory721Address: address('f'),
      },
      miner: '0x3325a78425f17a7e487eb5666b2bfd93abb06c70',
      ipfsUrl: '',
      cdnUrl: '',
      loginMessage: 'Sign in to Gallery at plinth.test. This costs nothing and sends no transaction.',
      website: 'http://plinth.test',
      auctionExpireTime: '72',
      connectChainId: 31337,
      defaultChainId: 31337,
    })
  })

  it('[CFG-04][DATA-24][CFG-11] answers the site’s name, links and deploy flag', async () => {
    const { site } = await fetchConfig()
    expect(site).toMatchObject({
      name: 'Gallery',
      url: 'http://plinth.test',
      twitter: 'https://x.test/g',
      telegram: '',
      email: '',
      youtube: '',
      deploy: true,
    })
  })

  it('[CFG-05] reads the fees from the chain, and opens with the last known when its node is down', async () => {
    expect(await fetchConfig()).toMatchObject({ sellerFee: '250', buyerFee: '250' })
    server.node?.setUp(false)
    server.clock.advance(10)
    expect(await fetchConfig()).toMatchObject({ sellerFee: '250', buyerFee: '250' })
  })

  it('says the chain’s time, not the server’s', async () => {
    server.node?.setHead({ number: 5, timestamp: 2_000_000_000 })
    await server.context.chains.default.refresh()
    server.clock.advance(7)
    expect((await fetchConfig()).now).toBe(2_000_000_007)
  })

  it('keeps the server’s own endpoint to itself', async () => {
    const secret = await openTestServer({
      chains: [{ ...fakeChain(server.node?.url ?? ''), rpcUrls: [`${server.node?.url}/?key=secret`] }],
    })
    expect((await secret.post('/config/fetch')).text).not.toContain('secret')
    await secret.close()
  })

  it('counts an unconfigured chain as the default one', async () => {
    expect((await fetchConfig({ chainId: '5' })).network).toMatchObject({ chainId: 31337 })
    expect((await fetchConfig({ chainId: '-1' })).network).toMatchObject({ chainId: 31337 })
    expect((await server.post('/config/fetch', { chainId: 'x' })).errno).toBe(402)
  })
})

describe('with the shipped production list', () => {
  it('[NET-01][NET-02][NET-03][NET-04][NET-06][DATA-03][AUTH-27] serves each chain’s record, and shows only networks with an rpc', async () => {
    const started = PRODUCTION_NETWORKS.map(async (network) => {
      const node = await startFakeNode(network.chainId, server.clock.now())
      return { node, chain: { ...fakeChain(node.url, network.chainId), network } }
    })
    const fakes = await Promise.all(started)
    const chains = fakes.map(({ chain }) => chain)
    const production = await openTestServer({ chains, defaultChainId: 1, connectChainId: 80001 })
    const config = async (chainId: string) => (await production.post('/config/fetch', { chainId })).data
    expect(await config('')).toMatchObject({ network: { chainId: 1, symbol: 'ETH' }, connectChainId: 80001, defaultChainId: 1 })
    expect(await config('56')).toMatchObject({
      network: { chainId: 56, symbol: 'BNB', isDev: false },
      networks: [{ chainId: 1 }, { chainId: 56 }],
    })
    expect(await config('80001')).toMatchObject({ network: { symbol: 'MATIC', isDev: true } })
    expect(await config('256')).toMatchObject({ network: { symbol: 'HT', isDev: true } })
    expect((await production.post('/paytoken/list', { chainId: '56' })).data).toMatchObject([{ symbol: 'BNB', chainId: 56 }])
    await production.close()
    await Promise.all(fakes.map(({ node }) => node.close()))
  })
})

describe('category.list', () => {
  it('[API-91][ENUM-15][DATA-06] answers the five, in order, as a bare array', async () => {
    const { data } = await server.post('/category/list', { chainId: '31337' })
    expect(data).toMatchObject(
      ['eastern', 'western', 'ancient', 'modern', 'guangong'].map((name) => ({ name, id: expect.stringMatching(/^\d+$/), children: [] })),
    )
    expect(data).toHaveLength(5)
  })

  it('nests children', async () => {
    const { db } = server.context
    const parent = await db.selectFrom('category').select('id').where('name', '=', 'ancient').executeTakeFirstOrThrow()
    await db.insertInto('category').values({ name: 'bronze', parent_id: parent.id, position: 0 }).execute()
    expect((await server.post('/category/list')).data).toMatchObject([
      {},
      {},
      { name: 'ancient', children: [{ name: 'bronze', children: [] }] },
      {},
      {},
    ])
    await db.deleteFrom('category').where('name', '=', 'bronze').execute()
  })

  it('is seeded once, however often the server starts', async () => {
    await seedSite(server.context)
    expect((await server.post('/category/list')).data).toHaveLength(5)
    expect((await server.post('/paytoken/list')).data).toHaveLength(1)
  })
})

describe('paytoken.list', () => {
  it('[API-57][DATA-04][DATA-05][NET-07] answers the chain’s coin at the zero address', async () => {
    const { data } = await server.post('/paytoken/list', { chainId: '31337' })
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        chainId: 31337,
        address: `0x${'0'.repeat(40)}`,
        name: 'ETH',
        symbol: 'ETH',
        decimals: 18,
        avatar: '/networks/ethereum.svg',
        isDefault: true,
        tokenId: '0',
        type: 0,
        rate: '0',
        erc20: false,
      },
    ])
  })
})

describe('announcement.list', () => {
  it('[API-92][DATA-17] answers newest first with both spellings of the title', async () => {
    const { errno, data } = await server.post('/announcement/list', { chainId: '31337', platform: '1', type: '1', page: '1', size: '10' })
    expect(errno).toBe(0)
    expect(data).toEqual([
      { id: '2', lang: 'zh', tittle: '开张', title: '开张', content: '市场已开放。', createTime: 200 },
      { id: '1', lang: 'en', tittle: 'Opened', title: 'Opened', content: 'The market is open.', createTime: 100 },
    ])
    expect((await server.post('/announcement/list', { page: '2', size: '1' })).data).toMatchObject([{ id: '1' }])
    expect((await server.post('/announcement/list', { page: '3', size: '1' })).data).toEqual([])
  })
})
