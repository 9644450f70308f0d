import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ItemRecord, readMetadata } from '@plinth/api'
import { DEMO_ACCOUNTS } from '@plinth/devnet'
import { type Address, ALL_CHAINS, AUCTION_END, AUCTION_STATUS, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, LOCAL_NETWORKS } from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startDemoMarket } from '../support/demo-market.ts'
import { inDemo } from '../support/make-demo.ts'
import { failToStart, type Market, removeData, startMarket } from '../support/market.ts'
import { addressOf } from '../support/money.ts'
import { listChildren, listCommands, sentencesOf } from '../support/processes.ts'

/** The operator's side: one command starts everything, one key stops it, and failures are explained. */
describe('starting and stopping', () => {
  let market: Market
  let before: { items: string[]; head: bigint; user: string | undefined }

  beforeAll(async () => {
    market = await startDemoMarket()
  })

  afterAll(async () => {
    await market?.stop()
    if (market) removeData(market)
  })

  it('says once that it is ready, then names every demo account with its key', async () => {
    const [first = '', second = ''] = readFileSync(inDemo(inject('demo')).said, 'utf8')
      .split(/(?=^Starting Local Ethereum)/m)
      .slice(-2)
    for (const said of [first, second, market.output()]) {
      expect(said.match(/Plinth is ready at/g)).toHaveLength(1)
      const after = said.slice(said.indexOf('Plinth is ready at'))
      for (const { name, address, privateKey } of DEMO_ACCOUNTS) expect(after).toMatch(new RegExp(`${name}\\s+${address}\\s+${privateKey}`))
    }
    expect((await fetch(market.url)).status).toBe(200)
  })

  it('prints the seconds of each phase, and opens before the whole demo hangs', () => {
    const said = readFileSync(inDemo(inject('demo')).said, 'utf8')
    for (const phase of ['Chains and contracts are there', 'The first works of the demo hang', 'Database and server run'])
      expect(said).toMatch(new RegExp(`^${phase} \\(\\d+\\.\\d s\\)$`, 'm'))
    expect(said.indexOf('The first works')).toBeLessThan(said.indexOf('Plinth is ready at'))
    expect(said.indexOf('The whole demo hangs')).toBeGreaterThan(said.lastIndexOf('Plinth is ready at'))
  })

  it('has hung each work of the demo once, although its first start was stopped in the middle', async () => {
    const made = await Promise.all(DEMO_ACCOUNTS.map(({ address }) => listCreated(address)))
    const isPrize = ({ collection }: ItemRecord) =>
      Object.values(LOCAL_DEPLOYMENTS).some(({ prizeCollection }) => prizeCollection === collection)
    const works = made.flat().filter((item) => !isPrize(item))
    const names = works.map(({ metadata }) => readMetadata(metadata).name)
    expect([names.length, new Set(names).size]).toEqual([253, 253])
    expect((await market.api.config.fetch({})).hanging).toBeUndefined()
  })

  it('hangs items of both chains on the home page, in all at least 100 that are for sale', async () => {
    const { list, total } = await market.api.home.list({ page: 1, limit: 100, chainId: ALL_CHAINS })
    expect(total).toBeGreaterThanOrEqual(100)
    for (const { chainId } of LOCAL_NETWORKS) {
      expect(list.filter((item) => item.chainId === chainId).length).toBeGreaterThanOrEqual(20)
      const its = await market.api.home.list({ page: 1, limit: 100, chainId })
      expect(its.list.every((item) => item.chainId === chainId)).toBe(true)
      expect(its.total).toBeGreaterThanOrEqual(45)
    }
  })

  it('shows at least 120 items, of both chains, which others like and bid for, by people who follow each other', async () => {
    const { user, follow } = market.api
    const inAll = async (list: (asked: { address: Address; page: number; limit: number }) => Promise<{ total: number }>) => {
      const totals = await Promise.all(DEMO_ACCOUNTS.map(({ address }) => list({ address, page: 1, limit: 1 })))
      return totals.reduce((sum, { total }) => sum + total, 0)
    }
    expect(await inAll((asked) => user.created({ ...asked, chainId: ALL_CHAINS }))).toBeGreaterThanOrEqual(120)
    expect(await inAll((asked) => follow.follows(asked))).toBeGreaterThanOrEqual(12)
    for (const { chainId } of LOCAL_NETWORKS) {
      expect(await inAll((asked) => user.like({ ...asked, chainId }))).toBeGreaterThanOrEqual(30)
      // A visitor sees the usable networks.
      expect(await inAll((asked) => user.bid({ ...asked, chainId }))).toBeGreaterThanOrEqual(10)
    }
  })

  it('holds auctions: one to come, some that run with bids, and a settled one with its dividends paid', async () => {
    const [{ list }, { now }] = await Promise.all([
      market.api.auction.newlist({ page: 1, limit: 100, chainId: ALL_CHAINS }),
      market.api.config.fetch({ chainId: LOCAL_CHAIN_ID }),
    ])
    const live = list.flatMap(({ auctions }) => auctions)
    expect(live.filter(({ startTime }) => startTime > now)).toHaveLength(1)
    const running = live.filter(({ startTime, endTime }) => startTime <= now && now < endTime)
    expect(running.length).toBeGreaterThanOrEqual(3)
    expect(running.filter(({ highestPrice }) => highestPrice > 0n).length).toBeGreaterThanOrEqual(2)
    const [carol, dan, alice, zhang] = [addressOf('Carol'), addressOf('Dan'), addressOf('Alice'), addressOf('Zhang Wei')]
    const { list: his } = await market.api.user.collections({ address: zhang, chainId: LOCAL_CHAIN_ID, page: 1, limit: 100 })
    const sold = his.find(({ metadata }) => readMetadata(metadata).name === 'Attractor IV')
    expect(sold?.onlyOwner).toBe(zhang)
    const { collection, tokenId } = sold as ItemRecord
    const auction = await market.api.auction.get({ collection, tokenId, owner: carol, chainId: LOCAL_CHAIN_ID })
    expect(auction).toMatchObject({ status: AUCTION_STATUS.FINISHED, end: AUCTION_END.FINISHED, highestPrice: parseEther('0.8') })
    // Ten percent of 0.8, for the two losing bidders.
    const paid = await market.chain.getContractEvents({
      address: LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID].auctionExchange,
      abi: auctionExchangeAbi,
      eventName: 'Dividends',
      fromBlock: 0n,
      args: { salt: auction.salt },
    })
    expect(paid.map(({ args }) => args.share)).toEqual([parseEther('0.04')])
    expect(paid[0]?.args.recipients?.map((one) => one.toLowerCase()).toSorted()).toEqual([dan, alice].toSorted())
  })

  it('refuses a second start in the same folder while the first one runs', async () => {
    const { code, output } = await failToStart({ dataDir: market.dataDir })
    expect(sentencesOf(output)).toEqual([expect.stringMatching(/^The folder .+ in use.+DATA_DIR\.$/)])
    expect(code).toBe(1)
    expect(await listItems()).not.toEqual([])
  })

  it.each(['port', 'chainPort'] as const)('refuses a taken %s', async (which) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
    const taken = Number(new URL(which === 'port' ? market.url : market.rpcUrl).port)
    const { code, output } = await failToStart({ dataDir, [which]: taken })
    expect(sentencesOf(output)).toEqual([expect.stringMatching(new RegExp(`\\b${taken}\\b.+ PORT\\.$|\\b${taken}\\b.+CHAIN_PORT_31337`))])
    expect(code).toBe(1)
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('refuses a folder that it can’t write', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
    writeFileSync(join(parent, 'file'), '')
    chmodSync(parent, 0o500)
    // Root may write everywhere but in the kernel's own folder.
    for (const dataDir of [join(parent, 'file'), process.getuid?.() === 0 ? '/sys/plinth' : join(parent, 'data')]) {
      const { code, output } = await failToStart({ dataDir })
      expect(sentencesOf(output)).toEqual([expect.stringMatching(/^The data folder .+ can't be (used|written) \(\w+\).+DATA_DIR\.$/)])
      expect(code).toBe(1)
    }
    chmodSync(parent, 0o700)
    rmSync(parent, { recursive: true, force: true })
  })

  it('ends within 5 seconds of Ctrl-C, with exit code 0 and nothing left behind', async () => {
    before = { items: await listItems(), head: await market.chain.getBlockNumber(), user: await nameOfAlice() }
    const started = listChildren(market.pid).map(({ pid }) => pid)
    expect(started.length).toBeGreaterThan(1)
    const { code, tookMs } = await market.stop()
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(5_000)
    expect(listCommands().filter(({ pid, command }) => started.includes(pid) || command.includes(market.dataDir))).toEqual([])
    await expect(fetch(market.url)).rejects.toThrow()
  })

  it('starts again within 15 seconds with the same items, people and chain', async () => {
    const cluster = clusterFile()
    const began = performance.now()
    market = await startMarket({ dataDir: market.dataDir })
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(clusterFile()).toBe(cluster)
    expect(await listItems()).toEqual(before.items)
    expect(await nameOfAlice()).toBe(before.user)
    expect(await market.chain.getBlockNumber()).toBeGreaterThanOrEqual(before.head)
  })

  async function listItems(): Promise<string[]> {
    const { list } = await market.api.home.list({ page: 1, limit: 100, sort: 'price', order: 'asc', chainId: LOCAL_CHAIN_ID })
    return list.map(({ collection, tokenId, onlyOwner, listings }) => [collection, tokenId, onlyOwner, listings[0]?.salt].join())
  }

  async function listCreated(address: Address): Promise<ItemRecord[]> {
    const pageOf = (page: number) => market.api.user.created({ address, page, limit: 100, chainId: ALL_CHAINS })
    const first = await pageOf(1)
    const others = await Promise.all(Array.from({ length: first.pages - 1 }, (_, at) => pageOf(at + 2)))
    return [first, ...others].flatMap(({ list }) => list)
  }

  async function nameOfAlice(): Promise<string | undefined> {
    const [alice] = DEMO_ACCOUNTS
    return alice && (await market.api.user.info({ address: alice.address }))?.nickname
  }

  /** The identity that PostgreSQL gave this very database when it was made. */
  const clusterFile = () => readFileSync(join(market.dataDir, 'postgres/cluster/global/pg_control')).subarray(0, 8).toString('hex')
})
