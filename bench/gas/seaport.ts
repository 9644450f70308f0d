import { getDemoAccount } from '@plinth/devnet'
import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { OPERATION } from './operations.ts'

const MARKET = 'Seaport 1.6'
const ZERO_WORD = numberToHex(0, { size: 32 })
const ITEM = { COIN: 0, ERC20: 1, ERC721: 2, ERC1155: 3 }
const BASIC = { SALE: 0, BID: 16 }
const FULL_OPEN = 0
const PARTIAL_OPEN = 1

type Payment = { recipient: Address; amount: bigint }
type Item = { itemType: number; token: Address; identifierOrCriteria: bigint; startAmount: bigint; endAmount: bigint }
type Parameters = ReturnType<typeof parametersOf>

const itemOf = (itemType: number, token: Address, identifierOrCriteria: bigint, amount: bigint): Item => ({
  itemType,
  token,
  identifierOrCriteria,
  startAmount: amount,
  endAmount: amount,
})

let salt = 0n

function parametersOf(offerer: Address, offer: Item[], consideration: (Item & { recipient: Address })[], orderType: number) {
  salt += 1n
  const rest = { orderType, startTime: 0n, endTime: 2n ** 40n, zoneHash: ZERO_WORD, salt, conduitKey: ZERO_WORD }
  return { offerer, zone: zeroAddress, offer, consideration, ...rest, totalOriginalConsiderationItems: BigInt(consideration.length) }
}

/** Fee and royalty out of the price, as further recipients that the seller signs. */
export async function measureSeaport(arena: Arena): Promise<Row[]> {
  const settings = { optimizer: { enabled: true, runs: 4_294_967_295 }, viaIR: true, evmVersion: 'cancun' }
  const contracts = ['seaport-core/src/Seaport.sol:Seaport', 'seaport-core/src/conduit/ConduitController.sol:ConduitController']
  const [seaport, controller] = compile({ solc: 'solc-0.8.24', settings, contracts }) as [Compiled, Compiled]
  const at = await arena.deploy(seaport, [await arena.deploy(controller)])
  await arena.allow(at)
  const market = { at, abi: seaport.abi }
  return [
    await buyRow(arena, market, OPERATION.buy, arena.plain, []),
    await buyRow(arena, market, OPERATION.buyFee, arena.plain, [{ recipient: arena.people.eve, amount: FEE }]),
    await buyRow(arena, market, OPERATION.buyRoyalty, arena.royal, partsOf(arena)),
    await editionRow(arena, market),
    await acceptRow(arena, market),
    await cancelRow(arena, market, OPERATION.cancel, 1),
    await cancelRow(arena, market, OPERATION.cancelFifty, 50),
    await sweepRow(arena, market),
  ]
}

type Market = Pick<Compiled, 'abi'> & { at: Address }

const partsOf = ({ people }: Arena): Payment[] => [
  { recipient: people.eve, amount: FEE },
  { recipient: people.carol, amount: ROYALTY },
]
const sumOf = (parts: readonly Payment[]) => parts.reduce((sum, { amount }) => sum + amount, 0n)
const same = (operation: string, gas: number): Row => ({ operation, market: MARKET, used: gas, fresh: gas })

async function signed({ testnet }: Arena, { at }: Market, parameters: Parameters): Promise<Hex> {
  const { totalOriginalConsiderationItems: _, ...components } = parameters
  const item = [
    { name: 'itemType', type: 'uint8' },
    { name: 'token', type: 'address' },
    { name: 'identifierOrCriteria', type: 'uint256' },
    { name: 'startAmount', type: 'uint256' },
    { name: 'endAmount', type: 'uint256' },
  ]
  return getDemoAccount('Alice').account.signTypedData({
    domain: { name: 'Seaport', version: '1.6', chainId: testnet.chainId, verifyingContract: at },
    primaryType: 'OrderComponents',
    types: {
      OrderComponents: [
        { name: 'offerer', type: 'address' },
        { name: 'zone', type: 'address' },
        { name: 'offer', type: 'OfferItem[]' },
        { name: 'consideration', type: 'ConsiderationItem[]' },
        { name: 'orderType', type: 'uint8' },
        { name: 'startTime', type: 'uint256' },
        { name: 'endTime', type: 'uint256' },
        { name: 'zoneHash', type: 'bytes32' },
        { name: 'salt', type: 'uint256' },
        { name: 'conduitKey', type: 'bytes32' },
        { name: 'counter', type: 'uint256' },
      ],
      OfferItem: item,
      ConsiderationItem: [...item, { name: 'recipient', type: 'address' }],
    },
    message: { ...components, counter: 0n },
  })
}

