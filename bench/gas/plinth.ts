import type { OrderRecord } from '@plinth/api'
import { getDemoAccount } from '@plinth/devnet'
import { toAddress } from '@plinth/protocol'
import { collection721Abi, collectionFactoryAbi, exchangeAbi } from '@plinth/protocol/abi'
import { exchangeCall } from '@plinth/sdk'
import { type Address, type Hex, hashMessage, numberToHex, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { readFees } from '../../apps/server/src/chain/fees.ts'
import { isFeeSignatureNeeded as needsFeeSignature } from '../../apps/server/src/modules/orders/buyer-fee.ts'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import { OPERATION } from './operations.ts'
import { measureEnds, measureMints, measureTransfers } from './plinth-items.ts'
import {
  CID,
  deployExchange,
  digestOf,
  MARKET,
  markUsed,
  NONE,
  type Order,
  pairOf,
  royalSale,
  SHEET,
  saleLegs,
  saleOf,
  same,
  signOrder,
  voucherOf,
} from './plinth-market.ts'
import { measureOffers } from './plinth-offers.ts'
import { measureSales, measureSweeps } from './plinth-sales.ts'
import { signBytes, signHash } from './signing.ts'

/** Our own rows; buyer and seller each pay the fee of 2.5 %, or none. */
export async function measurePlinth(arena: Arena): Promise<Row[]> {
  const rows: Row[] = []
  const free = await deployExchange(arena, 0n)
  const market = await deployExchange(arena, 250n)
  rows.push(await ownRow(arena, market))
  rows.push(await buyRow(arena, OPERATION.buy, free, 0n))
  rows.push(await aboveRow(arena, free))
  rows.push(await buyRow(arena, OPERATION.buyFee, market, 250n))
  rows.push(
    await signedFeeRow(arena, market, OPERATION.buySigned, 'typed'),
    await signedFeeRow(arena, market, OPERATION.buyPersonal, 'personal'),
    await signedFeeRow(arena, market, OPERATION.buyMarked, 'marked'),
  )
  rows.push(...(await measureSales(arena, market)))
  rows.push(await editionRow(arena, market))
  rows.push(await acceptRow(arena, market))
  await arena.allowCrowd(await arena.read<Address>(market, exchangeAbi, 'transferProxy'))
  rows.push(...(await measureOffers(arena, market)))
  // Before a sweep mints: the first item of a collection costs more.
  const mints = await mintRows(arena)
  rows.push(...(await measureSweeps(arena, market, rows)))
  rows.push(...mints, ...(await measureMints(arena)))
  rows.push(...(await mintAndBuyRows(arena, market)), await collectionRow(arena))
  rows.push(...(await measureTransfers(arena)), await withdrawRow(arena, market))
  rows.push(...(await cancelRows(arena, market)), ...(await measureEnds(arena, market)))
  return rows
}

/** By the code that makes the call of the market's own page, and by the rule that says whether it carries a fee signature. */
async function ownRow(arena: Arena, exchange: Address): Promise<Row> {
  await markUsed(arena, exchange)
  const fees = await readFees(arena.testnet.publicClient, toAddress(exchange))
  const measure = async (number: bigint) => {
    const order = await royalSale(arena, number)
    const signature = await signBytes(await digestOf(arena, exchange, order), getDemoAccount('Alice').privateKey)
    const buyerFee = await signedFee(arena, exchange, order)
    const isFeeSignatureNeeded = needsFeeSignature({ proof: 'typed', sellerFee: 250, buyerFee: 250n }, fees)
    const fee = { v: String(buyerFee.v), r: buyerFee.r, s: buyerFee.s, buyerFee: 250, isFeeSignatureNeeded }
    const { functionName, args, value } = exchangeCall(recordOf(order, signature), fee, 1n)
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, functionName, args, value), {
      ...saleLegs(arena, exchange, { royalty: ROYALTY }),
      items: [[arena.royal, order.key.sellAsset.tokenId, arena.people.bob]],
    })
  }
  return pairOf(arena, OPERATION.buyRoyalty, 25n, measure)
}

/** As the market answers an open sale; the call is made of these fields. */
function recordOf({ key, selling, buying, sellerFee }: Order, signature: Hex): OrderRecord {
  const { owner: maker, salt, sellAsset, buyAsset } = key
  const sold = { sellToken: sellAsset.token, sellTokenId: sellAsset.tokenId, sellType: sellAsset.assetType, selling }
  const paid = { buyToken: buyAsset.token, buyTokenId: buyAsset.tokenId, buyType: buyAsset.assetType, buying }
  return { maker, salt, ...sold, ...paid, sellerFee: Number(sellerFee), signature, proof: 'typed' } as unknown as OrderRecord
}

