import { type Abi, type Address, zeroAddress } from 'viem'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { OPERATION } from './operations.ts'

const MARKET = 'Zora v3'
const SOURCES = '@zoralabs/v3/dist/contracts'
const MANIFOLD = '@manifoldxyz/royalty-registry-solidity/contracts'
/** Its fee is taken from the price less the royalty. */
const FEE_AFTER_ROYALTY = FEE - FEE / 20n
const DAY = 86_400

interface Module {
  at: Address
  abi: Abi
}
interface Market {
  asks: Module
  privateAsks: Module
  offers: Module
  auctions: Module
  fees: Module
}

/** A separate, uncounted transaction creates asks, offers and auctions; money of the latter two is in escrow. */
export async function measureZora(arena: Arena): Promise<Row[]> {
  const market = await deployMarket(arena)
  const free = await buyRow(arena, market, OPERATION.buy, arena.plain, PRICE, 0n)
  for (const { at } of [market.asks, market.privateAsks, market.offers, market.auctions]) {
    await arena.send('Eve', market.fees.at, market.fees.abi, 'setFeeParams', [at, arena.people.eve, 250])
  }
  const afterAll = PRICE - ROYALTY - FEE_AFTER_ROYALTY
  return [
    free,
    await buyRow(arena, market, OPERATION.buyFee, arena.plain, PRICE - FEE, 0n),
    await buyRow(arena, market, OPERATION.buyRoyalty, arena.royal, afterAll, ROYALTY),
    await buyRow(arena, market, OPERATION.privateSale, arena.royal, afterAll, ROYALTY, true),
    await acceptRow(arena, market, afterAll),
    await cancelRow(arena, market),
    await settleRow(arena, market, afterAll),
  ]
}

async function deployMarket(arena: Arena): Promise<Market> {
  const [registry, engine, fees, manager, helper721, helper20, asks, privateAsks, offers, auctions] = compileAll()
  const { eve } = arena.people
  const registryAt = await arena.deploy(registry)
  await arena.send('Eve', registryAt, registry.abi, 'initialize', [])
  const engineAt = await arena.deploy(engine)
  await arena.send('Eve', engineAt, engine.abi, 'initialize', [registryAt])
  const feesAt = await arena.deploy(fees)
  const managerAt = await arena.deploy(manager, [eve, feesAt])
  await arena.send('Eve', feesAt, fees.abi, 'init', [managerAt, zeroAddress])
  const helpers = { items: await arena.deploy(helper721, [managerAt]), money: await arena.deploy(helper20, [managerAt]) }
  const rest = [helpers.items, engineAt, feesAt, arena.weth]
  const market = {
    asks: { at: await arena.deploy(asks, rest), abi: asks.abi },
    privateAsks: { at: await arena.deploy(privateAsks, rest), abi: privateAsks.abi },
    offers: { at: await arena.deploy(offers, [helpers.money, ...rest]), abi: offers.abi },
    auctions: { at: await arena.deploy(auctions, [helpers.money, ...rest]), abi: auctions.abi },
    fees: { at: feesAt, abi: fees.abi },
  }
  for (const { at } of [market.asks, market.privateAsks, market.offers, market.auctions]) {
    await arena.send('Eve', managerAt, manager.abi, 'registerModule', [at])
    for (const who of ['Alice', 'Bob'] as const) await arena.send(who, managerAt, manager.abi, 'setApprovalForModule', [at, true])
  }
  await arena.allow(helpers.items)
  await arena.allow(helpers.money)
  // The engine has already cached how each collection reports its royalty.
  for (const token of [arena.plain, arena.royal]) await arena.send('Eve', engineAt, engine.abi, 'getRoyalty', [token, 1n, PRICE])
  return market
}

type Ten = [Compiled, Compiled, Compiled, Compiled, Compiled, Compiled, Compiled, Compiled, Compiled, Compiled]

