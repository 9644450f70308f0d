import { getDemoAccount } from '@plinth/devnet'
import { type Abi, type Address, concat, type Hex, numberToHex, zeroAddress } from 'viem'
import { type Arena, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Compiled, compile } from './compile.ts'
import { OPERATION } from './operations.ts'
import { signHash } from './signing.ts'

const MARKET = 'LooksRare v2'
const SOURCES = '@looksrare/contracts-exchange-v2'
const QUOTE = { BID: 0, ASK: 1 }
const ERC721 = 0
/** Its standard strategy refuses more than 2 %; what a fee costs does not depend on its size. */
const FEE_BPS = 200n
const FEE = (PRICE * FEE_BPS) / 10_000n
/** One order alone, not one of a tree. */
const NO_TREE = { root: numberToHex(0, { size: 32 }), proof: [] }

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
  return [
    free,
    await buyRow(arena, market, OPERATION.buyFee, arena.plain, FEE),
    await buyRow(arena, market, OPERATION.buyRoyalty, arena.royal, FEE),
    await acceptRow(arena, market),
    await cancelRow(arena, market, OPERATION.cancel, 1),
    await cancelRow(arena, market, OPERATION.cancelFifty, 50),
    await sweepRow(arena, market),
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
    'test/mock/MockRoyaltyFeeRegistry.sol:MockRoyaltyFeeRegistry',
  ]
  const compiled = compile({ solc: 'solc-0.8.17', settings, contracts: names.map((name) => `${SOURCES}/${name}`) })
  const [protocol, manager, creators, helpers, registry] = compiled as [Compiled, Compiled, Compiled, Compiled, Compiled]
  const { eve } = arena.people
  const managerAt = await arena.deploy(manager, [eve])
  const at = await arena.deploy(protocol, [eve, eve, managerAt, arena.weth])
  const creatorsAt = await arena.deploy(creators, [await arena.deploy(registry, [eve, 1_000n])])
  await arena.send('Eve', managerAt, manager.abi, 'allowOperator', [at])
  await arena.send('Eve', at, protocol.abi, 'updateCreatorFeeManager', [creatorsAt])
  for (const money of [zeroAddress, arena.weth]) await arena.send('Eve', at, protocol.abi, 'updateCurrencyStatus', [money, true])
  // Items are approved to the manager, money to the protocol.
  await arena.allow(at)
  await arena.allow(managerAt)
  for (const who of ['Alice', 'Bob'] as const) await arena.send(who, managerAt, manager.abi, 'grantApprovals', [[at]])
  // It keeps one wei on any day but the first.
  await arena.testnet.setBalance(at, 1n)
  return { at, abi: protocol.abi, helpers: { at: await arena.deploy(helpers, [at]), abi: helpers.abi } }
}

const setFee = (arena: Arena, { at, abi }: Market, bps: bigint) => arena.send('Eve', at, abi, 'updateStrategy', [0n, true, bps, bps])

let nonce = 0n

function makerOf(arena: Arena, quoteType: number, token: Address, id: bigint) {
  nonce += 1n
  return {
    quoteType,
    globalNonce: 0n,
    subsetNonce: 0n,
    orderNonce: nonce,
    strategyId: 0n,
    collectionType: ERC721,
    collection: token,
    currency: quoteType === QUOTE.ASK ? zeroAddress : arena.weth,
    signer: arena.people.alice,
    startTime: 0n,
    endTime: 2n ** 40n,
    price: PRICE,
    itemIds: [id],
    amounts: [1n],
    additionalParameters: '0x',
  }
}

async function signed(arena: Arena, { helpers }: Market, maker: ReturnType<typeof makerOf>): Promise<Hex> {
  const hash = await arena.read<Hex>(helpers.at, helpers.abi, 'computeMakerDigest', [maker])
  const { r, s, v } = await signHash(hash, getDemoAccount('Alice').privateKey)
  return concat([r, s, numberToHex(v, { size: 1 })])
}

const takerOf = (recipient: Address) => ({ recipient, additionalParameters: '0x' })
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

async function acceptRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  const maker = makerOf(arena, QUOTE.BID, arena.royal, id)
  const args = [takerOf(bob), maker, await signed(arena, market, maker), NO_TREE, zeroAddress]
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'executeTakerAsk', args), {
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

/** Orders that can't be filled are passed over. */
async function sweepRow(arena: Arena, market: Market): Promise<Row> {
  const { alice, bob } = arena.people
  const makers: ReturnType<typeof makerOf>[] = []
  for (let index = 0; index < 10; index++) makers.push(makerOf(arena, QUOTE.ASK, arena.royal, await arena.give(arena.royal, alice)))
  const signatures = await Promise.all(makers.map((maker) => signed(arena, market, maker)))
  const args = [makers.map(() => takerOf(bob)), makers, signatures, makers.map(() => NO_TREE), zeroAddress, false]
  const gas = await arena.trade(() => arena.send('Bob', market.at, market.abi, 'executeMultipleTakerBids', args, 10n * PRICE), {
    seller: [alice, 10n * (PRICE - FEE - ROYALTY)],
    creator: [arena.people.carol, 10n * ROYALTY],
    fees: [arena.people.eve, 10n * FEE],
    buyer: [bob, -10n * PRICE],
    items: makers.map(({ itemIds }) => [arena.royal, itemIds[0] ?? 0n, bob] as const),
  })
  return same(OPERATION.sweep, gas)
}
