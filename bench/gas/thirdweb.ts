import { getDemoAccount } from '@plinth/devnet'
import {
  type Abi,
  type AbiFunction,
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  toFunctionSelector,
  toFunctionSignature,
  zeroAddress,
} from 'viem'
import { type Arena, FEE, type Minted, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { OPERATION } from './operations.ts'

const MARKET = 'thirdweb v3'
const SOURCES = '@thirdweb-dev/contracts'
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const FEE_BPS = 250
const FOREVER = 2n ** 40n
const DAY = 86_400n
/** Of its listings' states. */
const CANCELLED = 3
const URI = 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

interface Market {
  at: Address
  /** Of the router and of all its extensions. */
  abi: Abi
  token: Compiled
}

/** Listings, offers and auctions are put on chain by a transaction of their own, which is not counted. */
export async function measureThirdweb(arena: Arena): Promise<Row[]> {
  const market = await deployMarket(arena)
  const free = await buyRow(arena, market, OPERATION.buy, arena.plain, 0n, 0n)
  await arena.send('Eve', market.at, market.abi, 'setPlatformFeeInfo', [arena.people.eve, FEE_BPS])
  return [
    free,
    await buyRow(arena, market, OPERATION.buyFee, arena.plain, FEE, 0n),
    await buyRow(arena, market, OPERATION.buyRoyalty, arena.royal, FEE, ROYALTY),
    await buyRow(arena, market, OPERATION.privateSale, arena.royal, FEE, ROYALTY, true),
    await editionRow(arena, market),
    await acceptRow(arena, market),
    await cancelRow(arena, market),
    await settleRow(arena, market),
    ...(await mintRows(arena, market)),
    await collectionRow(arena, market),
  ]
}

/** A proxy of the router that knows the three ways of selling. */
async function deployMarket(arena: Arena): Promise<Market> {
  const names = [
    'prebuilts/marketplace/entrypoint/MarketplaceV3.sol:MarketplaceV3',
    'prebuilts/marketplace/direct-listings/DirectListingsLogic.sol:DirectListingsLogic',
    'prebuilts/marketplace/offers/OffersLogic.sol:OffersLogic',
    'prebuilts/marketplace/english-auctions/EnglishAuctionsLogic.sol:EnglishAuctionsLogic',
    'infra/TWProxy.sol:TWProxy',
    'prebuilts/token/TokenERC721.sol:TokenERC721',
  ]
  const [router, listings, offers, auctions, proxy, token] = compileAll(names) as [
    Compiled,
    Compiled,
    Compiled,
    Compiled,
    Compiled,
    Compiled,
  ]
  const extensions = [
    extensionOf('DirectListings', listings.abi, await arena.deploy(listings, [arena.weth])),
    extensionOf('Offers', offers.abi, await arena.deploy(offers)),
    extensionOf('EnglishAuctions', auctions.abi, await arena.deploy(auctions, [arena.weth])),
  ]
  // Without an engine the royalty is read from the collection itself, which costs less.
  const logic = await arena.deploy(router, [{ extensions, royaltyEngineAddress: zeroAddress, nativeTokenWrapper: arena.weth }])
  const { eve } = arena.people
  const data = encodeFunctionData({ abi: router.abi, functionName: 'initialize', args: [eve, '', [], eve, 0] })
  const at = await arena.deploy(proxy, [logic, data])
  await arena.allow(at)
  return { at, abi: [...router.abi, ...listings.abi, ...offers.abi, ...auctions.abi], token }
}

const compileAll = (names: readonly string[]) =>
  compile({
    solc: 'solc-0.8.23',
    // More runs put the router above EIP-170's limit.
    settings: { optimizer: { enabled: true, runs: 20 }, evmVersion: 'london' },
    contracts: names.map((name) => `${SOURCES}/${name}`),
    within: ['@thirdweb-dev/dynamic-contracts'],
  })

function extensionOf(name: string, abi: Abi, implementation: Address) {
  // Those with an underscore are in every extension.
  const functions = abi.filter((one): one is AbiFunction => one.type === 'function' && !one.name.startsWith('_'))
  return {
    metadata: { name, metadataURI: '', implementation },
    functions: functions.map((one) => ({ functionSelector: toFunctionSelector(one), functionSignature: toFunctionSignature(one) })),
  }
}

const same = (operation: string, gas: number): Row => ({ operation, market: MARKET, used: gas, fresh: gas })

/** Alice lists `quantity` of an item at the price each, reserved for Bob if requested. */
async function list(arena: Arena, { at, abi }: Market, token: Address, id: bigint, quantity: bigint, reserved = false): Promise<bigint> {
  const { timestamp } = await arena.testnet.publicClient.getBlock()
  const terms = { assetContract: token, tokenId: id, quantity, currency: COIN, pricePerToken: PRICE }
  // Begun before: a listing of this very second is cheaper, and its estimate too low for the next.
  const times = { startTimestamp: timestamp - 60n, endTimestamp: FOREVER, reserved }
  await arena.send('Alice', at, abi, 'createListing', [{ ...terms, ...times }])
  const listing = (await arena.read<bigint>(at, abi, 'totalListings')) - 1n
  if (reserved) await arena.send('Alice', at, abi, 'approveBuyerForListing', [listing, arena.people.bob, true])
  return listing
}

async function buyRow(
  arena: Arena,
  market: Market,
  operation: string,
  token: Address,
  fee: bigint,
  royalty: bigint,
  reserved = false,
): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(token, alice)
  const args = [await list(arena, market, token, id, 1n, reserved), bob, 1n, COIN, PRICE]
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'buyFromListing', args, PRICE), {
    seller: [alice, PRICE - fee - royalty],
    creator: [arena.people.carol, royalty],
    fees: [arena.people.eve, fee],
    buyer: [bob, -PRICE],
    items: [[token, id, bob]],
  })
  return same(operation, gas)
}