async function buyRow(arena: Arena, operation: string, exchange: Address, fee: bigint): Promise<Row> {
  const part = fee === 0n ? 0n : FEE
  await markUsed(arena, exchange)
  const measure = async (number: bigint) => {
    const id = await arena.give(arena.plain, arena.people.alice)
    const order = saleOf(arena.people.alice, number, arena.plain, id, 3, fee)
    const sig = await signOrder(arena, exchange, order)
    const args = [order, sig, fee, NONE, 1n, zeroAddress]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + part), {
      ...saleLegs(arena, exchange, { part }),
      items: [[arena.plain, id, arena.people.bob]],
    })
  }
  return pairOf(arena, operation, 5n, measure)
}

/** A fill with such a number reads the epoch of its maker: a later fill in its bitmap word, and the first. */
async function aboveRow(arena: Arena, exchange: Address): Promise<Row> {
  const measure = async (number: bigint) => {
    const id = await arena.give(arena.plain, arena.people.alice)
    const order = saleOf(arena.people.alice, number, arena.plain, id, 3, 0n)
    const args = [order, await signOrder(arena, exchange, order), 0n, NONE, 1n, zeroAddress]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE), {
      ...saleLegs(arena, exchange, { part: 0n }),
      items: [[arena.plain, id, arena.people.bob]],
    })
  }
  const fresh = await measure(1_024n)
  return { operation: OPERATION.buyAbove, market: MARKET, used: await measure(1_025n), fresh }
}

/** As documented clients buy: the operator signs the buyer fee of the order; the clients sign orders by personal_sign, too. */
async function signedFeeRow(arena: Arena, exchange: Address, operation: string, form: 'typed' | 'personal' | 'marked'): Promise<Row> {
  const base = { typed: 30n, personal: 33n, marked: 36n }[form]
  const measure = async (number: bigint) => {
    const id = await arena.give(arena.royal, arena.people.alice)
    const order = saleOf(arena.people.alice, number, arena.royal, id, 3, 250n)
    const digest = await arena.read<Hex>(exchange, exchangeAbi, 'digest', [order])
    const signed = form === 'typed' ? digest : hashMessage(digest.slice(2))
    const own = await signHash(signed, getDemoAccount('Alice').privateKey)
    // v of 31 and 32 marks a personal_sign signature.
    const sig = form === 'marked' ? { ...own, v: own.v + 4 } : own
    const args = [order, sig, 250n, await signedFee(arena, exchange, order), 1n, zeroAddress]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + FEE), {
      ...saleLegs(arena, exchange, { royalty: ROYALTY }),
      items: [[arena.royal, id, arena.people.bob]],
    })
  }
  return pairOf(arena, operation, base, measure)
}

/** The operator's signature of the buyer fee. */
async function signedFee(arena: Arena, exchange: Address, order: Order) {
  const orderHash = await arena.read<Hex>(exchange, exchangeAbi, 'hashOrder', [order])
  return signHash(await arena.read<Hex>(exchange, exchangeAbi, 'buyerFeeDigest', [orderHash, 250n]), getDemoAccount('Eve').privateKey)
}

/** Anybody sends the fees that lie in the exchange to their collector. */
async function withdrawRow(arena: Arena, exchange: Address): Promise<Row> {
  const { bob, carol, eve } = arena.people
  const amount = await arena.testnet.publicClient.getBalance({ address: exchange })
  const act = () =>
    arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'withdraw', []), {
      seller: [eve, amount],
      creator: [carol, 0n],
      fees: [exchange, -amount],
      buyer: [bob, 0n],
      items: [],
    })
  return same(OPERATION.withdraw, await arena.undone(act))
}

/** Later fills, then the first one. */
async function editionRow(arena: Arena, exchange: Address): Promise<Row> {
  const id = await arena.giveEdition()
  const order = saleOf(arena.people.alice, 90n, arena.editions, id, 2, 250n, 10n)
  const sig = await signOrder(arena, exchange, order)
  const args = [order, sig, 250n, NONE, 1n, zeroAddress]
  const measure = () =>
    arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + FEE), {
      ...saleLegs(arena, exchange, {}),
      items: [[arena.editions, id, arena.people.bob]],
    })
  const fresh = await measure()
  return { operation: OPERATION.edition, market: MARKET, used: await measure(), fresh }
}

