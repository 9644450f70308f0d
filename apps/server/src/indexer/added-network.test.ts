import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeChain } from '../../test/market/harness.ts'
import { HALF_ETHER, TestMarket } from '../../test/market/market.ts'
import { entryOf } from '../../test/market/network-entry.ts'
import { operate, rowsOf } from '../../test/operator/operate.ts'
import { followNetworks } from '../networks.ts'
import { GROUPS } from '../operator/groups.ts'

const [FIRST, LATER] = [31337, 31338]

/** Two real chains, of which the market knows one. */
let home: TestMarket
let later: TestMarket
beforeAll(async () => {
  const [first, second] = await TestMarket.openOn([FIRST, LATER], { unknown: [LATER] })
  if (!first || !second) throw new Error('Two chains were to start')
  home = first
  later = second
})
afterAll(() => home?.close())

const context = () => home.server.context
const WHY = ['--why', 'people ask for it'] as const
const entry = (changes?: object) => entryOf(later, changes)
const add = (text: string) => operate(context(), 'networks', 'add', '--entry', text, ...WHY)
const set = (setting: string, value: string) =>
  operate(context(), 'networks', 'set', '--chain', String(LATER), '--setting', setting, '--value', value, ...WHY)
/** As in a process with another fee signer, or without its key. */
const keyedBy = (feeSigner: Address) => ({ ...context(), signer: { ...context().signer, feeSigner } })
const remove = (chain: number) => operate(context(), 'networks', 'remove', '--chain', String(chain), ...WHY)
const shown = async () => (await home.server.api().config.fetch({})).networks.map(({ chainId, name }) => [chainId, name])
/** The runner of a network starts after its name is known. */
const followed = () => expect.poll(() => later.indexers.of(LATER), { timeout: 20_000 }).toBeDefined()
/** Waits for the runner that the act starts in the place of the one before. */
async function restarts(act: () => unknown): Promise<void> {
  await followed()
  const before = later.indexers.of(LATER)
  await act()
  await expect.poll(() => later.indexers.of(LATER) === before, { timeout: 20_000 }).toBe(false)
}
const change = (setting: string, value: string) => restarts(() => set(setting, value))
const policy = async () => String((await home.server.app.inject('/')).headers['content-security-policy'])

