import { type Abi, type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { type Arena, FEE, type Leg, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { type Member, memberOf } from './crowd.ts'
import { OPERATION } from './operations.ts'
import { signHash } from './signing.ts'

const MARKET = '0x'
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const DIRECTION = { SELL: 0, BUY: 1 }
const EIP712 = 2
const SOURCES = '@0x/contracts-zero-ex/contracts/src'
/** A bitmap word holds 256 nonces of a maker, as ours. */
const USED = 1n
const FRESH = 256n * 100n

/** A property without a validator: admits any id. */
const ANY = [{ propertyValidator: zeroAddress, propertyData: '0x' }] as const

interface Market {
  at: Address
  abi721: Abi
  abi1155: Abi
}
type Payment = readonly [recipient: Address, amount: bigint]

/** Fee and royalty are on top of the seller's price, and are signed by the maker. */
export async function measureZeroEx(arena: Arena): Promise<Row[]> {
  const market = await deployMarket(arena)
  const { eve, carol } = arena.people
  const both: Payment[] = [
    [eve, FEE],
    [carol, ROYALTY],
  ]
  // The bitmap word is in use, as for all but new makers.
  for (const who of ['Alice' as const, ...arena.crowd]) await arena.send(who, market.at, market.abi721, 'cancelERC721Order', [0n])
  const tenOfAlice = Array.from({ length: 10 }, () => memberOf('Alice'))
  const pair = async (operation: string, measure: (nonce: bigint) => Promise<number>, offset: bigint): Promise<Row> => ({
    operation,
    market: MARKET,
    used: await measure(USED + offset),
    fresh: await measure(FRESH * (offset + 1n)),
  })
  return [
    await pair(OPERATION.buy, (nonce) => buy(arena, market, nonce, arena.plain, []), 0n),
    await pair(OPERATION.buyFee, (nonce) => buy(arena, market, nonce, arena.plain, [[eve, FEE]]), 1n),
    await pair(OPERATION.buyRoyalty, (nonce) => buy(arena, market, nonce, arena.royal, both), 2n),
    await pair(OPERATION.privateSale, (nonce) => buy(arena, market, nonce, arena.royal, both, arena.people.bob), 3n),
    await editionRow(arena, market),
    await pair(OPERATION.accept, (nonce) => accept(arena, market, nonce, both), 4n),
    await pair(OPERATION.collectionOffer, (nonce) => accept(arena, market, nonce, both, ANY), 5n),
    await pair(OPERATION.sweep, (nonce) => sweep(arena, market, nonce, both, tenOfAlice), 20n),
    await pair(OPERATION.sweepTenSellers, (nonce) => sweep(arena, market, nonce, both, arena.crowd), 40n),
    await pair(OPERATION.sweepPaid, (nonce) => sweep(arena, market, nonce, both, tenOfAlice, arena.pay), 60n),
    await pair(OPERATION.sweepPaidTenSellers, (nonce) => sweep(arena, market, nonce, both, arena.crowd, arena.pay), 80n),
    await pair(OPERATION.cancel, (nonce) => cancel(arena, market, nonce), 6n),
  ]
}

/** The proxy with its registry, and both kinds of NFT orders migrated into it. */
async function deployMarket(arena: Arena): Promise<Market> {
  const names = [
    'migrations/InitialMigration.sol:InitialMigration',
    'ZeroEx.sol:ZeroEx',
    'features/SimpleFunctionRegistryFeature.sol:SimpleFunctionRegistryFeature',
    'features/OwnableFeature.sol:OwnableFeature',
    'features/nft_orders/ERC721OrdersFeature.sol:ERC721OrdersFeature',
    'features/nft_orders/ERC1155OrdersFeature.sol:ERC1155OrdersFeature',
  ]
  const settings = { optimizer: { enabled: true, runs: 1_000_000 }, evmVersion: 'istanbul' }
  const compiled = compile({ solc: 'solc-0.6.12', settings, contracts: names.map((name) => `${SOURCES}/${name}`) })
  const [migration, proxy, registry, ownable, orders721, orders1155] = compiled as [
    Compiled,
    Compiled,
    Compiled,
    Compiled,
    Compiled,
    Compiled,
  ]
  const { eve } = arena.people
  const migrationAt = await arena.deploy(migration, [eve])
  const at = await arena.deploy(proxy, [migrationAt])
  const features = { registry: await arena.deploy(registry), ownable: await arena.deploy(ownable) }
  await arena.send('Eve', migrationAt, migration.abi, 'initializeZeroEx', [eve, at, features])
  for (const feature of [orders721, orders1155]) {
    const target = await arena.deploy(feature, [at, arena.weth])
    const data = encodeFunctionData({ abi: feature.abi, functionName: 'migrate' })
    await arena.send('Eve', at, ownable.abi, 'migrate', [target, data, eve])
  }
  await arena.allow(at)
  await arena.allowCrowd(at)
  return { at, abi721: orders721.abi, abi1155: orders1155.abi }
}

/** What both kinds of orders share; the price is what the buyer pays in all. */
function orderOf(maker: Address, direction: number, money: Address, payments: readonly Payment[], nonce: bigint, units = 1n) {
  const parts = payments.reduce((sum, [, amount]) => sum + amount, 0n)
  return {
    direction,
    maker,
    taker: zeroAddress as Address,
    expiry: 2n ** 40n,
    nonce,
    erc20Token: money,
    erc20TokenAmount: (PRICE - parts) * units,
    fees: payments.map(([recipient, amount]) => ({ recipient, amount: amount * units, feeData: '0x' as const })),
  }
}

function order721Of(token: Address, id: bigint, shared: ReturnType<typeof orderOf>, properties: readonly object[] = []) {
  return { ...shared, erc721Token: token, erc721TokenId: id, erc721TokenProperties: properties }
}

async function signed(arena: Arena, market: Market, abi: Abi, call: string, order: object, who: Member = memberOf('Alice')) {
  const hash = await arena.read<Hex>(market.at, abi, call, [order])
  return { signatureType: EIP712, ...(await signHash(hash, who.privateKey)) }
}

async function buy(
  arena: Arena,
  market: Market,
  nonce: bigint,
  token: Address,
  payments: readonly Payment[],
  taker: Address = zeroAddress,
): Promise<number> {
  const id = await arena.give(token, arena.people.alice)
  const order = order721Of(token, id, { ...orderOf(arena.people.alice, DIRECTION.SELL, COIN, payments, nonce), taker })
  const args = [order, await signed(arena, market, market.abi721, 'getERC721OrderHash', order), '0x']
  return arena.trade(() => arena.send('Bob', market.at, market.abi721, 'buyERC721', args, PRICE), {
    seller: [arena.people.alice, order.erc20TokenAmount],
    creator: [arena.people.carol, payments.length > 1 ? ROYALTY : 0n],
    fees: [arena.people.eve, payments.length > 0 ? FEE : 0n],
    buyer: [arena.people.bob, -PRICE],
    items: [[token, id, arena.people.bob]],
  })
}

/** Later fills, then the first. */
async function editionRow(arena: Arena, market: Market): Promise<Row> {
  const id = await arena.giveEdition()
  const shared = orderOf(arena.people.alice, DIRECTION.SELL, COIN, [[arena.people.eve, FEE]], 0n, 10n)
  const item = { erc1155Token: arena.editions, erc1155TokenId: id, erc1155TokenProperties: [], erc1155TokenAmount: 10n }
  const order = { ...shared, ...item }
  const args = [order, await signed(arena, market, market.abi1155, 'getERC1155OrderHash', order), 1n, '0x']
  const measure = () =>
    arena.trade(() => arena.send('Bob', market.at, market.abi1155, 'buyERC1155', args, PRICE), {
      seller: [arena.people.alice, PRICE - FEE],
      creator: [arena.people.carol, 0n],
      fees: [arena.people.eve, FEE],
      buyer: [arena.people.bob, -PRICE],
      items: [[arena.editions, id, arena.people.bob]],
    })
  const fresh = await measure()
  return { operation: OPERATION.edition, market: MARKET, used: await measure(), fresh }
}

async function accept(
  arena: Arena,
  market: Market,
  nonce: bigint,
  payments: readonly Payment[],
  properties: readonly object[] = [],
): Promise<number> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  const shared = orderOf(alice, DIRECTION.BUY, arena.weth, payments, nonce)
  const order = order721Of(arena.royal, properties.length === 0 ? id : 0n, shared, properties)
  const args = [order, await signed(arena, market, market.abi721, 'getERC721OrderHash', order), id, false, '0x']
  return arena.trade(() => arena.send('Bob', market.at, market.abi721, 'sellERC721', args), {
    seller: [bob, PRICE - FEE - ROYALTY],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE],
    buyer: [alice, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
}

function cancel(arena: Arena, market: Market, nonce: bigint): Promise<number> {
  const isOver = async () => {
    const args = [arena.people.alice, nonce >> 8n]
    const spent = await arena.read<bigint>(market.at, market.abi721, 'getERC721OrderStatusBitVector', args)
    return [((spent >> (nonce & 255n)) & 1n) === 1n]
  }
  return arena.close(() => arena.send('Alice', market.at, market.abi721, 'cancelERC721Order', [nonce]), isOver)
}

/** Skips orders that can't be filled. */
async function sweep(
  arena: Arena,
  market: Market,
  first: bigint,
  payments: readonly Payment[],
  sellers: readonly Member[],
  token?: Address,
): Promise<number> {
  const { alice, bob } = arena.people
  const isOneSeller = sellers.every(({ address }) => address === alice)
  const orders: ReturnType<typeof order721Of>[] = []
  for (const [index, { address }] of sellers.entries()) {
    const nonce = isOneSeller ? first + BigInt(index) : first
    const shared = orderOf(address, DIRECTION.SELL, token ?? COIN, payments, nonce)
    orders.push(order721Of(arena.royal, await arena.give(arena.royal, address), shared))
  }
  const signatures = await Promise.all(
    orders.map((order, index) => signed(arena, market, market.abi721, 'getERC721OrderHash', order, sellers[index])),
  )
  const args = [orders, signatures, orders.map(() => '0x'), false]
  const proceeds = PRICE - FEE - ROYALTY
  const [one, ...further] = sellers.map(({ address }): Leg => [address, proceeds])
  return arena.trade(() => arena.send('Bob', market.at, market.abi721, 'batchBuyERC721s', args, token ? 0n : 10n * PRICE), {
    token,
    seller: isOneSeller || !one ? [alice, 10n * proceeds] : one,
    others: isOneSeller ? [] : further,
    creator: [arena.people.carol, 10n * ROYALTY],
    fees: [arena.people.eve, 10n * FEE],
    buyer: [bob, -10n * PRICE],
    items: orders.map(({ erc721TokenId }) => [arena.royal, erc721TokenId, bob] as const),
  })
}
