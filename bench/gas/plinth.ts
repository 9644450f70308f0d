import { getDemoAccount, readArtifact } from '@plinth/devnet'
import { collection721Abi, collectionFactoryAbi, exchangeAbi } from '@plinth/protocol/abi'
import { type Address, encodeAbiParameters, getContractAddress, type Hex, hashMessage, numberToHex, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import { OPERATION } from './operations.ts'
import { signHash } from './signing.ts'

const NONE = { v: 0, r: numberToHex(0, { size: 32 }), s: numberToHex(0, { size: 32 }) }
const MARKET = 'Plinth'
const CID = '/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const COIN: { token: Address; tokenId: bigint; assetType: number } = { token: zeroAddress, tokenId: 0n, assetType: 0 }

type Order = ReturnType<typeof saleOf>

function saleOf(owner: Address, number: bigint, token: Address, tokenId: bigint, assetType: number, fee: bigint, quantity = 1n) {
  const key = { owner, salt: number, sellAsset: { token, tokenId, assetType }, buyAsset: COIN }
  return { key, selling: quantity, buying: PRICE * quantity, sellerFee: fee }
}

/** Our own rows; buyer and seller each pay the fee of 2.5 %, or nobody. */
export async function measurePlinth(arena: Arena): Promise<Row[]> {
  const rows: Row[] = []
  const free = await deployExchange(arena, 0n)
  const market = await deployExchange(arena, 250n)
  rows.push(await buyRow(arena, OPERATION.buy, free, 0n, arena.plain))
  rows.push(await buyRow(arena, OPERATION.buyFee, market, 250n, arena.plain))
  rows.push(await buyRow(arena, OPERATION.buyRoyalty, market, 250n, arena.royal))
  rows.push(
    await signedFeeRow(arena, market, OPERATION.buySigned, 'typed'),
    await signedFeeRow(arena, market, OPERATION.buyPersonal, 'personal'),
    await signedFeeRow(arena, market, OPERATION.buyMarked, 'marked'),
  )
  rows.push(await editionRow(arena, market))
  rows.push(await acceptRow(arena, market))
  rows.push(...(await cancelRows(arena, market)))
  rows.push(await sweepRow(arena, market))
  rows.push(...(await mintRows(arena)), ...(await mintAndBuyRows(arena, market)), await collectionRow(arena))
  return rows
}

async function deployExchange(arena: Arena, fee: bigint): Promise<Address> {
  const { eve } = arena.people
  const nonce = BigInt(await arena.testnet.publicClient.getTransactionCount({ address: eve }))
  const proxy = getContractAddress({ from: eve, nonce: nonce + 1n })
  const exchange = await arena.deploy(readArtifact('Exchange'), [eve, proxy, eve, [eve], fee, fee, arena.weth])
  await arena.deploy(readArtifact('TransferProxy'), [exchange, zeroAddress, zeroAddress, zeroAddress])
  await arena.allow(proxy)
  // Fees lie in the exchange already, as they do on any day but the first.
  await arena.testnet.setBalance(exchange, 1n)
  return exchange
}

async function signOrder(arena: Arena, exchange: Address, order: Order, who: 'Alice' | 'Bob' = 'Alice') {
  const digest = await arena.read<Hex>(exchange, exchangeAbi, 'digest', [order])
  return signHash(digest, getDemoAccount(who).privateKey)
}

/** The maker's word in use, then a fresh one. */
const NUMBERS = { used: 5n, fresh: 256n * 1_000n }

async function markUsed(arena: Arena, exchange: Address, number = 0n): Promise<void> {
  const args = [[number >> 8n], [1n << 255n]]
  await arena.send('Alice', exchange, exchangeAbi, 'cancelMany', args)
}

async function buyRow(arena: Arena, operation: string, exchange: Address, fee: bigint, token: Address): Promise<Row> {
  const royalty = token === arena.royal ? ROYALTY : 0n
  const part = fee === 0n ? 0n : FEE
  const base = token === arena.royal ? 20n : 0n
  await markUsed(arena, exchange)
  const measure = async (number: bigint) => {
    const id = await arena.give(token, arena.people.alice)
    const order = saleOf(arena.people.alice, number, token, id, 3, fee)
    const sig = await signOrder(arena, exchange, order)
    const args = [order, sig, fee, NONE, 1n, zeroAddress]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + part), {
      ...saleLegs(arena, exchange, { part, royalty }),
      items: [[token, id, arena.people.bob]],
    })
  }
  return { operation, market: MARKET, used: await measure(NUMBERS.used + base), fresh: await measure(NUMBERS.fresh + base * 256n) }
}

