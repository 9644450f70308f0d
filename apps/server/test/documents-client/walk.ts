import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { type Address, type Hex, parseEther } from 'viem'
import { blindBoxAbi, collection1155Abi, payTokenAbi } from './abi.ts'
import { ACCEPT, auction, auctionsOf, bidAt, bidsOf, cancelAuction, settle } from './auctions.ts'
import { Caller, partsOf, Refused, sigOf, until, Wallet, type Wire, ZERO } from './client.ts'
import {
  acceptBid,
  approve,
  BID,
  bid,
  burn,
  buy,
  cancel,
  ERC721,
  ERC1155,
  findOrder,
  fund,
  type Item,
  list,
  mint,
  type PayToken,
  SALE,
  seen,
  transfer,
} from './trades.ts'

/**
 * A client of documents A and B alone, written without this project's code: forms, names, routes and ABI
 * fragments stand here as the documents have them, and wire.md where these leave something open.
 */
export type Ground = {
  /** the server's address with the common path prefix */
  readonly base: string
  readonly chainId: number
  readonly keys: Readonly<Record<'alice' | 'bob' | 'carol', Hex>>
  readonly picture: Uint8Array<ArrayBuffer>
  /** a blind box that is on sale */
  readonly boxId: string
  readonly now: () => number
  /** moves the chain's clock */
  readonly passTo: (time: number) => Promise<void>
  /** mines the blocks that a chain at rest does not */
  readonly goOn: () => Promise<void>
}
type People = { readonly alice: Wallet; readonly bob: Wallet; readonly carol: Wallet }
export type Market = People & { readonly ground: Ground; readonly coin: PayToken; readonly wrapped: PayToken; readonly collections: Wire[] }

export const PRICE = parseEther('1')
const page = { page: 1, limit: 20 }

/** What every load of a page asks, before login (document A §4, startup). */
export async function browse({ base, chainId }: Ground): Promise<void> {
  const visitor = new Caller(base)
  const config = await visitor.call('/config/fetch', { chainId })
  equal(config.network.chainId, chainId)
  for (const name of ['name', 'symbol', 'rpc', 'explorer', 'opensea']) equal(typeof config.network[name], 'string', name)
  for (const name of ['sellerFee', 'buyerFee', 'ipfsUrl', 'cdnUrl', 'loginMessage', 'miner']) ok(config[name] !== undefined, name)
  const contracts = ['transferProxyAddress', 'erc20TransferProxyAddress', 'nftExchangeAddress', 'blindBoxAddress', 'auctionExchangeAddress']
  for (const name of contracts) ok(/^0x[0-9a-f]{40}$/.test(config.contract[name]), name)
  const categories: Wire[] = await visitor.call('/category/list')
  ok(categories.every(({ id, name, children }) => id && name && Array.isArray(children)))
  const payTokens: Wire[] = await visitor.call('/paytoken/list', { chainId })
  equal(payTokens[0].address, ZERO)
  ok(Array.isArray((await visitor.call('/blind/paytoken/list', { chainId })).list))
  deepEqual(await visitor.call('/notices/count', { address: '' }), { totalCount: 0, unreadCount: 0 })
  ok(Array.isArray(await visitor.call('/announcement/list', { chainId, platform: 1, type: 1, page: 1, size: 10 })))
  const home = await visitor.call('/home/list', { ...page, cate: '', sort: 'update_time', order: 'desc', chainId: -1 })
  ok(Array.isArray(home.list) && home.pages >= 0)
  for (const path of ['/auction/newlist', '/blind/box/list', '/contract/listall']) {
    ok(Array.isArray((await visitor.call(path, { ...page, chainId })).list), path)
  }
  for (const path of ['/home/search', '/home/searchuser'])
    ok(Array.isArray((await visitor.call(path, { ...page, search: 'x', chainId })).list))
  equal(await visitor.call('/nft/detail', { token: ZERO, tokenId: 1 }), undefined)
  equal(await visitor.call('/blind/box/detail', { blindBoxId: 999_999 }), undefined)
  deepEqual(await visitor.call('/follow/match', { address: '', userAddrs: ZERO }), [])
  await rejects(visitor.call('/like/add', { address: ZERO, tokenId: 1 }), (error) => error instanceof Refused && error.errno === 501)
}

