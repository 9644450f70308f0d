import { readArtifact, receiptOf, type Testnet } from '@plinth/devnet'
import { type Address, BASE_URI, toAddress } from '@plinth/protocol'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { TestMarket } from '../../../test/market/market.ts'

const DEFAULT = 31337
const LOW = 31338
const HIGH = 31340
const page = { page: 1, limit: 20 }

/** Our factory and deployments never do this: one address on several chains, by one deployer at one nonce. */
let works: Address
let editions: Address
let markets: TestMarket[]

beforeAll(async () => {
  markets = await TestMarket.openOn([DEFAULT, LOW, HIGH], {
    configure: async (chain, testnet) => {
      works = await deploy(testnet, 'Dan', 'OfficialCollection721')
      editions = await deploy(testnet, 'Eve', 'OfficialCollection1155')
      const { chainId } = testnet
      const official721 = chainId === DEFAULT ? chain.contracts.official721 : works
      const official1155 = chainId === LOW ? chain.contracts.official1155 : editions
      return { ...chain, contracts: { ...chain.contracts, official721, official1155 } }
    },
  })
}, 240_000)
afterAll(() => markets[0]?.close())

async function deploy(
  testnet: Testnet,
  name: 'Dan' | 'Eve',
  contract: 'OfficialCollection721' | 'OfficialCollection1155',
): Promise<Address> {
  const { abi, bytecode } = readArtifact(contract)
  const args = ['Shared', 'SHR', testnet.miner.address, '', BASE_URI, testnet.operator.account.address]
  const hash = await testnet.walletOf(name).deployContract({ abi: abi as Abi, bytecode: bytecode as Hex, args })
  const { contractAddress } = await receiptOf(testnet.publicClient, hash)
  if (!contractAddress) throw new Error('Not deployed')
  return toAddress(contractAddress)
}

function on(chainId: number): TestMarket {
  const market = markets.find((one) => one.chainId === chainId)
  if (!market) throw new Error(`No chain ${chainId}`)
  return market
}

describe('one address on two chains (decision 10)', () => {
  it('means the lowest chain where the default does not know it, and the one named where it is named', async () => {
    const [low, high] = [on(LOW), on(HIGH)]
    const here = await low.mint('alice', { collection: works, name: 'Low' })
    const there = await high.mint('bob', { collection: works, name: 'High' })
    expect(there).toEqual(here)
    await Promise.all([low.sync(), high.sync()])
    const { api } = await low.session('carol')
    expect(await api.nft.detail(here)).toMatchObject({ chainId: LOW, onlyOwner: low.address('alice') })
    expect(await api.nft.detail({ ...here, chainId: LOW })).toMatchObject({ chainId: LOW })
    expect(await api.nft.detail({ ...here, chainId: HIGH })).toMatchObject({ chainId: HIGH, onlyOwner: low.address('bob') })
    expect(await api.nft.detail({ ...here, chainId: DEFAULT })).toBeUndefined()
    expect(await api.contract.info({ collection: works })).toMatchObject({ chainId: LOW })
    expect(await api.contract.info({ collection: works, chainId: HIGH })).toMatchObject({ chainId: HIGH })
    const inIt = await api.contract.listitems({ ...page, collection: works, chainId: HIGH })
    expect(inIt.list.map(({ chainId, creator }) => [chainId, creator.address])).toEqual([[HIGH, low.address('bob')]])
    expect((await api.home.list({ ...page, chainId: -1 })).list).toEqual([])

    await api.like.add(here)
    expect((await api.user.like({ ...page, address: low.address('carol'), chainId: LOW })).total).toBe(1)
    expect((await api.user.like({ ...page, address: low.address('carol'), chainId: HIGH })).total).toBe(0)
  })

  it('means the default chain where that one knows it, unless only another knows the item', async () => {
    const [standard, high] = [on(DEFAULT), on(HIGH)]
    const first = await mintEdition(high, 'alice', { collection: editions, supply: 3n })
    const same = await mintEdition(standard, 'bob', { collection: editions, supply: 5n })
    expect(same).toEqual(first)
    const alone = await mintEdition(high, 'alice', { collection: editions, supply: 4n })
    await Promise.all([standard.sync(), high.sync()])
    const { api } = await high.session('carol')
    expect(await api.nft.detail(first)).toMatchObject({ chainId: DEFAULT, supply: 5n })
    expect(await api.nft.detail({ ...first, chainId: HIGH })).toMatchObject({ chainId: HIGH, supply: 3n })
    expect(await api.nft.detail(alone)).toMatchObject({ chainId: HIGH, supply: 4n })
    expect(await api.contract.info({ collection: editions })).toMatchObject({ chainId: DEFAULT })

    // The voucher of a call that names no chain is valid on the default one alone.
    const { tokenId } = await api.dapp.sign({ collection: editions })
    const owned = await standard.server.context.db
      .selectFrom('token_allotment')
      .select(['chain_id'])
      .where('token_id', '=', tokenId)
      .execute()
    expect(owned.map((row) => row.chain_id)).toContain(DEFAULT)
  })
})
