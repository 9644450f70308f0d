import {
  type Abi,
  type Address,
  encodeAbiParameters,
  type Hex,
  hashStruct,
  keccak256,
  numberToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { type Arena, type Leg, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { type Member, memberOf } from './crowd.ts'
import { firstRootOf, siblingsOf, sortedRootOf } from './merkle.ts'
import { OPERATION } from './operations.ts'
import { signBytes } from './signing.ts'

const MARKET = 'LooksRare v2'
const SOURCES = '@looksrare/contracts-exchange-v2'
const QUOTE = { BID: 0, ASK: 1 }
const ERC721 = 0
/** Its standard strategy refuses more than 2 %; what a fee costs does not depend on its size. */
const FEE_BPS = 200n
const FEE = (PRICE * FEE_BPS) / 10_000n
const PROCEEDS = PRICE - FEE - ROYALTY
/** Position of a node in a tree. */
const RIGHT = 1
/** One order alone, not one of a tree. */
const NO_TREE = { root: numberToHex(0, { size: 32 }), proof: [] }

/** Ids of its strategies: 0 is the standard one. */
const STRATEGY = { STANDARD: 0n, COLLECTION: 1n, MERKLE: 2n }
const LEVELS = 14

interface Market {
  at: Address
  abi: Abi
  helpers: { at: Address; abi: Abi }
}

/** The fee is the protocol's own, the royalty read on chain; an order is filled whole. */
export async function measureLooksRare(arena: Arena): Promise<Row[]> {
  const market = await deployMarket(arena)
  await setFee(arena, market, 0n)
  const free = await buyRow(arena, market, OPERATION.buy, arena.plain, 0n)
  await setFee(arena, market, FEE_BPS)
  const tenOfAlice = Array.from({ length: 10 }, () => memberOf('Alice'))
  return [
    free,
    await buyRow(arena, market, OPERATION.buyFee, arena.plain, FEE),
    await buyRow(arena, market, OPERATION.buyRoyalty, arena.royal, FEE),
    await bulkRow(arena, market, OPERATION.bulkTwo, 1),
    await bulkRow(arena, market, OPERATION.bulkMany, 10),
    await acceptRow(arena, market),
    await collectionRow(arena, market),
    await attributeRow(arena, market),
    await sweepRow(arena, market, OPERATION.sweep, tenOfAlice),
    await sweepRow(arena, market, OPERATION.sweepTenSellers, arena.crowd),
    await sweepRow(arena, market, OPERATION.sweepPaid, tenOfAlice, arena.pay),
    await sweepRow(arena, market, OPERATION.sweepPaidTenSellers, arena.crowd, arena.pay),
    await cancelRow(arena, market, OPERATION.cancel, 1),
    await cancelRow(arena, market, OPERATION.cancelFifty, 50),
    await endRow(arena, market),
  ]
}

async function deployMarket(arena: Arena): Promise<Market> {
  // Without the IR pipeline a purchase costs it 1.5k more.
  const settings = { optimizer: { enabled: true, runs: 888_888 }, viaIR: true, evmVersion: 'london' }
  const names = [
    'contracts/LooksRareProtocol.sol:LooksRareProtocol',
    'contracts/TransferManager.sol:TransferManager',
    'contracts/CreatorFeeManagerWithRoyalties.sol:CreatorFeeManagerWithRoyalties',
    'contracts/helpers/ProtocolHelpers.sol:ProtocolHelpers',
    'contracts/executionStrategies/StrategyCollectionOffer.sol:StrategyCollectionOffer',
    'test/mock/MockRoyaltyFeeRegistry.sol:MockRoyaltyFeeRegistry',
  ]
  const compiled = compile({ solc: 'solc-0.8.17', settings, contracts: names.map((name) => `${SOURCES}/${name}`) })
  const [protocol, manager, creators, helpers, offers, registry] = compiled as [Compiled, Compiled, Compiled, Compiled, Compiled, Compiled]
  const { eve } = arena.people
  const managerAt = await arena.deploy(manager, [eve])
  const at = await arena.deploy(protocol, [eve, eve, managerAt, arena.weth])
  const creatorsAt = await arena.deploy(creators, [await arena.deploy(registry, [eve, 1_000n])])
  await arena.send('Eve', managerAt, manager.abi, 'allowOperator', [at])
  await arena.send('Eve', at, protocol.abi, 'updateCreatorFeeManager', [creatorsAt])
  for (const money of [zeroAddress, arena.weth, arena.pay]) await arena.send('Eve', at, protocol.abi, 'updateCurrencyStatus', [money, true])
  // Items are approved for the manager, money for the protocol.
  await arena.allow(at)
  await arena.allow(managerAt)
  for (const one of [at, managerAt]) await arena.allowCrowd(one)
  const strategy = await arena.deploy(offers)
  for (const name of ['executeCollectionStrategyWithTakerAsk', 'executeCollectionStrategyWithTakerAskWithProof']) {
    const [selector] = offers.abi.flatMap((one) => (one.type === 'function' && one.name === name ? [toFunctionSelector(one)] : []))
    await arena.send('Eve', at, protocol.abi, 'addStrategy', [FEE_BPS, FEE_BPS, FEE_BPS, selector, true, strategy])
  }
  for (const who of ['Alice' as const, 'Bob' as const, ...arena.crowd])
    await arena.send(who, managerAt, manager.abi, 'grantApprovals', [[at]])
  // It keeps one wei on any day but the first.
  await arena.testnet.setBalance(at, 1n)
  return { at, abi: protocol.abi, helpers: { at: await arena.deploy(helpers, [at]), abi: helpers.abi } }
}

const setFee = (arena: Arena, { at, abi }: Market, bps: bigint) => arena.send('Eve', at, abi, 'updateStrategy', [0n, true, bps, bps])

let nonce = 0n

function makerOf(arena: Arena, quoteType: number, token: Address, id: bigint, signer: Address = arena.people.alice) {
  nonce += 1n
  return {
    quoteType,
    globalNonce: 0n,
    subsetNonce: 0n,
    orderNonce: nonce,
    strategyId: STRATEGY.STANDARD,
    collectionType: ERC721,
    collection: token,
    currency: quoteType === QUOTE.ASK ? zeroAddress : arena.weth,
    signer,
    startTime: 0n,
    endTime: 2n ** 40n,
    price: PRICE,
    itemIds: [id],
    amounts: [1n],
    additionalParameters: '0x' as Hex,
  }
}

async function signed(
  arena: Arena,
  { helpers }: Market,
  maker: ReturnType<typeof makerOf>,
  { privateKey }: Member = memberOf('Alice'),
): Promise<Hex> {
  return signBytes(await arena.read<Hex>(helpers.at, helpers.abi, 'computeMakerDigest', [maker]), privateKey)
}

const takerOf = (recipient: Address, additionalParameters: Hex = '0x') => ({ recipient, additionalParameters })
const same = (operation: string, gas: number): Row => ({ operation, market: MARKET, used: gas, fresh: gas })

async function buyRow(arena: Arena, market: Market, operation: string, token: Address, fee: bigint): Promise<Row> {
  const { alice, bob } = arena.people
  const royalty = token === arena.royal ? ROYALTY : 0n
  const id = await arena.give(token, alice)
  const maker = makerOf(arena, QUOTE.ASK, token, id)
  const args = [takerOf(bob), maker, await signed(arena, market, maker), NO_TREE, zeroAddress]
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'executeTakerBid', args, PRICE), {
    seller: [alice, PRICE - fee - royalty],
    creator: [arena.people.carol, royalty],
    fees: [arena.people.eve, fee],
    buyer: [bob, -PRICE],
    items: [[token, id, bob]],
  })
  return same(operation, gas)
}