/** Config and login of three people, and what they pay with. */
export async function enter(ground: Ground): Promise<Market> {
  const open = (key: Hex) => Wallet.open(ground.base, key, ground.chainId)
  const [alice, bob, carol] = [await open(ground.keys.alice), await open(ground.keys.bob), await open(ground.keys.carol)]
  for (const who of [alice, bob, carol]) {
    const user = await who.logIn(ground.now())
    equal(user.address, who.address)
    for (const name of ['avatar', 'brief', 'nickname', 'shortUrl', 'bannerUrl', 'id']) equal(typeof user[name], 'string', name)
    equal((await who.call('/user/reload')).user.address, who.address)
  }
  const payTokens: Wire[] = await alice.call('/paytoken/list', { chainId: ground.chainId })
  const [coin, wrapped] = [payTokens.find(({ type }) => type === 0), payTokens.find(({ type, decimals }) => type === 1 && decimals === 18)]
  const known: Wire[] = await alice.call('/user/listcontract', { address: alice.address })
  return { ground, alice, bob, carol, coin, wrapped, collections: known.filter(({ chainId }) => chainId === ground.chainId) }
}

export const collectionOf = ({ collections }: Market, type: number): Wire => collections.find((one) => one.type === type && one.isSync)

/** List, edit, cancel, list again, buy (document B §4). */
export async function sell(market: Market): Promise<Item> {
  const { alice, bob, coin } = market
  const item = await mint(alice, collectionOf(market, ERC721), market.ground.picture)
  await approve(alice, item.address)
  const salt = await list(alice, item, { price: PRICE, payToken: coin })
  const listed = await seen(alice, item, 'the sale', (nft) => nft.items[0].onsell)
  const [holding] = listed.items
  equal(holding.onsellType, 1)
  equal(holding.singlePrice, '1')
  equal(listed.sales[0].type, 1)
  equal(listed.royalties, '[200]')
  const home = await bob.call('/home/list', { ...page, cate: '', sort: '', order: '', chainId: alice.chainId })
  ok(home.list.some((nft: Wire) => nft.tokenId === item.tokenId && nft.address === item.address))
  equal(
    (await bob.call('/user/onsales', { ...page, address: alice.address, chainId: alice.chainId, categoryId: null })).list[0].tokenId,
    item.tokenId,
  )

  equal(await list(alice, item, { price: PRICE / 2n, payToken: coin, salt }), salt)
  const [edited] = await bob.call('/nft/activesales', { info: `${item.address}:${item.tokenId}`, chainId: alice.chainId })
  deepEqual([edited.type, edited.buyerValue, edited.singlePrice], [2, String(PRICE / 2n), '0.5'])
  await cancel(alice, item, SALE)
  await seen(alice, item, 'the cancellation', (nft) => !nft.items[0].onsell)
  await rejects(findOrder(bob, item, alice.address, SALE), Refused)

  await list(alice, item, { price: PRICE, payToken: coin })
  const hash = await buy(bob, item, alice.address)
  const sold = await seen(bob, item, 'the purchase', (nft) => nft.items[0].itemOwner === bob.address)
  equal(sold.onlyOwner, bob.address)
  equal(sold.isLock, false)
  const history: Wire[] = await bob.call('/nft/history', { token: item.address, tokenId: item.tokenId })
  deepEqual(
    history.map(({ type }) => type).filter((type) => type !== 15),
    [4, 1, 3, 2, 1, 9],
  )
  const [bought] = history.filter(({ type }) => type === 4)
  deepEqual([bought.txHash, bought.toUser.address, bought.content.sellValue], [hash, bob.address, '1'])
  return item
}