function saleOf({ people }: Arena, token: Address, id: bigint, parts: readonly Payment[]): Parameters {
  const paid = (amount: bigint, recipient: Address) => ({ ...itemOf(ITEM.COIN, zeroAddress, 0n, amount), recipient })
  const consideration = [paid(PRICE - sumOf(parts), people.alice), ...parts.map(({ amount, recipient }) => paid(amount, recipient))]
  return parametersOf(people.alice, [itemOf(ITEM.ERC721, token, id, 1n)], consideration, FULL_OPEN)
}

/** The cheapest way in: a basic order by the function with the selector of zeros. */
async function fulfillBasic(arena: Arena, market: Market, parameters: Parameters, type: number, parts: readonly Payment[], value: bigint) {
  const [offered, wanted] = [parameters.offer[0], parameters.consideration[0]]
  if (!offered || !wanted) throw new Error('a basic order has one item on each side')
  const basic = {
    considerationToken: wanted.token,
    considerationIdentifier: wanted.identifierOrCriteria,
    considerationAmount: wanted.startAmount,
    offerer: parameters.offerer,
    zone: parameters.zone,
    offerToken: offered.token,
    offerIdentifier: offered.identifierOrCriteria,
    offerAmount: offered.startAmount,
    basicOrderType: type,
    startTime: parameters.startTime,
    endTime: parameters.endTime,
    zoneHash: parameters.zoneHash,
    salt: parameters.salt,
    offererConduitKey: ZERO_WORD,
    fulfillerConduitKey: ZERO_WORD,
    totalOriginalAdditionalRecipients: BigInt(parts.length),
    additionalRecipients: parts,
    signature: await signed(arena, market, parameters),
  }
  return arena.send('Bob', market.at, market.abi, 'fulfillBasicOrder_efficient_6GL6yc', [basic], value)
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
    inToken: true,
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

/** Payments to one recipient are joined. */
async function sweepRow(arena: Arena, market: Market): Promise<Row> {
  const parts = partsOf(arena)
  const orders: { parameters: Parameters; numerator: bigint; denominator: bigint; signature: Hex; extraData: Hex }[] = []
  for (let index = 0; index < 10; index++) {
    const parameters = saleOf(arena, arena.royal, await arena.give(arena.royal, arena.people.alice), parts)
    orders.push({ parameters, numerator: 1n, denominator: 1n, signature: await signed(arena, market, parameters), extraData: '0x' })
  }
  const partOf = (itemIndex: bigint) => orders.map((_, orderIndex) => ({ orderIndex: BigInt(orderIndex), itemIndex }))
  const args = [orders, [], partOf(0n).map((one) => [one]), [partOf(0n), partOf(1n), partOf(2n)], ZERO_WORD, zeroAddress, 10n]
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'fulfillAvailableAdvancedOrders', args, 10n * PRICE), {
    seller: [arena.people.alice, 10n * (PRICE - FEE - ROYALTY)],
    creator: [arena.people.carol, 10n * ROYALTY],
    fees: [arena.people.eve, 10n * FEE],
    buyer: [arena.people.bob, -10n * PRICE],
    items: orders.map(({ parameters }) => [arena.royal, parameters.offer[0]?.identifierOrCriteria ?? 0n, arena.people.bob] as const),
  })
  return same(OPERATION.sweep, gas)
}