/** Alice bids, Bob accepts. */
async function acceptRow(arena: Arena, exchange: Address): Promise<Row> {
  const measure = async (number: bigint) => {
    const id = await arena.give(arena.royal, arena.people.bob)
    const salt = (250n << 160n) | number
    const bought = { token: arena.royal, tokenId: id, assetType: 3 }
    const paid = { token: arena.weth, tokenId: 0n, assetType: 1 }
    const key = { owner: arena.people.alice, salt, sellAsset: paid, buyAsset: bought }
    const order: Order = { key, selling: PRICE, buying: 1n, sellerFee: 250n }
    const args = [order, await signOrder(arena, exchange, order), 250n, NONE, PRICE, zeroAddress]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args), {
      seller: [arena.people.bob, PRICE - FEE - ROYALTY],
      creator: [arena.people.carol, ROYALTY],
      fees: [arena.people.eve, 2n * FEE],
      buyer: [arena.people.alice, -PRICE - FEE],
      token: arena.weth,
      items: [[arena.royal, id, arena.people.alice]],
    })
  }
  return pairOf(arena, OPERATION.accept, 40n, measure)
}

async function cancelRows(arena: Arena, exchange: Address): Promise<Row[]> {
  const { alice } = arena.people
  const areSpent = (first: bigint, count: number) => () =>
    Promise.all(
      Array.from({ length: count }, (_, index) => arena.read<boolean>(exchange, exchangeAbi, 'isSpent', [alice, first + BigInt(index)])),
    )
  const one = async (number: bigint) => {
    const { key } = saleOf(alice, number, arena.plain, 1n, 3, 250n)
    return arena.close(() => arena.send('Alice', exchange, exchangeAbi, 'cancel', [key]), areSpent(number, 1))
  }
  const fifty = (word: bigint) => {
    const args = [[word], [((1n << 50n) - 1n) << 100n]]
    return arena.close(() => arena.send('Alice', exchange, exchangeAbi, 'cancelMany', args), areSpent(word * 256n + 100n, 50))
  }
  const used = await fifty(0n)
  return [
    await pairOf(arena, OPERATION.cancel, 41n, one),
    { operation: OPERATION.cancelFifty, market: MARKET, used, fresh: await arena.undone(() => fifty(3n)) },
  ]
}

async function mintRows(arena: Arena): Promise<Row[]> {
  const collection = arena.testnet.contracts.official721
  const { bob } = arena.people
  const mint = async (tokenId: bigint, royaltyBps: bigint) => {
    const fees = royaltyBps === 0n ? [] : [{ recipient: bob, value: royaltyBps }]
    const { v, r, s } = await signHash(
      await arena.read<Hex>(collection, collection721Abi, 'mintDigest', [tokenId, bob]),
      arena.testnet.keys.miner,
    )
    const minted = { token: collection, id: tokenId, owner: bob, uri: CID, royaltyBps }
    return arena.mint(() => arena.send('Bob', collection, collection721Abi, 'mint', [tokenId, v, r, s, fees, CID]), minted)
  }
  // The first of a collection costs more.
  await mint(1n, 0n)
  return [same(OPERATION.mint, await mint(16n * SHEET, 0n)), same(OPERATION.mintRoyalty, await mint(17n * SHEET, 500n))]
}

async function mintAndBuyRows(arena: Arena, exchange: Address): Promise<Row[]> {
  const collection = arena.testnet.contracts.official721
  let tokenId = 32n * SHEET
  const measure = async (number: bigint, royaltyBps: bigint) => {
    tokenId += SHEET
    const order = saleOf(arena.people.alice, number, collection, tokenId, 5, 250n)
    const voucher = await voucherOf(arena, exchange, tokenId, arena.people.alice, royaltyBps)
    const call = [order, await signOrder(arena, exchange, order), 250n, NONE, 1n, zeroAddress, voucher]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', call, PRICE + FEE), {
      ...saleLegs(arena, exchange, {}),
      items: [[collection, tokenId, arena.people.bob]],
    })
  }
  return [
    await pairOf(arena, OPERATION.mintAndBuy, 80n, (number) => measure(number, 0n)),
    await pairOf(arena, OPERATION.mintAndBuyRoyalty, 81n, (number) => measure(number, 500n)),
  ]
}

async function collectionRow(arena: Arena): Promise<Row> {
  const miner: PrivateKeyAccount = arena.testnet.miner
  const args = ['Fifteen letters', 'FOUR', miner.address, 'ipfs:/', 'ipfs:/', numberToHex(1, { size: 32 })]
  const call = ['Alice', arena.testnet.contracts.collectionFactory, collectionFactoryAbi, 'create721', args] as const
  const gas = await arena.open(() => arena.send(...call), await arena.simulate<Address>(...call))
  return same(OPERATION.collection, gas)
}
