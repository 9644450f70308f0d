import { HISTORY_TYPE, NOTICE_SUBTYPE, ORDER_TYPE, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection1155Abi } from '@plinth/protocol/abi'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { burnEdition, mintEdition, sendBatch, sendEdition } from '../../../test/chain/editions.ts'
import { type ItemId, TestMarket, type Who } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const official = () => market.testnet.contracts.official1155
const page = { page: 1, limit: 50 }

async function holdingsOf(item: ItemId) {
  const { holdings } = await market.detail(item)
  return Object.fromEntries(holdings.map(({ owner, quantity, onSaleQuantity }) => [nameOf(owner), [quantity, onSaleQuantity]]))
}

function nameOf(address: string): string {
  return (['alice', 'bob', 'carol', 'dan'] as const).find((who) => market.address(who) === address) ?? address
}

async function lastNotice(who: Who) {
  return (await (await market.session(who)).api.notices.list(page)).list[0]
}

describe('an edition', () => {
  it('[NET-08][ITEM-11][DATA-25][DATA-38][TX-13] is minted, held and sold in parts, with its quantities everywhere', async () => {
    const item = await mintEdition(market, 'alice', { supply: 10n, royaltyBps: 500 })
    await market.approve('alice', item.collection)
    const minted = await market.detail(item)
    expect(minted).toMatchObject({ standard: TOKEN_STANDARD.ERC1155, supply: 10n, onlyOwner: market.address('alice'), royalties: [500] })
    expect(minted.creator.address).toBe(market.address('alice'))
    expect(await lastNotice('alice')).toMatchObject({ subType: NOTICE_SUBTYPE.MINT, content: { quantity: '10', item: { standard: 2 } } })

    const price = parseEther('0.2')
    const listing = await market.list('alice', item, price, { quantity: 6n })
    expect(await holdingsOf(item)).toEqual({ alice: [10n, 6n] })
    const bob = await market.session('bob')
    const before = await market.testnet.publicClient.getBalance({ address: market.address('bob') })
    const hash = await market.buy('bob', listing, 2n)
    const { gasUsed, effectiveGasPrice } = await market.testnet.publicClient.getTransactionReceipt({ hash })
    const after = await market.testnet.publicClient.getBalance({ address: market.address('bob') })
    expect(before - after - gasUsed * effectiveGasPrice).toBe(410_000_000_000_000_000n)

    const sold = await market.detail(item)
    expect(sold).toMatchObject({ onlyOwner: '', isOnSale: true })
    expect(await holdingsOf(item)).toEqual({ alice: [8n, 4n], bob: [2n, 0n] })
    expect(sold.listings).toMatchObject([{ selling: 6n, filled: 2n, buying: price * 6n, unitPrice: '0.2', quantity: 8n, status: 0 }])
    expect(await lastNotice('bob')).toMatchObject({ subType: NOTICE_SUBTYPE.BUY, content: { quantity: '2', price: '0.2' } })
    expect(await lastNotice('alice')).toMatchObject({ subType: NOTICE_SUBTYPE.BOUGHT, content: { quantity: '2', price: '0.2' } })
    const history = await bob.api.nft.history(item)
    expect(history.map(({ type, quantity, content }) => [type, quantity, content?.filled, content?.unitPrice])).toEqual([
      [HISTORY_TYPE.BUY, 2n, 2n, '0.2'],
      [HISTORY_TYPE.SALE, 6n, 0n, '0.2'],
      [HISTORY_TYPE.MINT, 10n, undefined, undefined],
    ])
    expect((await bob.api.nft.owners(item)).list.map(({ owner, quantity }) => [nameOf(owner), quantity])).toEqual([
      ['alice', 8n],
      ['bob', 2n],
    ])
  })

  it('[BUY-04][DATA-26] is closed by the last part, and never sells more than is left', async () => {
    const item = await mintEdition(market, 'alice', { supply: 5n })
    await market.sync()
    const listing = await market.list('alice', item, parseEther('0.1'), { quantity: 3n })
    const { api } = await market.session('bob')
    const asked = { ...item, owner: market.address('alice'), type: ORDER_TYPE.SALE, salt: listing.order.salt }
    expect(await api.order.buyerFee(asked)).toMatchObject({ left: 3n, buyerFee: 250 })
    await expect(api.order.buyerFee({ ...asked, quantity: 4n })).rejects.toMatchObject({ errno: 4120 })
    await market.buy('bob', listing, 2n)
    await market.sync()
    await expect(api.order.buyerFee({ ...asked, quantity: 2n })).rejects.toMatchObject({
      errno: 4120,
      message: expect.stringContaining('1'),
    })
    await market.buy('carol', listing, 1n)
    await market.sync()
    await expect(api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4103 })
    expect(await market.detail(item)).toMatchObject({ isOnSale: false, listings: [] })
    expect(await holdingsOf(item)).toEqual({ alice: [2n, 0n], bob: [2n, 0n], carol: [1n, 0n] })
    await market.list('alice', item, parseEther('0.3'), { quantity: 2n })
    expect(await holdingsOf(item)).toMatchObject({ alice: [2n, 2n] })
  })

  it('[ITEM-10] has a sale per owner, the cheapest unit first', async () => {
    const item = await mintEdition(market, 'alice', { supply: 9n })
    await sendEdition(market, 'alice', 'bob', item, 5n)
    await market.approve('bob', item.collection)
    await market.sync()
    // The higher unit price has the lower total.
    await market.list('alice', item, parseEther('0.3'), { quantity: 1n })
    await market.list('bob', item, parseEther('0.2'), { quantity: 5n })
    const { listings } = await market.detail(item)
    expect(listings.map(({ maker, unitPrice }) => [nameOf(maker), unitPrice])).toEqual([
      ['bob', '0.2'],
      ['alice', '0.3'],
    ])
    const cheapest = await mintEdition(market, 'alice', { supply: 2n })
    await market.sync()
    await market.list('alice', cheapest, parseEther('0.25'), { quantity: 2n })
    const { api } = await market.session('dan')
    const sorted = await api.home.list({ ...page, sort: 'price', order: 'asc' })
    const ids = sorted.list.map(({ tokenId }) => tokenId).filter((id) => id === item.tokenId || id === cheapest.tokenId)
    expect(ids).toEqual([item.tokenId, cheapest.tokenId])
    await expect(market.list('bob', item, parseEther('0.1'), { quantity: 1n })).rejects.toMatchObject({ errno: 4109 })
    await expect(market.list('carol', item, parseEther('0.1'), { quantity: 1n })).rejects.toMatchObject({ errno: 4110 })
  })

  it('gives its collection a floor for each pay token: the lowest price of one, of what can be bought', async () => {
    const dollar = toAddress(market.testnet.contracts.dollar)
    const offers = [
      { price: 9n, quantity: 3n },
      { price: 5n, quantity: 4n },
      { price: 7n, quantity: 2n, payToken: dollar },
      { price: 8n, quantity: 1n, payToken: dollar },
    ]
    for (const { price, ...terms } of offers) {
      const item = await mintEdition(market, 'alice', { supply: 4n })
      await market.sync()
      await market.list('alice', item, price, terms)
    }
    const { api } = await market.session('dan')
    const floors = await api.contract.floor({ collection: official(), chainId: market.chainId })
    expect(floors).toHaveLength(2)
    expect(floors).toContainEqual({ payToken: ZERO_ADDRESS, unitPrice: 5n })
    expect(floors).toContainEqual({ payToken: dollar, unitPrice: 7n })
    expect(await api.contract.floor({ collection: market.testnet.contracts.official721 })).toEqual([])
  })

  it('[ITEM-11, ITEM-14] shows its hundred largest holders, and to a smaller holder its own units too', async () => {
    const item = await mintEdition(market, 'alice', { supply: 400n })
    await sendEdition(market, 'alice', 'bob', item, 1n)
    for (let n = 1; n <= 100; n++) {
      const args = [market.address('alice'), numberToHex(0xa000 + n, { size: 20 }), item.tokenId, 2n, '0x'] as const
      await market.mined(
        await market
          .wallet('alice')
          .writeContract({ address: item.collection, abi: collection1155Abi, functionName: 'safeTransferFrom', args }),
      )
    }
    const ofBob = (holdings: readonly { owner: string; quantity: bigint }[]) =>
      holdings.filter(({ owner }) => owner === market.address('bob')).map(({ quantity }) => quantity)
    const [asCarol, asBob] = [await market.detail(item, 'carol'), await market.detail(item, 'bob')]
    expect([asCarol.holdings.length, ofBob(asCarol.holdings)]).toEqual([100, []])
    expect([asBob.holdings.length, ofBob(asBob.holdings)]).toEqual([101, [1n]])
    const { list } = await (await market.session('bob')).api.nft.owners(item)
    expect(ofBob(list)).toEqual([1n])
  })

  it('[BURN-05][XFER-07][TX-16][TX-18] lowers holding and supply when burnt, and vanishes with the last', async () => {
    const item = await mintEdition(market, 'alice', { supply: 4n })
    await sendEdition(market, 'alice', 'carol', item, 1n)
    await burnEdition(market, 'alice', item, 2n)
    expect(await market.detail(item)).toMatchObject({ supply: 2n })
    expect(await holdingsOf(item)).toEqual({ alice: [1n, 0n], carol: [1n, 0n] })
    expect(await lastNotice('alice')).toMatchObject({ subType: NOTICE_SUBTYPE.BURN, content: { quantity: '2' } })
    const { api } = await market.session('alice')
    expect((await api.nft.history(item)).map(({ type, quantity }) => [type, quantity])).toEqual([
      [HISTORY_TYPE.BURN, 2n],
      [HISTORY_TYPE.TRANSFER, 1n],
      [HISTORY_TYPE.MINT, 4n],
    ])
    await burnEdition(market, 'alice', item, 1n)
    await burnEdition(market, 'carol', item, 1n)
    expect(await market.detail(item)).toMatchObject({ supply: 0n, holdings: [] })
    const { list } = await api.contract.listitems({ ...page, collection: official() })
    expect(list.map(({ tokenId }) => tokenId)).not.toContain(item.tokenId)
  })
})