async function editionRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.giveEdition()
  const args = [await list(arena, market, arena.editions, id, 10n), bob, 1n, COIN, PRICE]
  const measure = () =>
    arena.trade(() => arena.send('Bob', market.at, market.abi, 'buyFromListing', args, PRICE), {
      seller: [alice, PRICE - FEE],
      creator: [arena.people.carol, 0n],
      fees: [arena.people.eve, FEE],
      buyer: [bob, -PRICE],
      items: [[arena.editions, id, bob]],
    })
  const fresh = await measure()
  return { operation: OPERATION.edition, market: MARKET, used: await measure(), fresh }
}

async function acceptRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  const item = { assetContract: arena.royal, tokenId: id, quantity: 1n }
  await arena.send('Alice', market.at, market.abi, 'makeOffer', [
    { ...item, currency: arena.weth, totalPrice: PRICE, expirationTimestamp: FOREVER },
  ])
  const offerId = (await arena.read<bigint>(market.at, market.abi, 'totalOffers')) - 1n
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'acceptOffer', [offerId]), {
    seller: [bob, PRICE - FEE - ROYALTY],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE],
    buyer: [alice, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
  return same(OPERATION.accept, gas)
}

async function cancelRow(arena: Arena, market: Market): Promise<Row> {
  const id = await arena.give(arena.plain, arena.people.alice)
  const listing = await list(arena, market, arena.plain, id, 1n)
  const isOver = async () => {
    const { status } = await arena.read<{ status: number }>(market.at, market.abi, 'getListing', [listing])
    return [status === CANCELLED]
  }
  return same(OPERATION.cancel, await arena.close(() => arena.send('Alice', market.at, market.abi, 'cancelListing', [listing]), isOver))
}

