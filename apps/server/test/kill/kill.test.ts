import { buyItem, type Item, listItem, type Person } from '@plinth/devnet'
import { ACTION_TYPE, ASSET_TYPE, bulkTypedData, orderDomain, ZERO_ADDRESS } from '@plinth/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareTree } from '../acts/many.ts'
import { aPng } from '../content/files.ts'
import { openTestDatabase } from '../database/database.ts'
import { expectAgreement } from './agreement.ts'
import type { CutName } from './cuts.ts'
import { ServerProcess } from './server-process.ts'
import { Stage } from './stage.ts'

const ROUNDS = process.env.PLINTH_LONG ? 50 : 1
/** Of `npm test`: the index as blocks are reverted, and a call whose answer is lost. */
const FEW: readonly CutName[] = ['order committed, not answered']

/** Kills at each named point once here, 50 times in the long run: answered calls persist, and nothing counts twice. */
describe('the server is killed', () => {
  let stage: Stage
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    stage = await Stage.open()
    ;[alice, bob] = await Promise.all([stage.person('Alice'), stage.person('Bob')])
  }, 60_000)
  beforeEach(() => stage.revive())
  afterAll(() => stage?.close())

  const detail = async (item: Item) => stage.guest().nft.detail({ ...item, chainId: stage.chainId })
  const prepare = (item: Item) =>
    alice.api.order.prepare({
      maker: alice.address,
      sellToken: item.collection,
      sellTokenId: item.tokenId,
      sellType: ASSET_TYPE.ERC721,
      selling: 1n,
      buyToken: ZERO_ADDRESS,
      buyTokenId: 0n,
      buyType: ASSET_TYPE.COIN,
      buying: 10n ** 18n,
      type: ACTION_TYPE.SALE,
      chainId: stage.chainId,
    })
  const cut = (name: CutName, scene: () => Promise<void>) =>
    it(name, { timeout: 60_000 * ROUNDS, tags: FEW.includes(name) ? [] : ['more'] }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await scene()
        await expectAgreement(stage)
      }
    })

  cut('block applied, not committed', async () => {
    const declared = await stage.declare(alice)
    const item = await stage.cutDuring('block applied, not committed', () => stage.mint(alice, declared))
    await stage.sync()
    expect(item && (await detail(item))?.onlyOwner).toBe(alice.address)
  })

  cut('block committed, not noted', async () => {
    const item = await stage.item(alice)
    await stage.cutDuring('block committed, not noted', () => stage.transfer(alice, bob, item))
    await stage.sync()
    expect((await detail(item))?.onlyOwner).toBe(bob.address)
  })

  cut('chain reverted, not committed', async () => {
    const item = await stage.item(alice)
    await stage.transfer(alice, bob, item)
    await stage.sync()
    await stage.cutDuring('chain reverted, not committed', () => stage.testnet.reorg(1))
    await stage.sync()
    expect((await detail(item))?.onlyOwner).toBe(alice.address)
  })

  cut('back-fill between two portions', async () => {
    const items = [await stage.item(alice), await stage.item(alice)]
    await stage.server.stop()
    for (const item of items) await stage.transfer(alice, bob, item)
    await stage.testnet.mine(300)
    await ServerProcess.start(stage.options, 'back-fill between two portions')
    await stage.restart()
    await stage.sync()
    for (const item of items) expect((await detail(item))?.onlyOwner).toBe(bob.address)
  })

  for (const name of ['migration done, not committed', 'migration committed'] as const)
    cut(name, async () => {
      const database = await openTestDatabase()
      const options = { ...stage.options, databaseUrl: database.url }
      await stage.server.stop()
      await ServerProcess.start(options, name)
      const server = await ServerProcess.start(options)
      expect(await stage.guest().category.list({})).not.toEqual([])
      await server.stop()
      await database.close()
      await stage.restart()
    })

  for (const name of ['upload before its rename', 'upload in place, without a row', 'upload recorded, not answered'] as const)
    cut(name, async () => {
      const png = new Uint8Array(await aPng())
      const upload = () => alice.api.storage.upload({}, { files: [new File([png], 'work.png', { type: 'image/png' })] })
      expect(await stage.cutDuring(name, upload)).toBeUndefined()
      const { url } = await upload()
      expect(new Uint8Array(await (await fetch(stage.url + url)).arrayBuffer())).toEqual(png)
    })

  cut('salt allotted, not answered', async () => {
    const item = await stage.item(alice)
    const first = await prepare(item)
    await stage.cutDuring('salt allotted, not answered', () => prepare(item))
    const salts = await stage.db.selectFrom('salt_allotment').select('salt').execute()
    const { salt } = await prepare(item)
    expect(salts.map((row) => row.salt)).toContain(first.salt)
    expect(salts.map((row) => row.salt)).not.toContain(salt)
  })

  for (const name of ['order stored, not committed', 'order committed, not answered'] as const)
    cut(name, async () => {
      const item = await stage.item(alice)
      expect(await stage.cutDuring(name, () => listItem(alice, item, '0.5'))).toBeUndefined()
      const isStored = name === 'order committed, not answered'
      expect((await detail(item))?.listings.length).toBe(isStored ? 1 : 0)
      if (!isStored) await listItem(alice, item, '0.5')
      await buyItem(bob, item, alice.address)
      await stage.sync()
      expect((await detail(item))?.onlyOwner).toBe(bob.address)
    })

  for (const name of ['some of many orders stored', 'many orders stored, not committed', 'many orders committed, not answered'] as const)
    cut(name, async () => {
      const minted: Item[] = []
      for (let count = 0; count < 5; count++) minted.push(await stage.item(alice))
      // Which approves the collection.
      await listItem(alice, await stage.item(alice), '0.5')
      const market = { chainId: stage.chainId, exchange: stage.testnet.contracts.exchange }
      const sales = minted.map((item) => ({ item, price: 10n ** 18n }))
      const { orders, sent } = await prepareTree(market, alice.api, alice.address, sales)
      const signature = await alice.wallet.signTypedData(bulkTypedData(orders, orderDomain(market.chainId, market.exchange)))
      const submit = () => alice.api.order.submitmany({ maker: alice.address, chainId: market.chainId, signature, orders: sent })
      const onSale = async () => (await Promise.all(minted.map(detail))).map((record) => record?.listings.length)
      expect(await stage.cutDuring(name, submit)).toBeUndefined()
      const isStored = name === 'many orders committed, not answered'
      expect(await onSale()).toEqual(minted.map(() => (isStored ? 1 : 0)))
      expect((await submit()).orders).toEqual(minted.map(() => ({})))
      expect(await onSale()).toEqual(minted.map(() => 1))
    })

  cut('token id allotted, not signed', async () => {
    await stage.cutDuring('token id allotted, not signed', () => stage.declare(alice))
    const { last } = await stage.db.selectFrom('token_counter').select('last').executeTakeFirstOrThrow()
    const declared = await stage.declare(alice)
    expect(declared.voucher.tokenId).toBeGreaterThan(last)
    await stage.mint(alice, declared)
  })

  cut('metadata kept, item not declared', async () => {
    await stage.cutDuring('metadata kept, item not declared', () => stage.declare(alice))
    await stage.mint(alice, await stage.declare(alice))
  })

  cut('session opened, not committed', async () => {
    await stage.cutDuring('session opened, not committed', () => stage.person('Carol'))
    const carol = await stage.person('Carol')
    expect((await carol.api.user.profile({})).user.address).toBe(carol.address)
    expect((await alice.api.user.profile({})).user.address).toBe(alice.address)
  })

  cut('notices read, not committed', async () => {
    await stage.transfer(alice, bob, await stage.item(alice))
    await stage.sync()
    const before = (await bob.api.notices.count({})).unread
    expect(before).toBeGreaterThan(0)
    await stage.cutDuring('notices read, not committed', () => bob.api.notices.readall({}))
    expect((await bob.api.notices.count({})).unread).toBe(before)
    await bob.api.notices.readall({})
    expect((await bob.api.notices.count({})).unread).toBe(0)
  })

  cut('order expired, not committed', async () => {
    const item = await stage.item(alice)
    await listItem(alice, item, '0.5')
    const expire = stage.db.updateTable('market_order').set({ valid_until: 1 }).where('token_id', '=', item.tokenId)
    await stage.cutDuring('order expired, not committed', () => expire.execute())
    await expect.poll(async () => (await detail(item))?.listings, { timeout: 20_000 }).toEqual([])
  })

  it('while a purchase is pending', { timeout: 60_000 * ROUNDS, tags: 'more' }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const item = await stage.item(alice)
      await listItem(alice, item, '0.5')
      await stage.testnet.setAutomine(false)
      const purchase = buyItem(bob, item, alice.address)
      await expect.poll(async () => (await stage.testnet.publicClient.getBlock({ blockTag: 'pending' })).transactions.length).toBe(1)
      await stage.server.kill()
      await stage.testnet.setAutomine(true)
      await stage.testnet.mine()
      await purchase
      await stage.restart()
      await stage.sync()
      const bought = await detail(item)
      expect(bought?.onlyOwner).toBe(bob.address)
      expect(bought?.listings).toEqual([])
      await expectAgreement(stage)
    }
  })
})