describe('a batch of transfers', () => {
  it('counts each part, the same item twice too, and nothing for nothing', async () => {
    const one = await mintEdition(market, 'alice', { supply: 10n })
    const two = await mintEdition(market, 'alice', { supply: 10n })
    const ghost = { ...two, tokenId: 999n }
    const parts = [
      { item: one, quantity: 2n },
      { item: two, quantity: 1n },
      { item: one, quantity: 3n },
      { item: ghost, quantity: 0n },
    ]
    await sendBatch(market, 'alice', 'dan', parts)
    expect(await holdingsOf(one)).toEqual({ alice: [5n, 0n], dan: [5n, 0n] })
    expect(await holdingsOf(two)).toEqual({ alice: [9n, 0n], dan: [1n, 0n] })
    const { api } = await market.session('dan')
    expect(await api.nft.detail(ghost)).toBeUndefined()
    expect((await api.nft.history(one)).map(({ type, quantity }) => [type, quantity])).toEqual([
      [HISTORY_TYPE.TRANSFER, 3n],
      [HISTORY_TYPE.TRANSFER, 2n],
      [HISTORY_TYPE.MINT, 10n],
    ])
    const received = (await api.notices.list(page)).list.map(({ subType, content }) => [subType, content.item?.tokenId, content.quantity])
    expect(received).toEqual([
      [NOTICE_SUBTYPE.RECEIVE, one.tokenId, '3'],
      [NOTICE_SUBTYPE.RECEIVE, two.tokenId, '1'],
      [NOTICE_SUBTYPE.RECEIVE, one.tokenId, '2'],
    ])
    expect((await api.user.collections({ ...page, address: market.address('dan') })).total).toBe(2)

    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await holdingsOf(one)).toEqual({ alice: [10n, 0n] })
    expect(await holdingsOf(two)).toEqual({ alice: [10n, 0n] })
    expect((await api.notices.list(page)).list).toEqual([])
    expect(await api.notices.count({})).toEqual({ total: 0, unread: 0 })
  })
})

