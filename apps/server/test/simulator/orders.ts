import { ASSET_TYPE, ORDER_STATUS, ORDER_TYPE, packSalt, sequenceOf, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytes, type Db } from '../../src/db/database.ts'
import { CONTRACTS, DOLLAR, type Ledger, OFFICIAL, PEOPLE, type SimCollection, type SimOrder } from './ledger.ts'
import type { Random } from './random.ts'

export const KEYS = { miner: `0x${'03'.repeat(32)}`, feeSigner: `0x${'02'.repeat(32)}` } as const
export const MINTER = toAddress(privateKeyToAccount(KEYS.miner).address)

type Shape = Pick<SimOrder, 'maker' | 'sequence' | 'isSale' | 'collection' | 'tokenId' | 'quantity'>

export const saltPartsOf = (isSale: boolean) => ({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: isSale ? 0 : 250 })

export function orderOf(shape: Shape, listed = { listedBlock: 0, listedAt: 0 }): SimOrder {
  const { maker, sequence, isSale, quantity } = shape
  const salt = packSalt({ ...saltPartsOf(isSale), sequence })
  const payToken = isSale ? ZERO_ADDRESS : DOLLAR
  return { ...shape, ...listed, salt, payToken, key: `${maker}:${sequence}`, total: quantity * 100n }
}

/** What is left of its quantity; zero once it is filled, cancelled or ended. */
export function leftOf(ledger: Ledger, { key, maker, sequence, quantity }: SimOrder): bigint {
  const left = quantity - ledger.filled(key)
  return left <= 0n || ledger.isEnded(maker, sequence) ? 0n : left
}

/**
 * Signed orders of the market's accounts: sales and bids for the first tokens of the official collections, one by each
 * of them.
 */
export const ORDERS: readonly SimOrder[] = PEOPLE.flatMap((maker, person) =>
  [1n, 2n, 3n].flatMap((tokenId) => {
    const collection: SimCollection = person % 2 === 0 ? OFFICIAL.erc721 : OFFICIAL.erc1155
    const quantity = collection.standard === TOKEN_STANDARD.ERC721 ? 1n : 4n
    const common = { maker, collection, tokenId, quantity }
    return [orderOf({ ...common, sequence: tokenId, isSale: true }), orderOf({ ...common, sequence: 10n + tokenId, isSale: false })]
  }),
)

/** A trade over the same exchange of an order unknown to this market. */
export function strangeOrder(ledger: Ledger, random: Random): SimOrder | undefined {
  const held = ledger.holdings()
  if (held.length === 0) return undefined
  const { collection, tokenId, owner, quantity } = random.pick(held)
  const isSale = random.chance(0.5)
  const maker = isSale ? owner : random.pick(PEOPLE)
  return orderOf({
    maker,
    sequence: sequenceOf(ledger.epoch(maker), BigInt(random.between(1_000, 9_999))),
    isSale,
    collection,
    tokenId,
    quantity,
  })
}

/** Their rows, as order.prepare and order.add leave them. */
export async function writeOrders(db: Db, chainId: number, createdAt: number): Promise<void> {
  const makers = [...new Set(ORDERS.map(({ maker }) => maker))]
  const counter = { chain_id: chainId, exchange: bytes(CONTRACTS.exchange), last: 20n }
  await db
    .insertInto('salt_counter')
    .values(makers.map((maker) => ({ ...counter, maker: bytes(maker) })))
    .execute()
  await insertOrders(
    db,
    chainId,
    ORDERS.map((order) => ({ ...order, listedAt: createdAt })),
  )
}

/** Rows as order.add inserts them, before it computes their state. */
export async function insertOrders(db: Db, chainId: number, orders: readonly SimOrder[]): Promise<void> {
  if (orders.length === 0) return
  await db
    .insertInto('market_order')
    .values(
      orders.map((order) => ({
        chain_id: chainId,
        exchange: bytes(CONTRACTS.exchange),
        maker: bytes(order.maker),
        sequence: order.sequence,
        side: order.isSale ? ORDER_TYPE.SALE : ORDER_TYPE.BID,
        collection: bytes(order.collection.address),
        token_id: order.tokenId,
        asset_type: order.collection.standard === TOKEN_STANDARD.ERC721 ? ASSET_TYPE.ERC721 : ASSET_TYPE.ERC1155,
        quantity: order.quantity,
        pay_token: bytes(order.payToken),
        total: order.total,
        unit_value: 100n,
        seller_fee: 250,
        salt: order.salt,
        digest: bytes(zeroHash),
        signature: bytes(zeroHash),
        proof: 'typed' as const,
        valid_from: 0,
        valid_until: 0,
        version: 1,
        status: ORDER_STATUS.OPEN,
        filled_items: 0n,
        is_fundable: false,
        has_left: false,
        is_live: false,
        listed_block: order.listedBlock,
        created_at: order.listedAt,
        updated_at: order.listedAt,
      })),
    )
    .execute()
}
