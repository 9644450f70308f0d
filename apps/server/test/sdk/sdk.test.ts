/** @module-tag more */
import { type ItemRecord, readMetadata } from '@plinth/api'
import { AUCTION_STATUS } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { type ActRequest, type Connection, connect, fetchOpenSettlement, list, perform } from '@plinth/sdk'
import { acceptHighest, bidForLot, buyNow, endAuction, offerForAnHour, settleOfOthers, takeBackBids } from '@plinth/sdk/examples/auction.ts'
import { bidFor, endBid, raise, sellTo } from '@plinth/sdk/examples/bid.ts'
import { openSome } from '@plinth/sdk/examples/boxes.ts'
import { buyUpTo } from '@plinth/sdk/examples/buy.ts'
import { mintPicture, openCollection } from '@plinth/sdk/examples/create.ts'
import { destroy, give } from '@plinth/sdk/examples/give.ts'
import { endSale, lowerPrice, sell } from '@plinth/sdk/examples/sell.ts'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dollarsOf, passTo, tick, usd } from '../acts/auctions.ts'
import { detailOf, drawAll, historyOf, offerBox, openBoxMarket } from '../acts/boxes.ts'
import { aPng } from '../content/files.ts'
import { ORIGIN } from '../market/harness.ts'
import type { TestMarket, Who } from '../market/market.ts'
import { takeDollars } from '../market/money.ts'

let market: TestMarket
const connections = new Map<Who, Connection>()

beforeAll(async () => {
  market = await openBoxMarket()
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  await connectAll()
})
afterAll(() => market?.close())

/** Each with the market's time as of now. */
async function connectAll(): Promise<void> {
  const port = market.server.app.addresses().find((address) => typeof address === 'object')?.port
  // The server's public origin, answered where it listens.
  const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
  for (const who of ['alice', 'bob', 'carol', 'dan'] as const) {
    const wallet = market.wallet(who)
    connections.set(who, await connect({ url: ORIGIN, wallet, client: market.testnet.publicClient, fetch: ask }))
  }
}

const as = (who: Who): Connection => {
  const found = connections.get(who)
  if (!found) throw new Error(`${who} is not connected`)
  return found
}
const minted = async (who: Who): Promise<ItemRecord> => market.detail(await market.mint(who))
const detail = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>) => market.detail({ collection, tokenId })
const picture = async (name: string) => new File([new Uint8Array(await aPng())], `${name}.png`, { type: 'image/png' })

