/** @module-tag more */
import { bidAtAuction, mined, type Person, startAuction } from '@plinth/devnet'
import { type Address, BOX_REQUEST_STATUS, NOTICE_SUBTYPE, type NoticeSubtype, toAddress } from '@plinth/protocol'
import { blindBoxAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configOf } from '../../src/config/server-config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { bytes } from '../../src/db/database.ts'
import type { StoredBox } from '../../src/state/boxes/store.ts'
import { offerBox, openCall } from '../acts/boxes.ts'
import { expectAgreement } from './agreement.ts'
import type { CutName } from './cuts.ts'
import { Stage } from './stage.ts'

const ROUNDS = process.env.PLINTH_LONG ? 50 : 1
/** Of `npm test`: a job that notifies, and a transaction of the market's own. */
const FEW: readonly CutName[] = ['draw sent, in no block']
/** After a kill the jobs resume with the next lease. */
const SOON = { timeout: 40_000, interval: 200 }

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
}, 60_000)
beforeEach(() => stage.revive())
afterAll(() => stage?.close())

const cut = (name: CutName, scene: () => Promise<void>) =>
  it(name, { timeout: 120_000 * ROUNDS, tags: FEW.includes(name) ? [] : ['more'] }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await scene()
      await expectAgreement(stage)
    }
  })
const chainTime = async () => Number((await stage.testnet.publicClient.getBlock()).timestamp)

/** Number of such notices of an account whose source starts with these texts. */
async function countNotices(account: Address, subType: NoticeSubtype, source: string): Promise<number> {
  const rows = await stage.db
    .selectFrom('notice')
    .select('source')
    .where('account', '=', bytes(account))
    .where('subtype', '=', subType)
    .where('source', 'like', `${source}%`)
    .execute()
  return rows.length
}

describe('the server is killed at an auction', () => {
  const { AUCTION_BID, AUCTION_WON, ABORTED } = NOTICE_SUBTYPE
  let alice: Person
  let bob: Person
  let carol: Person
  beforeAll(async () => {
    ;[alice, bob, carol] = await Promise.all([stage.person('Alice'), stage.person('Bob'), stage.person('Carol')])
    const wrapped = { address: stage.testnet.contracts.wrappedCoin, abi: wrappedCoinAbi } as const
    for (const person of [bob, carol])
      await mined(person, await person.wallet.writeContract({ ...wrapped, functionName: 'deposit', value: parseEther('500') }))
  })

  async function auctioned() {
    const item = await stage.item(alice)
    const now = await chainTime()
    const terms = { startPrice: '0.1', lowest: '0.2', step: '0.01', dividendPercent: 20, startTime: now, endTime: now + 3_600 }
    const auction = await startAuction(alice, item, terms)
    const { id } = await stage.db
      .selectFrom('auction')
      .select('id')
      .where('salt', '=', auction.salt)
      .where('owner', '=', bytes(alice.address))
      .executeTakeFirstOrThrow()
    return { auction, source: `auction:${id}:` }
  }
  async function contested() {
    const lot = await auctioned()
    await bidAtAuction(carol, lot.auction, '0.3')
    await bidAtAuction(bob, lot.auction, '0.4')
    return lot
  }
  const bidsOf = async ({ auction: { owner, collection, tokenId, salt } }: Awaited<ReturnType<typeof auctioned>>) =>
    (await stage.guest().auction.bids({ owner, collection, tokenId, salt, chainId: stage.chainId })).list

  for (const name of ['auction bid stored, not committed', 'auction bid committed, not answered'] as const)
    cut(name, async () => {
      const lot = await auctioned()
      const before = await countNotices(alice.address, AUCTION_BID, 'auctionBid:')
      expect(await stage.cutDuring(name, () => bidAtAuction(bob, lot.auction, '0.3').then(() => 'answered'))).toBeUndefined()
      const isStored = name === 'auction bid committed, not answered'
      expect(await bidsOf(lot)).toHaveLength(isStored ? 1 : 0)
      if (isStored) await expect(bidAtAuction(bob, lot.auction, '0.4')).rejects.toMatchObject({ code: 'AUCTION_LEADING' })
      else await bidAtAuction(bob, lot.auction, '0.3')
      expect((await bidsOf(lot)).map(({ bidder }) => bidder)).toEqual([bob.address])
      expect(await countNotices(alice.address, AUCTION_BID, 'auctionBid:')).toBe(before + 1)
    })

  for (const name of ['end of bidding read, auction not closed', 'auction closed, not committed'] as const)
    cut(name, async () => {
      const { auction, source } = await contested()
      await stage.cutDuring(name, () => stage.passTo(auction.endTime))
      for (const { address } of [bob, alice]) await expect.poll(() => countNotices(address, AUCTION_WON, source), SOON).toBe(1)
      expect(await countNotices(carol.address, AUCTION_WON, source)).toBe(0)
    })

  cut('next winner notified, not committed', async () => {
    const { auction, source } = await contested()
    await stage.passTo(auction.endTime)
    await expect.poll(() => countNotices(bob.address, AUCTION_WON, source), SOON).toBe(1)
    const { wrappedCoin: address, transferProxy } = stage.testnet.contracts
    const allow = (amount: bigint) =>
      bob.wallet.writeContract({ address, abi: wrappedCoinAbi, functionName: 'approve', args: [transferProxy, amount] })
    await stage.cutDuring('next winner notified, not committed', async () => mined(bob, await allow(0n)))
    await expect.poll(() => countNotices(carol.address, AUCTION_WON, source), SOON).toBe(1)
    // With the first winner's, and with the second's.
    expect(await countNotices(alice.address, AUCTION_WON, source)).toBe(2)
    expect(await countNotices(bob.address, AUCTION_WON, source)).toBe(1)
  })

  cut('auction expired, not committed', async () => {
    const { auction, source } = await contested()
    await stage.cutDuring('auction expired, not committed', () => stage.passTo(auction.expiredTime))
    for (const { address } of [alice, bob, carol]) await expect.poll(() => countNotices(address, ABORTED, source), SOON).toBe(1)
  })
})