/** Bid, edit, accept; another bid is cancelled; the item is transferred. */
export async function bidAndAccept(market: Market, item: Item): Promise<void> {
  const { alice, bob, carol, wrapped } = market
  for (const who of [alice, carol]) await fund(who, wrapped, parseEther('20'))
  const salt = await bid(carol, item, { price: PRICE, payToken: wrapped })
  equal(await bid(carol, item, { price: 2n * PRICE, payToken: wrapped, salt }), salt)
  await bid(alice, item, { price: PRICE, payToken: wrapped })
  const bids: Wire[] = await bob.call('/nft/activebids', { info: `${item.address}:${item.tokenId}`, chainId: bob.chainId })
  deepEqual(
    bids.map(({ owner, type, singlePrice, expired }) => [owner, type, singlePrice, expired]),
    [
      [carol.address, 6, '2', false],
      [alice.address, 5, '1', false],
    ],
  )
  await cancel(alice, item, BID)
  await until(
    'the bid to go',
    () => alice.call('/nft/bids', { token: item.address, tokenId: item.tokenId }),
    (rows) => rows[0].type === 7,
  )
  await approve(bob, item.address)
  await acceptBid(bob, item, carol.address)
  await seen(bob, item, 'the acceptance', (nft) => nft.items[0].itemOwner === carol.address)
  const [row]: Wire[] = await bob.call('/nft/bids', { token: item.address, tokenId: item.tokenId })
  deepEqual([row.type, row.owner, row.to, row.paytokenSymbol, row.paytokenDecimals], [8, carol.address, bob.address, wrapped.symbol, 18])
  await transfer(carol, item, alice.address)
  await seen(bob, item, 'the transfer', (nft) => nft.items[0].itemOwner === alice.address)
}

/** Ten of one item: a part is sold, another sent, another burnt. At last the single one is burnt. */
export async function editions(market: Market, single: Item): Promise<void> {
  const { alice, bob, carol, coin } = market
  const item = await mint(alice, collectionOf(market, ERC1155), market.ground.picture, 10)
  await approve(alice, item.address)
  await list(alice, item, { price: PRICE, quantity: 4n, payToken: coin })
  await buy(bob, item, alice.address, 3n)
  const holdings = (nft: Wire) => Object.fromEntries(nft.items.map((one: Wire) => [one.itemOwner, [one.quantity, one.sellQuantity]]))
  const sold = await seen(bob, item, 'three of ten', (nft) => nft.items.length === 2)
  deepEqual(holdings(sold), { [alice.address]: ['7', '1'], [bob.address]: ['3', '0'] })
  await transfer(alice, item, carol.address, 2n)
  await burn(alice, item, 1n)
  await burn(alice, single)
  const left = await seen(bob, item, 'the burn', (nft) => nft.quantity === '9')
  deepEqual(holdings(left), { [alice.address]: ['4', '1'], [bob.address]: ['3', '0'], [carol.address]: ['2', '0'] })
  const owners: Wire[] = (await bob.call('/nft/owners', { token: item.address, tokenId: item.tokenId })).list
  deepEqual(owners.map(({ quantity }) => quantity).sort(), ['2', '3', '4'])
  const args = [carol.address, BigInt(item.tokenId)] as const
  equal(await bob.reader.readContract({ address: item.address, abi: collection1155Abi, functionName: 'balanceOf', args }), 2n)
  const history = () => bob.call('/nft/history', { token: single.address, tokenId: single.tokenId })
  await until('the burnt one', history, (rows: Wire[]) => rows.some(({ type }) => type === 14))
}