describe('the SDK against a real market', () => {
  it('[SDK-01] lists, lowers the price, ends, lists again, and another account buys', async () => {
    const item = await minted('alice')
    const first = await sell(as('alice'), item, parseEther('0.5'))
    expect(first.unitPrice).toBe('0.5')
    const lower = await lowerPrice(as('alice'), item, parseEther('0.4'))
    expect([lower.salt, lower.unitPrice]).toEqual([first.salt, '0.4'])
    await endSale(as('alice'), item)
    expect((await detail(item)).isOnSale).toBe(false)
    const again = await sell(as('alice'), item, parseEther('0.3'))
    const hash = await buyUpTo(as('bob'), item, again, parseEther('0.31'))
    expect(hash).toMatch(/^0x/)
    expect((await detail(item)).onlyOwner).toBe(market.address('bob'))
  })

  it('[SDK-02] shows what will be signed before it is, and a program that refuses leaves nothing behind', async () => {
    const item = await minted('alice')
    await market.approve('alice', item.collection)
    const asked: ActRequest[] = []
    const { market: seen, signer } = as('alice')
    const act = list(seen, {
      collection: item.collection,
      tokenId: item.tokenId,
      standard: item.standard,
      quantity: 1n,
      unitPrice: 7n,
      payToken: { address: `0x${'0'.repeat(40)}` as typeof item.collection },
      validUntil: seen.config.now + 3_600,
      sellerFeeBps: seen.config.sellerFee,
    })
    const signTypedData = vi.fn<typeof signer.signTypedData>()
    const refusal = perform(act, { ...signer, signTypedData }, { review: (request) => asked.push(request) < 0 })
    await expect(refusal).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(asked).toMatchObject([{ kind: 'signature', typedData: { message: { owner: seen.account, buying: 7n } } }])
    expect(signTypedData).not.toHaveBeenCalled()
    expect((await detail(item)).isOnSale).toBe(false)
  })

  it('[SDK-02] refuses a purchase that would pay more than the program allows, before anything is sent', async () => {
    const item = await minted('alice')
    const sale = await sell(as('alice'), item, parseEther('0.5'))
    await expect(buyUpTo(as('bob'), item, sale, parseEther('0.1'))).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect((await detail(item)).onlyOwner).toBe(market.address('alice'))
  })

  it('[SDK-01] bids in wrapped coin, raises, ends; another bid is accepted', async () => {
    const { wrappedCoin } = market.testnet.contracts
    const item = await minted('alice')
    const first = await bidFor(as('bob'), item, wrappedCoin, parseEther('0.1'))
    const raised = await raise(as('bob'), item, parseEther('0.2'))
    expect([raised.salt, raised.unitPrice]).toEqual([first.salt, '0.2'])
    await endBid(as('bob'), item)
    const second = await bidFor(as('bob'), item, wrappedCoin, parseEther('0.15'))
    await sellTo(as('alice'), item, second, parseEther('0.14'))
    expect((await detail(item)).onlyOwner).toBe(market.address('bob'))
  })

  it('[SDK-01] gives away, and burns', async () => {
    const item = await minted('alice')
    await give(as('alice'), item, market.address('bob'))
    expect((await detail(item)).onlyOwner).toBe(market.address('bob'))
    await destroy(as('bob'), item)
    await market.sync()
    expect((await (await market.session('alice')).api.nft.owners(item)).list).toEqual([])
  })

  it('[SDK-01] auctions: bids, takes a bid back, accepts the highest, and ends another', async () => {
    const { dollar } = market.testnet.contracts
    for (const who of ['bob', 'carol'] as const) await takeDollars(market, who, usd('1000'))
    const item = await minted('alice')
    const lot = await offerForAnHour(as('alice'), item, dollar, usd('20'))
    await bidForLot(as('bob'), lot, usd('25'))
    await bidForLot(as('carol'), lot, usd('30'))
    await takeBackBids(as('carol'), lot, usd('30'))
    await bidForLot(as('carol'), lot, usd('35'))
    const other = await minted('alice')
    const second = await offerForAnHour(as('alice'), other, dollar, usd('20'))
    await endAuction(as('alice'), second)
    const { collection, tokenId, owner, salt, chainId } = second
    const { status } = await as('alice').market.api.auction.get({ collection, tokenId, owner, salt, chainId })
    expect(status).toBe(AUCTION_STATUS.FINISHED)
    await passTo(market, lot.endTime + 1)
    await tick(market)
    const before = await dollarsOf(market, 'alice')
    await acceptHighest(as('alice'), lot, usd('1'))
    expect((await detail(item)).onlyOwner).toBe(market.address('carol'))
    expect(await dollarsOf(market, 'alice')).toBeGreaterThan(before + usd('20'))
  })

  it('[SNIPE-03] [SNIPE-05] auctions: settles one of others, takes back what anybody may settle with, and buys at once', async () => {
    await connectAll()
    const { dollar } = market.testnet.contracts
    for (const who of ['bob', 'carol'] as const) await takeDollars(market, who, usd('1000'))
    const [item, other] = [await minted('alice'), await minted('alice')]
    const lot = await offerForAnHour(as('alice'), item, dollar, usd('20'))
    const second = await offerForAnHour(as('alice'), other, dollar, usd('20'))
    await buyNow(as('carol'), second)
    expect((await detail(other)).onlyOwner).toBe(market.address('carol'))
    await bidForLot(as('bob'), lot, usd('25'))
    await bidForLot(as('carol'), lot, usd('30'))
    await passTo(market, lot.endTime + 1)
    await tick(market)
    await fetchOpenSettlement(as('dan').market, lot)
    await takeBackBids(as('carol'), lot, usd('30'))
    await market.sync()
    const before = await dollarsOf(market, 'alice')
    await settleOfOthers(as('dan'), lot)
    expect((await detail(item)).onlyOwner).toBe(market.address('bob'))
    expect(await dollarsOf(market, 'alice')).toBeGreaterThan(before + usd('20'))
  })

  it('[SDK-01] opens boxes and waits for their draw', async () => {
    const box = await offerBox(market)
    const record = await detailOf(market, box)
    const opened = openSome(as('bob'), record, 2)
    await expect.poll(async () => (await historyOf(market, box)).length).toBe(1)
    await drawAll(market)
    const hash = await opened
    const [opening] = await historyOf(market, box, market.address('bob'))
    expect(opening).toMatchObject({ openTx: hash, amount: 2n })
  })

  it('[SDK-01, F-93] creates a collection that names its text, and mints into it', async () => {
    const collection = await openCollection(as('carol'), 'Low tide', 'TIDE', await picture('cover'))
    const call = { address: collection, abi: collection721Abi, functionName: 'contractURI' } as const
    const uri = await market.testnet.publicClient.readContract(call)
    const text = await market.server.app.inject({ url: uri.replace('ipfs://', '/ipfs/') })
    expect(text.json()).toMatchObject({ name: 'Low tide', symbol: 'TIDE', description: 'Works of Low tide' })
    const tokenId = await mintPicture(as('carol'), collection, 'Three boats', await picture('boats'))
    const { metadata, onlyOwner } = await market.detail({ collection, tokenId })
    expect([readMetadata(metadata).name, onlyOwner]).toEqual(['Three boats', market.address('carol')])
  })
})