/** The first order of a tree of so many levels. */
async function bulkRow(arena: Arena, market: Market, operation: string, levels: number): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, alice)
  const maker = makerOf(arena, QUOTE.ASK, arena.royal, id)
  const siblings = siblingsOf(levels)
  const root = firstRootOf(hashStruct({ primaryType: 'Maker', types: { Maker: MAKER }, data: maker }), siblings)
  const tree = { root, proof: siblings.map((value) => ({ value, position: RIGHT })) }
  const digest = await arena.read<Hex>(market.helpers.at, market.helpers.abi, 'computeDigestMerkleTree', [tree])
  const signature = await signBytes(digest, memberOf('Alice').privateKey)
  const args = [takerOf(bob), maker, signature, tree, zeroAddress]
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'executeTakerBid', args, PRICE), {
    seller: [alice, PROCEEDS],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE],
    buyer: [bob, -PRICE],
    items: [[arena.royal, id, bob]],
  })
  return same(operation, gas)
}

async function acceptRow(arena: Arena, market: Market): Promise<Row> {
  const id = await arena.give(arena.royal, arena.people.bob)
  return same(OPERATION.accept, await accept(arena, market, makerOf(arena, QUOTE.BID, arena.royal, id), id, '0x'))
}

/** The taker names the item, not the maker. */
async function collectionRow(arena: Arena, market: Market): Promise<Row> {
  const id = await arena.give(arena.royal, arena.people.bob)
  const maker = { ...makerOf(arena, QUOTE.BID, arena.royal, id), strategyId: STRATEGY.COLLECTION, itemIds: [] }
  return same(OPERATION.collectionOffer, await accept(arena, market, maker, id, encodeAbiParameters([{ type: 'uint256' }], [id])))
}

