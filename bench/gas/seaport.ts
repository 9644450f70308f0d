import { type Address, type Hex, zeroAddress } from 'viem'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { OPERATION } from './operations.ts'
import {
  BASIC,
  FULL_OPEN,
  fulfillBasic,
  ITEM,
  itemOf,
  MARKET,
  type Market,
  PARTIAL_OPEN,
  type Payment,
  parametersOf,
  partsOf,
  saleOf,
  same,
  signed,
  sumOf,
  ZERO_WORD,
} from './seaport-market.ts'
import { measureOffers } from './seaport-offers.ts'
import { endRow, measureSales, measureSweeps } from './seaport-sales.ts'

/** Fee and royalty out of the price, as further recipients that the seller signs. */
export async function measureSeaport(arena: Arena): Promise<Row[]> {
  const settings = { optimizer: { enabled: true, runs: 4_294_967_295 }, viaIR: true, evmVersion: 'cancun' }
  const contracts = ['seaport-core/src/Seaport.sol:Seaport', 'seaport-core/src/conduit/ConduitController.sol:ConduitController']
  const [seaport, controller] = compile({ solc: 'solc-0.8.24', settings, contracts }) as [Compiled, Compiled]
  const at = await arena.deploy(seaport, [await arena.deploy(controller)])
  await arena.allow(at)
  await arena.allowCrowd(at)
  const market = { at, abi: seaport.abi }
  return [
    await buyRow(arena, market, OPERATION.buy, arena.plain, []),
    await buyRow(arena, market, OPERATION.buyFee, arena.plain, [{ recipient: arena.people.eve, amount: FEE }]),
    await buyRow(arena, market, OPERATION.buyRoyalty, arena.royal, partsOf(arena)),
    ...(await measureSales(arena, market)),
    await editionRow(arena, market),
    await acceptRow(arena, market),
    ...(await measureOffers(arena, market)),
    ...(await measureSweeps(arena, market)),
    await cancelRow(arena, market, OPERATION.cancel, 1),
    await cancelRow(arena, market, OPERATION.cancelFifty, 50),
    await endRow(arena, market),
  ]
}

async function buyRow(arena: Arena, market: Market, operation: string, token: Address, parts: readonly Payment[]): Promise<Row> {
  const id = await arena.give(token, arena.people.alice)
  const parameters = saleOf(arena, token, id, parts)
  const gas = await arena.trade(() => fulfillBasic(arena, market, parameters, BASIC.SALE, parts, PRICE), {
    seller: [arena.people.alice, PRICE - sumOf(parts)],
    creator: [arena.people.carol, parts.length > 1 ? ROYALTY : 0n],
    fees: [arena.people.eve, parts.length > 0 ? FEE : 0n],
    buyer: [arena.people.bob, -PRICE],
    items: [[token, id, arena.people.bob]],
  })
  return same(operation, gas)
}

async function editionRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob, eve } = arena.people
  const id = await arena.giveEdition()
  const paid = (amount: bigint, recipient: Address) => ({ ...itemOf(ITEM.COIN, zeroAddress, 0n, amount * 10n), recipient })
  const offer = [itemOf(ITEM.ERC1155, arena.editions, id, 10n)]
  const parameters = parametersOf(alice, offer, [paid(PRICE - FEE, alice), paid(FEE, eve)], PARTIAL_OPEN)
  const order = { parameters, numerator: 1n, denominator: 10n, signature: await signed(arena, market, parameters), extraData: '0x' }
  const measure = () =>
    arena.trade(() => arena.send('Bob', market.at, market.abi, 'fulfillAdvancedOrder', [order, [], ZERO_WORD, zeroAddress], PRICE), {
      seller: [alice, PRICE - FEE],
      creator: [arena.people.carol, 0n],
      fees: [eve, FEE],
      buyer: [bob, -PRICE],
      items: [[arena.editions, id, bob]],
    })
  const fresh = await measure()
  return { operation: OPERATION.edition, market: MARKET, used: await measure(), fresh }
}

async function acceptRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const parts = partsOf(arena)
  const id = await arena.give(arena.royal, bob)
  const paid = ({ amount, recipient }: Payment) => ({ ...itemOf(ITEM.ERC20, arena.weth, 0n, amount), recipient })
  const consideration = [{ ...itemOf(ITEM.ERC721, arena.royal, id, 1n), recipient: alice }, ...parts.map(paid)]
  const parameters = parametersOf(alice, [itemOf(ITEM.ERC20, arena.weth, 0n, PRICE)], consideration, FULL_OPEN)
  const gas = await arena.trade(() => fulfillBasic(arena, market, parameters, BASIC.BID, parts, 0n), {
    seller: [bob, PRICE - FEE - ROYALTY],
    creator: [arena.people.carol, ROYALTY],
    fees: [arena.people.eve, FEE],
    buyer: [alice, -PRICE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
  return same(OPERATION.accept, gas)
}

async function cancelRow(arena: Arena, market: Market, operation: string, count: number): Promise<Row> {
  const orders = Array.from({ length: count }, (_, index) => {
    const { totalOriginalConsiderationItems: __, ...components } = saleOf(arena, arena.plain, BigInt(index), [])
    return { ...components, counter: 0n }
  })
  const hashes = await Promise.all(orders.map((order) => arena.read<Hex>(market.at, market.abi, 'getOrderHash', [order])))
  const areCancelled = () =>
    Promise.all(
      hashes.map(async (hash) => {
        const [, isCancelled] = await arena.read<readonly [boolean, boolean]>(market.at, market.abi, 'getOrderStatus', [hash])
        return isCancelled
      }),
    )
  return same(operation, await arena.close(() => arena.send('Alice', market.at, market.abi, 'cancel', [orders]), areCancelled))
}
