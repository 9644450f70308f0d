import { deepEqual, equal, rejects } from 'node:assert/strict'
import { parseEther } from 'viem'
import { Caller, Refused, until, type Wallet, type Wire, ZERO } from './client.ts'
import {
  acceptBid,
  approve,
  BID,
  bid,
  buy,
  cancel,
  ERC1155,
  findOrder,
  fund,
  type Item,
  list,
  mint,
  SALE,
  seen,
  transfer,
} from './trades.ts'
import { collectionOf, type Market, PRICE } from './walk.ts'

/** Errors of the registry, by number: an edit of more than the price. */
const EDIT_PRICE_ALONE = 4140
const refusesEdit = (error: unknown) => error instanceof Refused && error.errno === EDIT_PRICE_ALONE

const rowOf = (nft: Wire, who: Wallet): Wire => nft.items.find((one: Wire) => one.itemOwner === who.address)

/** An edition of which a part is bought is made cheaper, with the quantity that its page shows as left, and sold to the end. */
export async function editListing(market: Market): Promise<void> {
  const { alice, bob, carol, coin } = market
  const item = await mint(alice, collectionOf(market, ERC1155), market.ground.picture, 10)
  await approve(alice, item.address)
  const salt = await list(alice, item, { price: PRICE, quantity: 6n, payToken: coin })
  await buy(bob, item, alice.address, 2n)
  const sold = await seen(alice, item, 'two of six', (nft) => nft.items.length === 2)
  const left = rowOf(sold, alice).sellQuantity
  equal(left, '4')
  const cheaper = { price: PRICE / 2n, payToken: coin, salt }
  for (const quantity of [3n, 5n, 8n]) await rejects(list(alice, item, { ...cheaper, quantity }), refusesEdit)
  equal(await list(alice, item, { ...cheaper, quantity: BigInt(left) }), salt)
  const found = await findOrder(bob, item, alice.address, SALE)
  deepEqual([found.sellValue, found.buyerValue, found.sells, found.singlePrice], ['6', String(3n * PRICE), '2', '0.5'])
  await buy(bob, item, alice.address, 1n)
  await until(
    'the third',
    () => findOrder(bob, item, alice.address, SALE),
    ({ sells }) => sells === '3',
  )
  await buy(carol, item, alice.address, 3n)
  const over = await seen(alice, item, 'all six', (nft) => !rowOf(nft, alice).onsell)
  const holdings = over.items.map((one: Wire) => [one.itemOwner, one.quantity]).toSorted()
  deepEqual(
    holdings,
    [
      [alice.address, '4'],
      [bob.address, '3'],
      [carol.address, '3'],
    ].toSorted(),
  )
}

/** A bid of which a part is accepted is raised, with what is left of it, and accepted to the end. */
export async function editBid(market: Market): Promise<void> {
  const { alice, carol, wrapped } = market
  const item = await mint(alice, collectionOf(market, ERC1155), market.ground.picture, 4)
  await approve(alice, item.address)
  await fund(carol, wrapped, parseEther('20'))
  const salt = await bid(carol, item, { price: PRICE, quantity: 4n, payToken: wrapped })
  await acceptBid(alice, item, carol.address, 1n)
  const [open] = (await seen(carol, item, 'one of four', (nft) => nft.items.length === 2)).bids
  const left = ((BigInt(open.sellValue) - BigInt(open.sells)) * BigInt(open.buyerValue)) / BigInt(open.sellValue)
  equal(left, 3n)
  const higher = { price: 2n * PRICE, payToken: wrapped, salt }
  await rejects(bid(carol, item, { ...higher, quantity: 2n }), refusesEdit)
  equal(await bid(carol, item, { ...higher, quantity: left }), salt)
  const found = await findOrder(alice, item, carol.address, BID)
  deepEqual([found.sellValue, found.buyerValue, found.singlePrice], [String(8n * PRICE), '4', '2'])
  await acceptBid(alice, item, carol.address, 3n)
  const over = await seen(alice, item, 'all four', (nft) => nft.onlyOwner === carol.address)
  deepEqual([over.bids, rowOf(over, carol).quantity], [[], '4'])
}

/** A seller that gave away more than it can spare takes the listing off by its own row, and sells what it has by the same row. */
export async function sellAgain(market: Market): Promise<void> {
  const { alice, bob, carol, coin } = market
  const item = await mint(alice, collectionOf(market, ERC1155), market.ground.picture, 5)
  await approve(alice, item.address)
  await list(alice, item, { price: PRICE, quantity: 4n, payToken: coin })
  await transfer(alice, item, carol.address, 3n)
  const row = rowOf(await seen(alice, item, 'the transfer', (nft) => nft.items.length === 2), alice)
  deepEqual(
    [row.onsell, row.owner, row.sellValue, row.buyerValue, row.buyerToken, row.buyerType, row.payToken.address, row.payToken.symbol],
    [true, alice.address, '4', String(4n * PRICE), ZERO, 0, coin.address, coin.symbol],
  )
  const listed: Item = { address: row.address, tokenId: row.tokenId, type: item.type }
  await cancel(alice, listed, SALE, row.owner)
  const free = await seen(alice, item, 'the cancellation', (nft) => !rowOf(nft, alice).onsell)
  deepEqual([rowOf(free, alice).owner, rowOf(free, alice).payToken], [alice.address, null])
  await list(alice, listed, { price: PRICE, quantity: BigInt(row.quantity), payToken: row.payToken })
  await buy(bob, listed, row.owner, 2n)
  await seen(bob, item, 'the purchase', (nft) => nft.items.some((one: Wire) => one.itemOwner === bob.address && one.quantity === '2'))
}

/** What forms ask without a chain begins with what can be used on the market's default one: they preselect the first. */
export async function preselect(base: string): Promise<void> {
  const visitor = new Caller(base)
  const { network } = await visitor.call('/config/fetch')
  const lists: [string, Wire[]][] = [
    ['/user/listcontract', await visitor.call('/user/listcontract')],
    ['/contract/list', await visitor.call('/contract/list')],
    ['/paytoken/list', await visitor.call('/paytoken/list')],
    ['/blind/paytoken/list', (await visitor.call('/blind/paytoken/list')).list],
  ]
  for (const [path, rows] of lists) {
    const chains: number[] = rows.map(({ chainId }) => chainId)
    const isHere = chains.map((chainId) => chainId === network.chainId)
    deepEqual([path, new Set(chains).size, isHere.indexOf(false)], [path, 2, isHere.filter(Boolean).length])
  }
  const categories = (form: Record<string, number>) => visitor.call('/category/list', form)
  deepEqual(await categories({}), await categories({ chainId: network.chainId }))
}
