import type { SignatureRecord } from '@plinth/api'
import { unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, named, offered, openAuctionMarket, passTo, usd, voidBids } from '../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../test/market/market.ts'
import { allow, bid } from '../../test/market/money.ts'
import { makeOffer } from '../../test/market/offers.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
  await market.approve('alice', market.official)
})
afterAll(() => market.close())

const dollar = () => market.testnet.contracts.dollar

async function signedBy(who: Who): Promise<SignatureRecord[]> {
  await market.sync()
  return (await (await market.session(who)).api.allowed.signatures({ page: 1, limit: 100 })).list
}
/** Each as "kind state amount", newest first. */
const shown = async (who: Who) => (await signedBy(who)).map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)

describe('[APPR-02] signatures of an account that a contract could still fill', () => {
  it('are of every kind, with what each needs to be ended, and seen by the account alone', async () => {
    const listed = await market.listed('alice')
    const lot = await offered(market, 'alice')
    const [first] = [await market.minted('carol')]
    const signedBid = await bid(market, 'bob', first, usd('3'), { payToken: dollar() })
    const forSet = await makeOffer(market, 'bob', usd('2'), { quantity: 3n })
    await bidOn(market, 'bob', lot, usd('21'))
    await bidOn(market, 'carol', lot, usd('23'))
    await bidOn(market, 'bob', lot, usd('25'))
    const { exchange } = market
    const { auctionExchange } = market.testnet.contracts
    const byKind = (rows: readonly SignatureRecord[]) => rows.toSorted((a, b) => Number(a.kind > b.kind) - Number(a.kind < b.kind))
    // Two of one second have no order.
    expect(byKind(await signedBy('alice'))).toMatchObject([
      { kind: 'auction', state: 'live', exchange: auctionExchange, salt: lot.auction.salt, amount: usd('20'), ...lot.item },
      { kind: 'listing', state: 'live', exchange, salt: listed.listing.order.salt, left: 1n, ...listed.item },
    ])
    const bids = await signedBy('bob')
    expect(bids.map(({ kind, state, exchange: at, amount, left }) => ({ kind, state, at, amount, left }))).toEqual(
      expect.arrayContaining([
        { kind: 'auctionBid', state: 'live', at: auctionExchange, amount: usd('25'), left: 1n },
        { kind: 'offer', state: 'live', at: exchange, amount: usd('6'), left: 3n },
        { kind: 'bid', state: 'live', at: exchange, amount: usd('3'), left: 1n },
      ]),
    )
    const ofBid = bids.find(({ kind }) => kind === 'auctionBid')
    expect([ofBid?.owner?.address, ofBid?.auction?.length, ofBid?.salt]).toEqual([market.address('alice'), 66, lot.auction.salt])
    expect(bids.find(({ kind }) => kind === 'offer')).not.toHaveProperty('tokenId')
    expect(await signedBy('dan')).toEqual([])

    // Numbers of one bitmap word end in one transaction.
    const bits = [signedBid.order.salt, forSet.order.salt].reduce((sum, salt) => sum | (1n << unpackSalt(salt).sequence), 0n)
    const call = { address: exchange, abi: exchangeAbi, functionName: 'cancelMany', args: [[0n], [bits]] } as const
    await market.mined(await market.wallet('bob').writeContract(call))
    expect(await shown('bob')).toEqual([`auctionBid live ${usd('25')}`])
    const { api } = await market.session('bob')
    await api.auction.cancel({ ...named(lot), total: usd('25'), chainId: market.chainId })
    expect(await shown('bob')).toEqual([`auctionBid withdrawn ${usd('25')}`])
    await voidBids(market, 'bob', lot, usd('25'))
    expect(await shown('bob')).toEqual([])
  })

  it('are listed as inactive while approval or money is missing, and after the items left, until they are over', async () => {
    await market.approve('carol', market.official)
    const { item, listing } = await market.listed('carol')
    const now = market.server.context.chains.get(market.chainId).now()
    const { item: later } = await offered(market, 'carol', { startTime: now + 1_800 })
    const states = async () =>
      Object.fromEntries(
        (await signedBy('carol')).filter(({ kind }) => kind !== 'auctionBid').map(({ tokenId, state }) => [String(tokenId), state]),
      )
    expect(await states()).toMatchObject({ [String(item.tokenId)]: 'live', [String(later.tokenId)]: 'soon' })
    await market.approve('carol', market.official, false)
    expect(await states()).toMatchObject({ [String(item.tokenId)]: 'unapproved' })
    await market.approve('carol', market.official)
    await market.transfer('carol', 'dan', item)
    expect(await states()).toMatchObject({ [String(item.tokenId)]: 'left' })
    await market.transfer('dan', 'carol', item)
    expect(await states()).toMatchObject({ [String(item.tokenId)]: 'returned' })
    await market.cancel('carol', listing)
    expect(Object.keys(await states())).toEqual([String(later.tokenId)])

    const wanted = await market.minted('alice')
    await bid(market, 'bob', wanted, usd('4'), { payToken: dollar() })
    await allow(market, 'bob', dollar(), 0n)
    const ofWanted = (await signedBy('bob')).filter(({ tokenId }) => tokenId === wanted.tokenId)
    expect(ofWanted.map(({ kind, state, amount }) => [kind, state, amount])).toEqual([['bid', 'unfunded', usd('4')]])
    await passTo(market, now + 40 * 86_400)
    expect([await shown('bob'), await shown('carol'), await shown('alice')]).toEqual([[], [], []])
  })

  it('name who alone can buy from a private sale', async () => {
    const sold = await market.minted('alice')
    await market.sync()
    await market.list('alice', sold, usd('3'), { taker: market.address('dan'), payToken: dollar() })
    const { tokenId } = sold
    const found = (await signedBy('alice')).find((one) => one.tokenId === tokenId)
    expect(found).toMatchObject({ kind: 'listing', state: 'live', taker: { address: market.address('dan') } })
    expect(await signedBy('dan')).toEqual([])
  })

  it('[APPR-01] knows which collections the account lets the market move', async () => {
    const { api } = await market.session('carol')
    const spender = market.testnet.contracts.transferProxy
    const approved = [{ chainId: market.chainId, spender, collection: market.official, name: expect.any(String) }]
    expect(await api.allowed.approvals({})).toEqual(approved)
    await market.approve('carol', market.official, false)
    await market.sync()
    expect(await api.allowed.approvals({})).toEqual([])
  })
})