function compileAll(): Ten {
  return compile({
    solc: 'solc-0.8.10',
    settings: { optimizer: { enabled: true, runs: 500_000 }, evmVersion: 'london' },
    contracts: [
      `${MANIFOLD}/RoyaltyRegistry.sol:RoyaltyRegistry`,
      `${MANIFOLD}/RoyaltyEngineV1.sol:RoyaltyEngineV1`,
      `${SOURCES}/auxiliary/ZoraProtocolFeeSettings/ZoraProtocolFeeSettings.sol:ZoraProtocolFeeSettings`,
      `${SOURCES}/ZoraModuleManager.sol:ZoraModuleManager`,
      `${SOURCES}/transferHelpers/ERC721TransferHelper.sol:ERC721TransferHelper`,
      `${SOURCES}/transferHelpers/ERC20TransferHelper.sol:ERC20TransferHelper`,
      `${SOURCES}/modules/Asks/Core/ETH/AsksCoreEth.sol:AsksCoreEth`,
      `${SOURCES}/modules/Asks/Private/ETH/AsksPrivateEth.sol:AsksPrivateEth`,
      `${SOURCES}/modules/Offers/V1/OffersV1.sol:OffersV1`,
      `${SOURCES}/modules/ReserveAuction/Core/ERC20/ReserveAuctionCoreErc20.sol:ReserveAuctionCoreErc20`,
    ],
  }) as Ten
}

const same = (operation: string, gas: number): Row => ({ operation, market: MARKET, used: gas, fresh: gas })

async function buyRow(
  arena: Arena,
  market: Market,
  operation: string,
  token: Address,
  seller: bigint,
  creator: bigint,
  isPrivate = false,
): Promise<Row> {
  const asks = isPrivate ? market.privateAsks : market.asks
  const { alice, bob } = arena.people
  const id = await arena.give(token, alice)
  await arena.send('Alice', asks.at, asks.abi, 'createAsk', [token, id, PRICE, ...(isPrivate ? [bob] : [])])
  const items = [[token, id, bob]] as const
  const gas = await arena.trade(() => arena.send('Bob', asks.at, asks.abi, 'fillAsk', [token, id], PRICE), {
    seller: [alice, seller],
    creator: [arena.people.carol, creator],
    fees: [arena.people.eve, PRICE - seller - creator],
    buyer: [bob, -PRICE],
    items,
  })
  return same(operation, gas)
}

async function acceptRow(arena: Arena, { offers }: Market, seller: bigint): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  await arena.send('Alice', offers.at, offers.abi, 'createOffer', [arena.royal, id, arena.weth, PRICE, 0])
  const offerId = await arena.read<bigint>(offers.at, offers.abi, 'offerCount')
  const args = [arena.royal, id, offerId, arena.weth, PRICE, zeroAddress]
  const gas = await arena.trade(() => arena.send('Bob', offers.at, offers.abi, 'fillOffer', args), {
    seller: [bob, seller],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE_AFTER_ROYALTY],
    buyer: [offers.at, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
  return same(OPERATION.accept, gas)
}

async function cancelRow(arena: Arena, { asks }: Market): Promise<Row> {
  const id = await arena.give(arena.plain, arena.people.alice)
  await arena.send('Alice', asks.at, asks.abi, 'createAsk', [arena.plain, id, PRICE])
  const isOver = async () => {
    const [seller] = await arena.read<readonly [Address]>(asks.at, asks.abi, 'askForNFT', [arena.plain, id])
    return [seller === zeroAddress]
  }
  return same(OPERATION.cancel, await arena.close(() => arena.send('Alice', asks.at, asks.abi, 'cancelAsk', [arena.plain, id]), isOver))
}

/** Bob's auction with one bid of Alice's, whose money and whose item wait in the module. */
async function settleRow(arena: Arena, { auctions }: Market, seller: bigint): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  const terms = [arena.royal, id, BigInt(DAY), PRICE / 2n, bob, 0n, arena.weth]
  await arena.send('Bob', auctions.at, auctions.abi, 'createAuction', terms)
  await arena.send('Alice', auctions.at, auctions.abi, 'createBid', [arena.royal, id, PRICE])
  const { timestamp } = await arena.testnet.publicClient.getBlock()
  await arena.testnet.setNextBlockTimestamp(Number(timestamp) + DAY)
  const gas = await arena.trade(() => arena.send('Bob', auctions.at, auctions.abi, 'settleAuction', [arena.royal, id]), {
    seller: [bob, seller],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE_AFTER_ROYALTY],
    buyer: [auctions.at, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
  return same(OPERATION.settle, gas)
}
