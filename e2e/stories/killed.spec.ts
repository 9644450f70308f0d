/** @module-tag more */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buyItem, type CatalogueItem, callRpc, type Item, listItem, mined, mintItem, type Person, readCatalogue } from '@plinth/devnet'
import { HISTORY_TYPE } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { actAs } from '../support/demo-market.ts'
import { type Market, removeData, startMarket } from '../support/market.ts'
import { listChildren } from '../support/processes.ts'

/** SIGKILL for any of the processes, or all at once: chain and market agree afterwards, and no answered call is lost. */
describe('killed processes', () => {
  let market: Market
  let people: { alice: Person; bob: Person }
  let item: Item
  const [entry] = readCatalogue().works as [CatalogueItem]

  beforeAll(async () => {
    market = await startMarket({ stories: false })
    people = { alice: await actAs('Alice', market), bob: await actAs('Bob', market) }
    item = await hang()
  })
  afterAll(async () => {
    await market?.stop()
    if (market) removeData(market)
  })

  async function hang(): Promise<Item> {
    const { official721 } = people.alice.chain.contracts
    const made = await mintItem(people.alice, entry, official721, 1n)
    await listItem(people.alice, made, '0.5')
    return made
  }
  /** A killed chain loses its blocks since the last save. The first save may have begun before now. */
  async function chainsSaved(): Promise<void> {
    const savedAt = () => statSync(join(market.dataDir, 'chain-31337/state.json')).mtimeMs
    for (let save = 0; save < 2; save++) {
      const last = savedAt()
      await mined(people.alice, await people.alice.wallet.sendTransaction({ to: people.bob.address, value: 1n }))
      await expect.poll(savedAt, { timeout: 60_000 }).toBeGreaterThan(last)
    }
  }
  const programs = (name: RegExp) => listChildren(market.pid).filter(({ command }) => name.test(command))
  /** Once its parent is gone, a process may end by itself. */
  const kill = (pids: readonly { pid: number }[]) => {
    for (const { pid } of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  const shown = () => market.api.nft.detail({ ...item, chainId: people.alice.chain.chain.chainId })
  const ownerOnChain = async () => {
    const call = { address: item.collection, abi: collection721Abi, functionName: 'ownerOf', args: [item.tokenId] } as const
    return (await market.chain.readContract(call)).toLowerCase()
  }
  const expectAgreement = (owner: string) =>
    expect
      .poll(async () => [(await shown().catch(() => undefined))?.onlyOwner, await ownerOnChain().catch(() => undefined)], {
        timeout: 20_000,
      })
      .toEqual([owner, owner])

  it.each([
    ['a chain', /anvil .*--chain-id 31337/],
    ['both chains', /anvil/],
    ['the database', /postgres.* -D /],
  ])('%s comes back by itself', async (_, name) => {
    await chainsSaved()
    kill(programs(name))
    await expectAgreement(people.alice.address)
    await expect
      .poll(async () => (await fetch(`${market.url}/readyz`)).json(), { timeout: 20_000 })
      .toMatchObject({ ok: true, degraded: [] })
    item = await hang()
    await expectAgreement(people.alice.address)
  })

  /** Blocks further saves, as if it were killed before the next one; returns a function that allows them again. */
  async function keepFromSaving(): Promise<() => void> {
    const fresh = join(market.dataDir, 'chain-31337/state.json.new')
    await vi.waitUntil(() => !existsSync(fresh) && mkdirSync(fresh, { recursive: true }) !== undefined)
    return () => rmdirSync(fresh)
  }

  it.each(['waits for its block', 'is read by the market and lost by the chain', 'is kept by the chain'] as const)(
    'all killed at once while a purchase %s: it is bought or still for sale, everywhere the same',
    async (moment) => {
      item = await hang()
      await expectAgreement(people.alice.address)
      await chainsSaved()
      await holdBlocks(market.rpcUrl)
      const bought = buyItem(people.bob, item, people.alice.address)
      // The chain is down, so no node answers it.
      bought.catch(() => undefined)
      await expect.poll(async () => (await callRpc<{ pending: string }>(market.rpcUrl, 'txpool_status')).pending).toBe('0x1')
      const letSave = moment === 'is read by the market and lost by the chain' ? await keepFromSaving() : () => undefined
      if (moment !== 'waits for its block') {
        await releaseBlocks(market.rpcUrl)
        await bought
        await expectAgreement(people.bob.address)
      }
      if (moment === 'is kept by the chain') await chainsSaved()
      kill([{ pid: market.pid }, ...listChildren(market.pid)])
      letSave()
      market = await startMarket({ dataDir: market.dataDir })
      people = { alice: await actAs('Alice', market), bob: await actAs('Bob', market) }
      const isSold = moment === 'is kept by the chain'
      await expectAgreement(isSold ? people.bob.address : people.alice.address)
      expect((await shown())?.listings).toHaveLength(isSold ? 0 : 1)
      expect((await market.api.nft.history(item)).filter(({ type }) => type === HISTORY_TYPE.BUY)).toHaveLength(isSold ? 1 : 0)
      if (isSold) return
      await buyItem(people.bob, item, people.alice.address)
      await expectAgreement(people.bob.address)
    },
  )

  it('takes over chain and database from a market that was killed alone', async () => {
    item = await hang()
    const left = listChildren(market.pid)
    expect(left.length).toBeGreaterThan(2)
    kill([market])
    market = await startMarket({ dataDir: market.dataDir })
    expect(left.filter(({ pid }) => listChildren(market.pid).some((each) => each.pid === pid))).toEqual([])
    await expectAgreement(people.alice.address)
    expect((await shown())?.listings).toHaveLength(1)
  })

  // Only root may make a small disk.
  it.skipIf(process.getuid?.() !== 0)('goes on when a full disk has room again', async () => {
    const disk = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', disk])
    let small: Market | undefined
    try {
      small = await startMarket({ stories: false, dataDir: disk })
      const alice = await actAs('Alice', small)
      const upload = () => alice.api.storage.upload({}, { files: [new File([entry.slug, new Uint8Array(1_000)], 'work.png')] })
      await expect(upload()).rejects.toMatchObject({ code: 'FILE_TYPE' })
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=1M', 'count=500'], { stdio: 'ignore' })
      } catch {
        // full
      }
      await expect(mintItem(alice, entry, alice.chain.contracts.official721, 1n)).rejects.toMatchObject({ code: 'STORAGE_FULL' })
      writeFileSync(join(disk, 'ballast'), '')
      await expect
        .poll(() => mintItem(alice, entry, alice.chain.contracts.official721, 1n).catch(() => undefined), { timeout: 20_000 })
        .toBeDefined()
    } finally {
      await small?.stop()
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true, force: true })
    }
  })
})