describe('a listing of an edition', () => {
  it('[DATA-26] is off the market while its owner holds fewer units, and may then be relisted by its owner', async () => {
    const item = await mintEdition(market, 'alice', { supply: 8n })
    await market.sync()
    const listing = await market.list('alice', item, parseEther('0.2'), { quantity: 5n })
    await sendEdition(market, 'alice', 'dan', item, 3n)
    expect(await holdingsOf(item)).toMatchObject({ alice: [5n, 5n] })
    await sendEdition(market, 'alice', 'dan', item, 1n)
    expect(await holdingsOf(item)).toMatchObject({ alice: [4n, 0n], dan: [4n, 0n] })
    const { api } = await market.session('alice')
    const own = { ...item, owner: market.address('alice'), type: ORDER_TYPE.SALE }
    expect(await api.order.get(own)).toMatchObject({ isFundable: false, isReturned: false, quantity: 4n })
    await sendEdition(market, 'dan', 'alice', item, 1n)
    expect(await market.detail(item)).toMatchObject({ listings: [], isOnSale: false })
    expect(await api.order.get(own)).toMatchObject({ isFundable: false, isReturned: true, quantity: 5n })
    await market.list('alice', item, parseEther('0.2'), { quantity: 5n, salt: listing.order.salt })
    expect(await holdingsOf(item)).toMatchObject({ alice: [5n, 5n] })
  })

  it('stays when its owner sells parts of it, and ends when a reorganisation reverts these', async () => {
    const item = await mintEdition(market, 'alice', { supply: 3n })
    await market.sync()
    const listing = await market.list('alice', item, parseEther('0.2'), { quantity: 3n })
    await market.buy('bob', listing, 1n)
    await market.buy('carol', listing, 1n)
    expect(await holdingsOf(item)).toEqual({ alice: [1n, 1n], bob: [1n, 0n], carol: [1n, 0n] })
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    expect(await holdingsOf(item)).toEqual({ alice: [2n, 2n], bob: [1n, 0n] })
    expect((await market.detail(item)).listings).toMatchObject([{ filled: 1n, isFundable: true }])
  })
})