/** One auction is edited and cancelled; another runs to its end, and the loser gets a dividend. */
export async function auctions(market: Market): Promise<void> {
  const { alice, bob, carol, wrapped, ground } = market
  const item = await mint(alice, collectionOf(market, ERC721), ground.picture)
  await fund(bob, wrapped, parseEther('20'))
  const clock = async () => Number((await alice.reader.getBlock()).timestamp)
  const prices = { startValue: PRICE, buying: PRICE, rangeValue: PRICE / 10n, encourage: 1_000 }
  const early = { ...prices, startTime: (await clock()) + 3_600, endTime: (await clock()) + 7_200 }
  const first = await auction(alice, item, wrapped, early)
  equal(await auction(alice, item, wrapped, { ...early, startValue: PRICE / 2n }, first), first)
  const [waiting] = await auctionsOf(bob, item)
  deepEqual([waiting.startValue, waiting.status, waiting.owner], [String(PRICE / 2n), 0, alice.address])
  await cancelAuction(alice, waiting)
  await until(
    'the auction to be cancelled',
    () => auctionsOf(bob, item),
    ([one]) => one.status === 1 && one.statusCode === 1,
  )

  const endTime = (await clock()) + 600
  const salt = await auction(alice, item, wrapped, { ...prices, startTime: await clock(), endTime })
  const holding = (await seen(bob, item, 'the auction', (nft) => nft.items[0].onsell)).items[0]
  deepEqual([holding.onsellType, holding.endTime], [2, endTime])
  ok(
    (await bob.call('/auction/newlist', { page: 1, size: 20, chainId: bob.chainId })).list.some(
      (nft: Wire) => nft.tokenId === item.tokenId,
    ),
  )
  await bidAt(bob, item, alice.address, salt, PRICE)
  await rejects(bidAt(carol, item, alice.address, salt, PRICE), Refused)
  await bidAt(carol, item, alice.address, salt, 2n * PRICE)
  const { list: bids, users } = await bidsOf(alice, item, alice.address, salt)
  deepEqual(
    bids.map(({ owner, buying, status }: Wire) => [owner, buying, status]),
    [
      [carol.address, String(2n * PRICE), 0],
      [bob.address, String(PRICE), 0],
    ],
  )
  deepEqual(users.map(({ address }: Wire) => address).sort(), [bob.address, carol.address].sort())
  await rejects(settle(alice, (await auctionsOf(bob, item))[0], bids[0], ACCEPT), Refused)
  await ground.passTo(endTime + 2)

  const balance = () =>
    bob.reader.readContract({ address: wrapped.address, abi: payTokenAbi, functionName: 'balanceOf', args: [bob.address] })
  const before = await balance()
  const [ended] = await auctionsOf(alice, item)
  const asked = () =>
    settle(alice, ended, bids[0], ACCEPT).catch((error: unknown) => (error instanceof Refused ? error : Promise.reject(error)))
  const reply = await until('the settlement', asked, (answer) => !(answer instanceof Refused))
  deepEqual(reply.recipients, [bob.address])
  equal((await balance()) - before, (2n * PRICE * 1_000n) / 10_000n)
  await until(
    'the auction to be finished',
    () => auctionsOf(bob, item),
    ([one]) => one.status === 1 && one.statusCode === 2,
  )
  await seen(bob, item, 'the winner', (nft) => nft.items[0].itemOwner === carol.address)
}

/** Look at a box, open two of it, and see what came out. */
export async function openBox({ bob, ground }: Market): Promise<void> {
  const blindBoxId = ground.boxId
  const box = await bob.call('/blind/box/detail', { blindBoxId })
  const { list: prizes } = await bob.call('/blind/box/nfts', { blindBoxId })
  const { order } = box
  const reply = await bob.call('/blind/order/buyfee', { salt: order.salt })
  const read = (value: Wire) => (typeof value === 'string' ? JSON.parse(value) : value)
  const asset = ({ token, tokenId, assetType }: Wire) => ({
    token: token as Address,
    tokenId: BigInt(tokenId),
    assetType: Number(assetType),
  })
  const buyAsset = asset({ token: order.buyerToken, tokenId: order.buyerTokenId, assetType: order.buyerType })
  const tuple = {
    key: { owner: order.owner, salt: BigInt(order.salt), sellAssets: read(order.sellAssets).map(asset), buyAsset },
    opening: BigInt(order.opening),
    repeat: order.repeat,
    startTime: BigInt(order.startTime),
    endTime: BigInt(order.endTime),
    buying: BigInt(reply.buying),
    assetAmounts: read(order.sellings).map(BigInt),
    sellerFee: BigInt(reply.sellerFee),
    uris: read(order.uris),
  }
  const price = parseEther(box.price) * 2n
  const value = price + (price * BigInt(reply.buyerFee)) / 10_000n
  const args = [tuple, sigOf(order.signature), BigInt(reply.buyerFee), partsOf(reply), 2n, bob.address] as const
  await bob.send({ address: bob.config.contract.blindBoxAddress, abi: blindBoxAbi, functionName: 'open', args, value })
  await ground.goOn()
  const history = () => bob.call('/blind/box/history', { blindBoxId })
  const { list: rows } = await until('the boxes to be drawn', history, ({ list }) => list[0]?.nfts?.length === 2)
  deepEqual([rows[0].buyer, String(rows[0].amount), rows[0].user.address], [bob.address, '2', bob.address])
  ok(rows[0].nfts.every((nft: Wire) => prizes.some(({ name }: Wire) => name === nft.name)))
  equal((await bob.call('/blind/box/detail', { blindBoxId })).order.openeds, box.order.openeds + 2)
}