/** Item and money are in escrow; seller and winner collect in a transaction each, counted together. */
async function settleRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  const { timestamp } = await arena.testnet.publicClient.getBlock()
  const item = { assetContract: arena.royal, tokenId: id, quantity: 1n, currency: arena.weth }
  const bids = { minimumBidAmount: PRICE / 2n, buyoutBidAmount: 0n, timeBufferInSeconds: 1n, bidBufferBps: 1n }
  // As in `list`.
  const times = { startTimestamp: timestamp - 60n, endTimestamp: timestamp + DAY }
  await arena.send('Bob', market.at, market.abi, 'createAuction', [{ ...item, ...bids, ...times }])
  const auctionId = (await arena.read<bigint>(market.at, market.abi, 'totalAuctions')) - 1n
  await arena.send('Alice', market.at, market.abi, 'bidInAuction', [auctionId, PRICE])
  await arena.testnet.setNextBlockTimestamp(Number(timestamp + DAY))
  const collect = async () =>
    (await arena.send('Bob', market.at, market.abi, 'collectAuctionPayout', [auctionId])) +
    (await arena.send('Alice', market.at, market.abi, 'collectAuctionTokens', [auctionId]))
  const gas = await arena.trade(collect, {
    seller: [bob, PRICE - FEE - ROYALTY],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE],
    buyer: [market.at, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
  return same(OPERATION.settle, gas)
}

const initializer = (arena: Arena, { token }: Market, admin: Address) =>
  encodeFunctionData({
    abi: token.abi,
    functionName: 'initialize',
    args: [admin, 'Fifteen letters', 'FOUR', '', [], admin, admin, 0n, 0n, arena.people.eve],
  })

async function mintRows(arena: Arena, market: Market): Promise<Row[]> {
  const { bob, eve } = arena.people
  const [proxy] = compileAll(['infra/TWProxy.sol:TWProxy']) as [Compiled]
  const at = await arena.deploy(proxy, [await arena.deploy(market.token), initializer(arena, market, eve)])
  let uid = 0n
  const requests = async (count: number, royalty: bigint) => {
    const calls: Hex[] = []
    for (let index = 0; index < count; index++) {
      uid += 1n
      const request = requestOf(bob, royalty, numberToHex(uid, { size: 32 }))
      const args = [request, await signRequest(arena, at, request)]
      calls.push(encodeFunctionData({ abi: market.token.abi, functionName: 'mintWithSignature', args }))
    }
    return calls
  }
  const next = () => arena.read<bigint>(at, market.token.abi, 'nextTokenIdToMint')
  /** A call of its own for one item, one call of many for several. */
  const measure = async (royalty: bigint, count: number) => {
    const [calls, first] = [await requests(count, royalty), await next()]
    const minted = calls.map((_, index): Minted => ({ token: at, id: first + BigInt(index), owner: bob, uri: URI, royaltyBps: royalty }))
    return arena.mint(() => arena.send('Bob', at, market.token.abi, 'multicall', [calls]), minted)
  }
  const alone = async (royalty: bigint) => {
    uid += 1n
    const request = requestOf(bob, royalty, numberToHex(uid, { size: 32 }))
    const call = ['Bob', at, market.token.abi, 'mintWithSignature', [request, await signRequest(arena, at, request)]] as const
    const id = await arena.simulate<bigint>(...call)
    return arena.mint(() => arena.send(...call), { token: at, id, owner: bob, uri: URI, royaltyBps: royalty })
  }
  await alone(0n)
  const rows: Row[] = []
  for (const { royalty, one, ten, further } of MINTS) {
    const single = await alone(royalty)
    const [first, all] = [await measure(royalty, 1), await measure(royalty, 10)]
    rows.push(same(one, single), same(ten, all), same(further, Math.round((all - first) / 9)))
  }
  return rows
}

const MINTS = [
  { royalty: 0n, one: OPERATION.mint, ten: OPERATION.mintTen, further: OPERATION.mintFurther },
  { royalty: 500n, one: OPERATION.mintRoyalty, ten: OPERATION.mintTenRoyalty, further: OPERATION.mintFurtherRoyalty },
] as const

function requestOf(to: Address, royaltyBps: bigint, uid: Hex) {
  return {
    to,
    royaltyRecipient: royaltyBps === 0n ? zeroAddress : to,
    royaltyBps,
    primarySaleRecipient: zeroAddress,
    uri: URI,
    price: 0n,
    currency: COIN,
    validityStartTimestamp: 0n,
    validityEndTimestamp: FOREVER,
    uid,
  } as const
}

function signRequest({ testnet }: Arena, at: Address, message: ReturnType<typeof requestOf>): Promise<Hex> {
  return getDemoAccount('Eve').account.signTypedData({
    domain: { name: 'TokenERC721', version: '1', chainId: testnet.chainId, verifyingContract: at },
    primaryType: 'MintRequest',
    types: {
      MintRequest: [
        { name: 'to', type: 'address' },
        { name: 'royaltyRecipient', type: 'address' },
        { name: 'royaltyBps', type: 'uint256' },
        { name: 'primarySaleRecipient', type: 'address' },
        { name: 'uri', type: 'string' },
        { name: 'price', type: 'uint256' },
        { name: 'currency', type: 'address' },
        { name: 'validityStartTimestamp', type: 'uint128' },
        { name: 'validityEndTimestamp', type: 'uint128' },
        { name: 'uid', type: 'bytes32' },
      ],
    },
    message,
  })
}

/** Through its factory, which enters the clone into its registry. */
async function collectionRow(arena: Arena, market: Market): Promise<Row> {
  const names = ['infra/TWRegistry.sol:TWRegistry', 'infra/TWFactory.sol:TWFactory']
  const [registry, factory] = compileAll(names) as [Compiled, Compiled]
  const registryAt = await arena.deploy(registry, [zeroAddress])
  const at = await arena.deploy(factory, [zeroAddress, registryAt])
  const role = await arena.read<Hex>(registryAt, registry.abi, 'OPERATOR_ROLE')
  await arena.send('Eve', registryAt, registry.abi, 'grantRole', [role, at])
  const implementation = await arena.deploy(market.token)
  await arena.send('Eve', at, factory.abi, 'approveImplementation', [implementation, true])
  const args = [implementation, initializer(arena, market, arena.people.alice), numberToHex(1, { size: 32 })]
  const call = ['Alice', at, factory.abi, 'deployProxyByImplementation', args] as const
  return same(OPERATION.collection, await arena.open(() => arena.send(...call), await arena.simulate<Address>(...call)))
}