/** Bob pays Alice in coin, and each a part; fees lie in the exchange. */
function saleLegs({ people }: Arena, exchange: Address, { part = FEE, royalty = 0n, times = 1n }) {
  return {
    seller: [people.alice, times * (PRICE - part - royalty)],
    creator: [people.carol, times * royalty],
    fees: [exchange, times * 2n * part],
    buyer: [people.bob, -times * (PRICE + part)],
  } as const
}

/** As documented clients buy: the operator signs the buyer's fee for the order; they sign orders by personal_sign, too. */
async function signedFeeRow(arena: Arena, exchange: Address, operation: string, form: 'typed' | 'personal' | 'marked'): Promise<Row> {
  const base = { typed: 30n, personal: 33n, marked: 36n }[form]
  const measure = async (number: bigint) => {
    const id = await arena.give(arena.royal, arena.people.alice)
    const order = saleOf(arena.people.alice, number, arena.royal, id, 3, 250n)
    const digest = await arena.read<Hex>(exchange, exchangeAbi, 'digest', [order])
    const signed = form === 'typed' ? digest : hashMessage(digest.slice(2))
    const own = await signHash(signed, getDemoAccount('Alice').privateKey)
    // 31 and 32 say that the signature is personal_sign's.
    const sig = form === 'marked' ? { ...own, v: own.v + 4 } : own
    const orderHash = await arena.read<Hex>(exchange, exchangeAbi, 'hashOrder', [order])
    const word = await arena.read<Hex>(exchange, exchangeAbi, 'buyerFeeDigest', [orderHash, 250n])
    const args = [order, sig, 250n, await signHash(word, getDemoAccount('Eve').privateKey), 1n, zeroAddress]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + FEE), {
      ...saleLegs(arena, exchange, { royalty: ROYALTY }),
      items: [[arena.royal, id, arena.people.bob]],
    })
  }
  return { operation, market: MARKET, used: await measure(base), fresh: await measure(base * 256n * 500n) }
}

/** Later fills, then the first one of a fresh word. */
async function editionRow(arena: Arena, exchange: Address): Promise<Row> {
  const id = await arena.giveEdition()
  const order = saleOf(arena.people.alice, 256n * 3_000n, arena.editions, id, 2, 250n, 10n)
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
      inToken: true,
      items: [[arena.royal, id, arena.people.alice]],
    })
  }
  return { operation: OPERATION.accept, market: MARKET, used: await measure(40n), fresh: await measure(256n * 4_000n) }
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
  return [
    { operation: OPERATION.cancel, market: MARKET, used: await one(41n), fresh: await one(256n * 5_000n) },
    { operation: OPERATION.cancelFifty, market: MARKET, used: await fifty(0n), fresh: await fifty(6_000n) },
  ]
}

async function sweepRow(arena: Arena, exchange: Address): Promise<Row> {
  const measure = async (first: bigint) => {
    const fills = []
    for (let index = 0n; index < 10n; index++) {
      const order = saleOf(arena.people.alice, first + index, arena.royal, await arena.give(arena.royal, arena.people.alice), 3, 250n)
      fills.push({ order, sig: await signOrder(arena, exchange, order), buyerFee: 250n, buyerFeeSig: NONE, amount: 1n })
    }
    const args = [fills, zeroAddress, 10n]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'sweep', args, 10n * (PRICE + FEE)), {
      ...saleLegs(arena, exchange, { royalty: ROYALTY, times: 10n }),
      items: fills.map(({ order }) => [arena.royal, order.key.sellAsset.tokenId, arena.people.bob] as const),
    })
  }
  return { operation: OPERATION.sweep, market: MARKET, used: await measure(50n), fresh: await measure(256n * 7_000n) }
}