describe('a collection of editions', () => {
  it('[DATA-11][NEWC-01][TX-19] is announced with code 2, made by the factory, and minted in by its owner only', async () => {
    const collection = await market.collection('alice', 'Prints', 'PRT', TOKEN_STANDARD.ERC1155)
    const { api } = await market.session('alice')
    const plain = await market.collection('alice', 'Singles', 'SNG')
    expect(await api.contract.info({ collection })).toMatchObject({ standard: 2, isConfirmed: true, owner: market.address('alice') })
    expect(await api.contract.info({ collection: plain })).toMatchObject({ standard: 3 })
    const offered = await api.user.listcontract({ address: market.address('alice') })
    expect(offered.filter(({ isOfficial }) => isOfficial).map(({ standard, address }) => [standard, address])).toEqual([
      [3, market.official],
      [2, official()],
    ])
    const item = await mintEdition(market, 'alice', { collection, supply: 7n })
    expect(await market.detail(item)).toMatchObject({ supply: 7n, collectionBrief: { name: 'Prints' } })
    await expect(mintEdition(market, 'bob', { collection })).rejects.toMatchObject({ errno: 4412 })
    const { storageId } = await market.upload('alice')
    const voucher = await api.dapp.sign({ collection })
    const single = { ...voucher, collection, name: 'One', storageId, category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721 }
    await expect(api.nft.add(single)).rejects.toMatchObject({ errno: 402 })
    await expect(api.nft.add({ ...single, standard: TOKEN_STANDARD.ERC1155, quantity: 0n })).rejects.toMatchObject({ errno: 402 })
  })
})