describe('a network that comes while the market runs', () => {
  it('is refused with a sentence where it is not what its entry says', async () => {
    await expect(add('a network')).rejects.toThrow('It must be one entry in JSON')
    await expect(add(entry({ symbol: undefined, explorer: 'nowhere' }))).rejects.toThrow(
      'entry.symbol is missing. entry.explorer must be a URL',
    )
    await expect(add(entry({ colour: 'red' }))).rejects.toThrow('entry has fields that are not known: colour.')
    await expect(add(entry({ chainId: FIRST }))).rejects.toThrow('Chain 31337 is one of this market already')
    await expect(add(entry({ rpcUrls: [home.testnet.rpcUrl] }))).rejects.toThrow('None of these nodes answers as chain 31338')
    await expect(add(entry({ contracts: fakeChain('').contracts }))).rejects.toThrow('There is no contract at exchange (0xeeee')
    await expect(add(entry({ deployBlock: 9_999_999 }))).rejects.toThrow('deployBlock is 9999999')
    const { contracts } = JSON.parse(entry())
    await expect(add(entry({ contracts: { ...contracts, auctionExchange: later.official } }))).rejects.toThrow(
      'On chain 31338 the fee signer does not count on the auction exchange: deploy with the keys of this market, or have',
    )
    const outsider = later.address('dan')
    await expect(operate(keyedBy(outsider), 'networks', 'add', '--entry', entry(), ...WHY)).rejects.toThrow(
      new RegExp(
        `the fee signer does not count on the exchange; .* auction exchange; .* blind box: .* have the owner of the contracts add ${outsider} \\(addFeeSigner\\)\\.$`,
      ),
    )
    await expect(add(entry({ contracts: { ...contracts, official1155: later.exchange } }))).rejects.toThrow(
      'the miner does not count in the official collection of editions',
    )
    expect(await shown()).toEqual([[FIRST, 'Local Ethereum']])
    expect(await rowsOf(context(), 'acts', 'list')).toEqual([])
  })

  it('[NET-25] is served, read and traded on from then on, without a restart', async () => {
    expect(await add(entry())).toBe('Later (31338) is a network of this market, and is read from now on.')
    expect(await remove(LATER)).toBe('Chain 31338 is no network of this market any more.')
    expect([await shown(), context().chains.find(LATER)]).toEqual([[[FIRST, 'Local Ethereum']], undefined])
    await expect(remove(LATER)).rejects.toThrow('Chain 31338 is not one of this market')
    await expect(remove(FIRST)).rejects.toThrow('Chain 31337 stands in PLINTH_CHAINS')

    expect(await operate(keyedBy(ZERO_ADDRESS), 'networks', 'add', '--entry', entry(), ...WHY)).toMatch(
      /is read from now on\. Whether the fee signer counts there was not looked at/,
    )
    expect(await shown()).toEqual([
      [FIRST, 'Local Ethereum'],
      [LATER, 'Later'],
    ])
    const api = home.server.api()
    const config = await api.config.fetch({ chainId: LATER })
    expect(config).toMatchObject({ network: { chainId: LATER, symbol: 'LTR' }, contract: { exchange: later.exchange } })
    expect((await api.paytoken.list({ chainId: LATER })).map(({ symbol }) => symbol)).toEqual(['LTR'])
    expect(await policy()).toContain(`connect-src 'self' ${home.testnet.rpcUrl} ${later.testnet.rpcUrl};`)
    await expect.poll(() => context().chains.find(LATER)?.head() !== undefined, { timeout: 20_000 }).toBe(true)
    await followed()
    await later.sync()
    const item = await later.mint('alice')
    await later.approve('alice', item.collection)
    await followed()
    await later.sync()
    await later.buy('bob', await later.list('alice', item, HALF_ETHER))
    expect(await later.detail(item, 'bob')).toMatchObject({ chainId: LATER, onlyOwner: later.address('bob') })
    expect((await api.contract.list({ chainId: LATER })).map(({ address }) => address)).toContain(later.official)
    await expect(remove(LATER)).rejects.toThrow('There are works on chain 31338 already')
  })

  it('changes its name, addresses and nodes without a restart, and shows no endpoint', async () => {
    await change('name', 'Later still')
    await change('explorer', 'https://explorer.plinth.test/')
    await change('rpc', 'https://public.plinth.test/v1')
    const { network } = await home.server.api().config.fetch({ chainId: LATER })
    expect(network).toMatchObject({ name: 'Later still', explorer: 'https://explorer.plinth.test', rpc: 'https://public.plinth.test/v1' })
    expect(await policy()).toContain(`${home.testnet.rpcUrl} https://public.plinth.test;`)
    await change('rpc', '')
    expect(await shown()).toEqual([[FIRST, 'Local Ethereum']])

    await expect(set('name', '')).rejects.toThrow()
    await expect(set('explorer', 'javascript:alert(1)')).rejects.toThrow('explorer must be a URL')
    await expect(set('nodes', home.testnet.rpcUrl)).rejects.toThrow('None of these nodes answers as chain 31338')
    await change('nodes', `${later.testnet.rpcUrl}/key-of-0123456789, ${later.testnet.rpcUrl}`)
    const item = await later.minted('alice')
    expect(await later.detail(item)).toMatchObject({ chainId: LATER })
    const [row] = (await rowsOf(context(), 'networks', 'list')).filter(({ chain }) => chain === LATER)
    expect(row).toMatchObject({ name: 'Later still', from: 'operator', nodes: 2, changed: 'rpc, name, nodes, explorer' })
    const acts = await rowsOf(context(), 'acts', 'list', '--subject', `chain ${LATER}`, '--limit', '1')
    expect(acts).toMatchObject([{ who: 'olga', what: 'networks set', details: '{"nodes":2}' }])
    expect(JSON.stringify(await rowsOf(context(), 'acts', 'list'))).not.toContain('0123456789')

    await restarts(() => operate(context(), 'networks', 'reset', '--chain', String(LATER), ...WHY))
    expect(await shown()).toContainEqual([LATER, 'Later'])
    await expect(operate(context(), 'networks', 'reset', '--chain', String(LATER), ...WHY)).rejects.toThrow('Nothing of chain 31338')
  })

  it('says of what can’t be changed so that it needs a restart', async () => {
    await expect(set('contracts', '{}')).rejects.toThrow('--setting must be one of name, rpc, explorer, opensea, logo, nodes')
    expect(GROUPS.networks?.commands.set?.about).toContain(
      'Contracts, ids and the default network change in the configuration alone, with a restart; pay tokens by `pay-tokens`.',
    )
  })

  it('is taken up by a process that did not do it', async () => {
    const { chains } = context()
    const following = followNetworks(context(), 20)
    try {
      // As in a process that was running before.
      await restarts(() => {
        chains.drop(LATER)
        expect(chains.find(LATER)).toBeUndefined()
      })
      await expect.poll(() => chains.find(LATER)?.config.network.name, { timeout: 20_000 }).toBe('Later')
    } finally {
      await following.stop()
    }
    await later.sync()
    expect(await later.detail(await later.minted('bob'), 'bob')).toMatchObject({ chainId: LATER })
  })
})