async function mintRows(arena: Arena): Promise<Row[]> {
  const collection = arena.testnet.contracts.official721
  let tokenId = 1_000n
  const measure = async (fees: readonly { recipient: Address; value: bigint }[]) => {
    tokenId += 1n
    const digest = await arena.read<Hex>(collection, collection721Abi, 'mintDigest', [tokenId, arena.people.bob])
    const { v, r, s } = await signHash(digest, arena.testnet.keys.miner)
    const minted = { token: collection, id: tokenId, owner: arena.people.bob, uri: CID, royaltyBps: fees[0]?.value ?? 0n }
    return arena.mint(() => arena.send('Bob', collection, collection721Abi, 'mint', [tokenId, v, r, s, fees, CID]), minted)
  }
  await measure([])
  const plain = await measure([])
  const royal = await measure([{ recipient: arena.people.bob, value: 500n }])
  return [
    { operation: OPERATION.mint, market: MARKET, used: plain, fresh: plain },
    { operation: OPERATION.mintRoyalty, market: MARKET, used: royal, fresh: royal },
  ]
}

async function mintAndBuyRows(arena: Arena, exchange: Address): Promise<Row[]> {
  const collection = arena.testnet.contracts.official721
  let tokenId = 2_000n
  const measure = async (number: bigint, royaltyBps: bigint) => {
    tokenId += 1n
    const order = saleOf(arena.people.alice, number, collection, tokenId, 5, 250n)
    const fees = royaltyBps === 0n ? [] : [{ recipient: arena.people.alice, value: royaltyBps }]
    const terms = { fees, uri: CID, supply: 1n, deadline: 2n ** 40n, sig: NONE }
    const args = [exchange, tokenId, arena.people.alice, terms]
    const digest = await arena.read<Hex>(collection, collection721Abi, 'settlementMintDigest', args)
    const sig = await signHash(digest, arena.testnet.keys.miner)
    const voucher = encodeAbiParameters(VOUCHER, [fees, CID, 1n, terms.deadline, sig])
    const call = [order, await signOrder(arena, exchange, order), 250n, NONE, 1n, zeroAddress, voucher]
    return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', call, PRICE + FEE), {
      ...saleLegs(arena, exchange, {}),
      items: [[collection, tokenId, arena.people.bob]],
    })
  }
  const rowOf = async (operation: string, bps: bigint, base: bigint) =>
    ({ operation, market: MARKET, used: await measure(base, bps), fresh: await measure(256n * 8_000n * base, bps) }) satisfies Row
  return [await rowOf(OPERATION.mintAndBuy, 0n, 80n), await rowOf(OPERATION.mintAndBuyRoyalty, 500n, 81n)]
}

async function collectionRow(arena: Arena): Promise<Row> {
  const miner: PrivateKeyAccount = arena.testnet.miner
  const args = ['Fifteen letters', 'FOUR', miner.address, 'ipfs:/', 'ipfs:/', numberToHex(1, { size: 32 })]
  const call = ['Alice', arena.testnet.contracts.collectionFactory, collectionFactoryAbi, 'create721', args] as const
  const gas = await arena.open(() => arena.send(...call), await arena.simulate<Address>(...call))
  return { operation: OPERATION.collection, market: MARKET, used: gas, fresh: gas }
}

const VOUCHER = [
  {
    type: 'tuple[]',
    components: [
      { name: 'recipient', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  { type: 'string' },
  { type: 'uint256' },
  { type: 'uint256' },
  {
    type: 'tuple',
    components: [
      { name: 'v', type: 'uint8' },
      { name: 'r', type: 'bytes32' },
      { name: 's', type: 'bytes32' },
    ],
  },
] as const
