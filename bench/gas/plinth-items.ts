import { sequenceOf } from '@plinth/protocol'
import { collection721Abi, collection1155Abi, exchangeAbi, manyTransfersAbi } from '@plinth/protocol/abi'
import { type Abi, type Address, type Hex, zeroAddress } from 'viem'
import { type Arena, type Minted, PRICE, type Row } from './arena.ts'
import { OPERATION } from './operations.ts'
import { CID, MARKET, NONE, SHEET, saleOf, same, signOrder } from './plinth-market.ts'
import { signHash } from './signing.ts'

const DEADLINE = 2n ** 40n

/** Mints to Bob in the official collections. Each measurement starts a new sheet of ids (see SHEET). */
export async function measureMints(arena: Arena): Promise<Row[]> {
  const { official721, official1155 } = arena.testnet.contracts
  return [
    ...(await mintsOfMany(arena, { token: official721, abi: collection721Abi as Abi, first: 100n * SHEET, royaltyBps: 0n }, ERC721)),
    ...(await mintsOfMany(
      arena,
      { token: official721, abi: collection721Abi as Abi, first: 110n * SHEET, royaltyBps: 500n },
      ERC721_ROYALTY,
    )),
    await editionRow(arena, official1155, 0n),
    ...(await mintsOfMany(arena, { ...editionsAt(official1155), first: 120n * SHEET, royaltyBps: 0n }, EDITION)),
    await editionRow(arena, official1155, 500n),
    ...(await mintsOfMany(arena, { ...editionsAt(official1155), first: 130n * SHEET, royaltyBps: 500n }, EDITION_ROYALTY)),
  ]
}

type Names = { ten?: string; further: string }
const ERC721: Names = { ten: OPERATION.mintTen, further: OPERATION.mintFurther }
const ERC721_ROYALTY: Names = { ten: OPERATION.mintTenRoyalty, further: OPERATION.mintFurtherRoyalty }
const EDITION: Names = { further: OPERATION.mintEditionFurther }
const EDITION_ROYALTY: Names = { further: OPERATION.mintEditionFurtherRoyalty }

type Place = { token: Address; abi: Abi; units?: bigint; first: bigint; royaltyBps: bigint }

const editionsAt = (token: Address) => ({ token, abi: collection1155Abi as Abi, units: 10n })
const feesOf = ({ people }: Arena, bps: bigint) => (bps === 0n ? [] : [{ recipient: people.bob, value: bps }])

/** Ten items by one voucher, and a ninth of what they cost above one by such a voucher. */
async function mintsOfMany(arena: Arena, place: Place, { ten, further }: Names): Promise<Row[]> {
  const one = await mintMany(arena, place, 1)
  const all = await mintMany(arena, { ...place, first: place.first + SHEET }, 10)
  const each = same(further, Math.round((all - one) / 9))
  return ten === undefined ? [each] : [same(ten, all), each]
}

async function mintMany(arena: Arena, { token, abi, units, first, royaltyBps }: Place, count: number): Promise<number> {
  const { bob } = arena.people
  const ids = Array.from({ length: count }, (_, index) => first + BigInt(index))
  const items = ids.map((tokenId) => ({ tokenId, uri: CID, supply: units ?? 1n, fees: feesOf(arena, royaltyBps) }))
  const voucher = { items, deadline: DEADLINE }
  const sig = await signHash(await arena.read<Hex>(token, abi, 'mintManyDigest', [voucher, bob]), arena.testnet.keys.miner)
  const minted = ids.map((id): Minted => ({ token, id, owner: bob, uri: CID, royaltyBps, ...(units === undefined ? {} : { units }) }))
  return arena.mint(() => arena.send('Bob', token, abi, 'mintMany', [voucher, sig]), minted)
}

/** Ten units of one id by its own voucher. */
async function editionRow(arena: Arena, token: Address, royaltyBps: bigint): Promise<Row> {
  const { bob } = arena.people
  const abi = collection1155Abi as Abi
  const id = (50n + royaltyBps) * SHEET
  const { v, r, s } = await signHash(await arena.read<Hex>(token, abi, 'mintDigest', [id, bob]), arena.testnet.keys.miner)
  const minted = { token, id, owner: bob, uri: CID, royaltyBps, units: 10n }
  const act = () => arena.send('Bob', token, abi, 'mint', [id, v, r, s, feesOf(arena, royaltyBps), 10n, CID])
  return same(royaltyBps === 0n ? OPERATION.mintEdition : OPERATION.mintEditionRoyalty, await arena.mint(act, minted))
}

/** Alice transfers items to Bob. */
export async function measureTransfers(arena: Arena): Promise<Row[]> {
  const { alice, bob, carol, eve } = arena.people
  const { manyTransfers, transferProxy } = arena.testnet.contracts
  if (!manyTransfers) throw new Error('this edition sends one item at a time')
  await arena.allow(transferProxy)
  const measure = async (count: number) => {
    const transfers: { token: Address; tokenId: bigint; assetType: number; amount: bigint; to: Address }[] = []
    for (let index = 0; index < count; index++) {
      const tokenId = await arena.give(arena.plain, alice)
      transfers.push({ token: arena.plain, tokenId, assetType: 3, amount: 1n, to: bob })
    }
    const items = transfers.map(({ token, tokenId, to }) => [token, tokenId, to] as const)
    const legs = { seller: [alice, 0n], creator: [carol, 0n], fees: [eve, 0n], buyer: [bob, 0n], items } as const
    return arena.trade(() => arena.send('Alice', manyTransfers, manyTransfersAbi as Abi, 'transferMany', [transfers]), legs)
  }
  return [same(OPERATION.sendOne, await measure(1)), same(OPERATION.sendTen, await measure(10))]
}

/**
 * Alice cancels everything, last of all: the second time its four bitmap words are closed already. No earlier order can
 * be filled any more.
 */
export async function measureEnds(arena: Arena, exchange: Address): Promise<Row[]> {
  const withAuctions = arena.testnet.contracts.exchange
  return [await endRow(arena, exchange, OPERATION.endEverything), await endRow(arena, withAuctions, OPERATION.endWithAuctions)]
}

async function endRow(arena: Arena, exchange: Address, operation: string): Promise<Row> {
  const { alice } = arena.people
  const buyerFee = await arena.read<bigint>(exchange, exchangeAbi, 'buyerFee')
  const measure = async (counter: bigint) => {
    const epoch = await arena.read<bigint>(exchange, exchangeAbi, 'epochOf', [alice])
    const order = saleOf(alice, sequenceOf(epoch, counter), arena.plain, await arena.give(arena.plain, alice), 3, 250n)
    const args = [order, await signOrder(arena, exchange, order), buyerFee, NONE, 1n, zeroAddress]
    const value = PRICE + (PRICE * buyerFee) / 10_000n
    const isOver = async () => [await arena.isRefused('Bob', exchange, exchangeAbi, 'exchange', args, value)]
    return arena.close(() => arena.send('Alice', exchange, exchangeAbi, 'endEverything', []), isOver)
  }
  const fresh = await measure(900n)
  return { operation, market: MARKET, used: await measure(901n), fresh }
}