/** Leaves are hashed once, from 32 bytes. */
async function attributeRow(arena: Arena, market: Market): Promise<Row> {
  const id = await arena.give(arena.royal, arena.people.bob)
  const proof = siblingsOf(LEVELS)
  const root = sortedRootOf(keccak256(numberToHex(id, { size: 32 })), proof)
  const named = { strategyId: STRATEGY.MERKLE, itemIds: [], additionalParameters: root }
  const parameters = encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32[]' }], [id, proof])
  return same(
    OPERATION.attributeOffer,
    await accept(arena, market, { ...makerOf(arena, QUOTE.BID, arena.royal, id), ...named }, id, parameters),
  )
}

async function accept(arena: Arena, market: Market, maker: ReturnType<typeof makerOf>, id: bigint, parameters: Hex): Promise<number> {
  const { alice, bob } = arena.people
  const args = [takerOf(bob, parameters), maker, await signed(arena, market, maker), NO_TREE, zeroAddress]
  return arena.trade(() => arena.send('Bob', market.at, market.abi, 'executeTakerAsk', args), {
    seller: [bob, PROCEEDS],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE],
    buyer: [alice, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
}

async function cancelRow(arena: Arena, market: Market, operation: string, count: number): Promise<Row> {
  const nonces = Array.from({ length: count }, () => {
    nonce += 1n
    return nonce
  })
  const areOver = () =>
    Promise.all(
      nonces.map(async (one) => {
        const mark = await arena.read<Hex>(market.at, market.abi, 'userOrderNonce', [arena.people.alice, one])
        return BigInt(mark) !== 0n
      }),
    )
  return same(operation, await arena.close(() => arena.send('Alice', market.at, market.abi, 'cancelOrderNonces', [nonces]), areOver))
}

/** Skips orders that can't be filled. */
async function sweepRow(arena: Arena, market: Market, operation: string, sellers: readonly Member[], token?: Address): Promise<Row> {
  const { alice, bob } = arena.people
  const makers: ReturnType<typeof makerOf>[] = []
  for (const { address } of sellers) {
    const maker = makerOf(arena, QUOTE.ASK, arena.royal, await arena.give(arena.royal, address), address)
    makers.push({ ...maker, currency: token ?? zeroAddress })
  }
  const signatures = await Promise.all(makers.map((maker, index) => signed(arena, market, maker, sellers[index])))
  const args = [makers.map(() => takerOf(bob)), makers, signatures, makers.map(() => NO_TREE), zeroAddress, false]
  const isOneSeller = sellers.every(({ address }) => address === alice)
  const [one, ...further] = sellers.map(({ address }): Leg => [address, PROCEEDS])
  const act = () => arena.send('Bob', market.at, market.abi, 'executeMultipleTakerBids', args, token ? 0n : 10n * PRICE)
  const gas = await arena.trade(act, {
    token,
    seller: isOneSeller || !one ? [alice, 10n * PROCEEDS] : one,
    others: isOneSeller ? [] : further,
    creator: [arena.people.carol, 10n * ROYALTY],
    fees: [arena.people.eve, 10n * FEE],
    buyer: [bob, -10n * PRICE],
    items: makers.map(({ itemIds }) => [arena.royal, itemIds[0] ?? 0n, bob] as const),
  })
  return same(operation, gas)
}

/** Runs last: invalidates all bids and asks that Alice signed before. Her second time, and her first. */
async function endRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const end = async () => {
    const [, globalNonce] = await arena.read<readonly [bigint, bigint]>(market.at, market.abi, 'userBidAskNonces', [alice])
    const maker = { ...makerOf(arena, QUOTE.ASK, arena.plain, await arena.give(arena.plain, alice)), globalNonce }
    const args = [takerOf(bob), maker, await signed(arena, market, maker), NO_TREE, zeroAddress]
    const isOver = async () => [await arena.isRefused('Bob', market.at, market.abi, 'executeTakerBid', args, PRICE)]
    return arena.close(() => arena.send('Alice', market.at, market.abi, 'incrementBidAskNonces', [true, true]), isOver)
  }
  const fresh = await end()
  return { operation: OPERATION.endEverything, market: MARKET, used: await end(), fresh }
}

const uint = (name: string) => ({ name, type: 'uint256' })
const account = (name: string) => ({ name, type: 'address' })
const MAKER = [
  { name: 'quoteType', type: 'uint8' },
  ...['globalNonce', 'subsetNonce', 'orderNonce', 'strategyId'].map(uint),
  { name: 'collectionType', type: 'uint8' },
  ...['collection', 'currency', 'signer'].map(account),
  ...['startTime', 'endTime', 'price'].map(uint),
  { name: 'itemIds', type: 'uint256[]' },
  { name: 'amounts', type: 'uint256[]' },
  { name: 'additionalParameters', type: 'bytes' },
]