/** Likes, follows, a profile, and the news of all that happened. */
export async function society({ alice, bob, collections, ground }: Market): Promise<void> {
  const { list } = await bob.call('/user/created', { ...page, address: alice.address, chainId: ground.chainId, categoryId: '' })
  const [{ address, tokenId }] = list
  await bob.call('/like/add', { address, tokenId })
  const nfts = JSON.stringify([{ address, tokenId }])
  deepEqual(await bob.call('/like/listuserlike', { nfts, address: bob.address }), [`${address}:${tokenId}`])
  await bob.call('/like/remove', { address, tokenId })
  deepEqual(await bob.call('/like/listuserlike', { nfts: `${address}:${tokenId}`, address: bob.address }), [])
  await bob.call('/follow/add', { address: alice.address, chainId: ground.chainId })
  const followed: Wire[] = await bob.call('/follow/match', { address: bob.address, userAddrs: `${alice.address},${ZERO}` })
  deepEqual(
    followed.map(({ followingAddress }) => followingAddress),
    [alice.address],
  )
  await bob.call('/follow/delete', { address: alice.address })
  const { user } = await alice.call('/user/profile')
  await alice.call('/user/setprofile', {
    address: alice.address,
    id: user.id,
    avatar: '',
    nickname: 'Documents',
    brief: 'A and B',
    shortUrl: '',
  })
  equal((await bob.call('/user/info', { address: alice.address })).nickname, 'Documents')
  const stat = await bob.call('/user/stat', { address: alice.address, chainId: ground.chainId })
  for (const name of ['followCount', 'followerCount', 'saleCount', 'collectionCount', 'createCount', 'likeCount'])
    equal(typeof stat[name], 'number', name)
  const [first] = collections
  equal((await bob.call('/contract/info', { caddress: first.address })).name, first.name)
  ok((await bob.call('/contract/stat', { address: first.address })).collectionCount > 0)
  const items = await bob.call('/contract/listitems', { ...page, address: first.address, isSell: null })
  ok(items.list.length > 0)
  const found: Wire[] = await bob.call('/contract/listbyaddr', { addresss: first.address })
  equal(found[0].address, first.address)
}

/** Every kind of news that the walk made, read one by one and at once. */
export async function messages({ alice, bob, carol, ground }: Market): Promise<void> {
  const kinds = async (who: Wallet) => {
    const { list } = await who.call('/notices/list', { page: 1, limit: 100, address: who.address })
    const here: Wire[] = list.filter(({ content }: Wire) => content.user || content.chainId === ground.chainId)
    ok(
      here.every(
        ({ id, type, operator, content, createTime, isRead }) =>
          id && type && operator.address && content && createTime && isRead !== undefined,
      ),
    )
    return new Set(here.map(({ subType }) => subType))
  }
  const received = [await kinds(alice), await kinds(bob), await kinds(carol)]
  const wanted = [
    [1, 2, 3, 9, 11, 13, 14, 17, 20, 25, 26, 28],
    [4, 10, 12, 18, 24, 27],
    [5, 6, 8, 15, 16, 28],
  ]
  for (const [place, subTypes] of wanted.entries())
    deepEqual(
      subTypes.filter((subType) => !received[place]?.has(subType)),
      [],
      `person ${place}`,
    )
  const { list } = await alice.call('/notices/list', { page: 1, limit: 1, address: alice.address, isRead: 0 })
  const before = await alice.call('/notices/count', { address: alice.address })
  await alice.call('/notices/read', { id: list[0].id })
  equal((await alice.call('/notices/count', { address: alice.address })).unreadCount, before.unreadCount - 1)
  await alice.call('/notices/readall')
  equal((await alice.call('/notices/count', { address: alice.address })).unreadCount, 0)
}