describe('the server is killed at a blind box', () => {
  const { BOX_DRAWN, BOX_STARTED } = NOTICE_SUBTYPE
  let bob: Person
  let context: Context
  /** The operator's own machine, beside the server. */
  let place: Parameters<typeof offerBox>[0]
  beforeAll(async () => {
    bob = await stage.person('Bob')
    await stage.testnet.setBalance(stage.testnet.operator.account.address, parseEther('10000'))
    const { options, database, testnet, chainId } = stage
    const { keys, revealOperatorKey } = options
    context = await createContext({ config: configOf(options, options.port), dialect: database.dialect, keys, revealOperatorKey })
    place = { testnet, chainId, sync: () => stage.sync(), server: { context } }
  })
  afterAll(() => context?.source.close())

  const historyOf = async ({ id }: StoredBox) =>
    (await stage.guest().blind['box.history']({ boxId: BigInt(id), page: 1, limit: 100, chainId: stage.chainId })).list
  async function open(box: StoredBox): Promise<void> {
    const reply = await bob.api.blind['order.buyfee']({ salt: box.salt, amount: 1, chainId: stage.chainId })
    await mined(bob, await bob.wallet.writeContract(openCall(reply, 1)))
    await stage.sync()
  }
  /** Draws that the chain has of a series. */
  async function revealsOf({ hash }: StoredBox): Promise<number> {
    const { blindBox: address } = stage.testnet.contracts
    const logs = await stage.testnet.publicClient.getContractEvents({ address, abi: blindBoxAbi, eventName: 'Revealed', fromBlock: 0n })
    return logs.filter(({ args }) => args.box === hash).length
  }
  /**
   * A process killed while sending delays the reveal operator's next transaction for a minute and a half, which have
   * passed.
   */
  const forgetSender = () => stage.db.updateTable('job_lease').set({ until_ms: 0 }).where('name', 'like', 'sender:%').execute()

  async function expectDrawn(box: StoredBox, count: number, before: number): Promise<void> {
    const drawn = async () => (await historyOf(box)).filter(({ status }) => status === BOX_REQUEST_STATUS.DRAWN).length
    await expect.poll(drawn, SOON).toBe(count)
    expect(await revealsOf(box)).toBe(count)
    expect(await countNotices(bob.address, BOX_DRAWN, 'log:')).toBe(before + count)
  }

  cut('start of a box notified, not committed', async () => {
    await bob.api.follow.add({ address: toAddress(stage.testnet.operator.account.address) })
    await forgetSender()
    const startTime = (await chainTime()) + 3_000
    const box = await offerBox(place, { startTime, endTime: startTime + 86_400 })
    await stage.cutDuring('start of a box notified, not committed', () => stage.passTo(startTime))
    await expect.poll(() => countNotices(bob.address, BOX_STARTED, `box:${box.id}:`), SOON).toBe(1)
  })

  cut('draw in a block, not seen', async () => {
    await forgetSender()
    const box = await offerBox(place)
    const before = await countNotices(bob.address, BOX_DRAWN, 'log:')
    await open(box)
    await stage.cutDuring('draw in a block, not seen', () => stage.testnet.mine(2))
    await expectDrawn(box, 1, before)
    await open(box)
    await stage.testnet.mine(2)
    await expectDrawn(box, 2, before)
  })

  cut('draw sent, in no block', async () => {
    await forgetSender()
    const box = await offerBox(place)
    const before = await countNotices(bob.address, BOX_DRAWN, 'log:')
    await open(box)
    await stage.testnet.setAutomine(false)
    try {
      await stage.cutDuring('draw sent, in no block', () => stage.testnet.mine(2))
      expect([await revealsOf(box), (await stage.testnet.publicClient.getBlock({ blockTag: 'pending' })).transactions.length]).toEqual([
        0, 1,
      ])
      await stage.testnet.mine(1)
    } finally {
      await stage.testnet.setAutomine(true)
    }
    await expectDrawn(box, 1, before)
    await forgetSender()
    await open(box)
    await stage.testnet.mine(2)
    await expectDrawn(box, 2, before)
  })
})
