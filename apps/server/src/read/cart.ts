import type { CartAnswer, CartItem, CartLine, CartReason, CartSale } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE, orderValidity, unpackSalt } from '@plinth/protocol'
import { sql } from 'kysely'
import type { SharedContext } from '../context.ts'
import { byteas, givenFew, int8s, numerics } from '../db/columns.ts'
import { addressOf, bytes } from '../db/database.ts'
import { isOfKey, type KeyColumns } from '../db/item-keys.ts'
import { isThere } from '../state/items/store.ts'
import { PRIVATE_SIDE } from '../state/orders/private.ts'
import { payTokenOf, payTokensOf, presentFees } from './orders.ts'

type Bytes = Uint8Array

/** A line with the order that it names, and the one that its seller has open now. */
type Row = {
  readonly place: number
  readonly is_paused: boolean
  readonly named_id: number | null
  readonly named_status: number | null
  readonly open_id: number | null
  readonly salt: bigint
  readonly taker: Bytes | null
  readonly pay_token: Bytes
  readonly unit_price: bigint
  readonly units_left: bigint
  readonly asset_type: number
  readonly seller_fee: number
  readonly valid_from: number
  readonly valid_until: number
  readonly is_fundable: boolean
  readonly has_left: boolean
  readonly has_risen: boolean
  readonly name: string | null
  readonly image: string
  readonly media_kind: CartItem['mediaKind']
  readonly standard: number
  readonly supply: bigint
  readonly royalties: number[]
  readonly is_minted: boolean
  readonly is_trade_locked: boolean
  readonly collection_name: string | null
  readonly is_verified: boolean | null
}

const LINE: KeyColumns = { chainId: 'given.line_chain', collection: 'given.collection', tokenId: 'given.token_id' }

/** What each line costs now, or why it can't be bought; by the index, in one statement. */
export async function checkLines(context: SharedContext, lines: readonly CartLine[]): Promise<CartAnswer[]> {
  const viewer = context.caller?.address
  const [rows, present, paused] = await Promise.all([readRows(context, lines), presenterOf(context, lines), pausedAmong(context, lines)])
  return lines.map((line, place) => {
    const row = rows.get(place)
    if (!row) return { line, reason: 'unknown' }
    const at = { now: context.chains.get(line.chainId).now(), isPaused: row.is_paused || paused.has(line.chainId) }
    const reason = viewer === line.seller ? 'own' : reasonOf(line, row, at)
    const isShown = reason === undefined || reason === 'repriced' || reason === 'few'
    return {
      line,
      ...(row.name !== null && { item: itemOf(row) }),
      ...(isShown && { sale: present(line, row) }),
      ...(reason && { reason }),
    }
  })
}

/** Chains whose exchange is paused, as far as is known. */
async function pausedAmong({ chains }: SharedContext, lines: readonly CartLine[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(lines.map(({ chainId }) => chainId))]
  const each = ids.map(async (id) => {
    const chain = chains.find(id)
    const fees = await chain?.shownFees()
    return chain && fees && fees.pausedUntil > chain.now() ? [id] : []
  })
  return new Set((await Promise.all(each)).flat())
}

/** By place of the line; a line of an unknown network is absent. */
async function readRows({ db, chains, caller }: SharedContext, lines: readonly CartLine[]): Promise<Map<number, Row>> {
  const known = lines.flatMap((line, place) => {
    const chain = chains.find(line.chainId)
    return chain ? [{ ...line, place, exchange: chain.config.contracts.exchange }] : []
  })
  if (known.length === 0) return new Map()
  const given = givenFew({
    place: int8s(known.map(({ place }) => place)),
    line_chain: int8s(known.map(({ chainId }) => chainId)),
    exchange: byteas(known.map(({ exchange }) => exchange)),
    collection: byteas(known.map(({ collection }) => collection)),
    token_id: numerics(known.map(({ tokenId }) => tokenId)),
    seller: byteas(known.map(({ seller }) => seller)),
    salt: numerics(known.map(({ salt }) => salt)),
    number: numerics(known.map(({ salt }) => unpackSalt(salt).sequence)),
  })
  const viewer = caller ? bytes(caller.address) : null
  // To every other account a private sale is none.
  const isForViewer = (table: string) => {
    const [side, taker] = [sql.ref(`${table}.side`), sql.ref(`${table}.taker`)]
    return sql`(${side} = ${sql.lit(ORDER_TYPE.SALE)} or ${side} = ${sql.lit(PRIVATE_SIDE)} and ${taker} = ${viewer}::bytea)`
  }
  const { rows } = await sql<Row>`
    select given.place, named.id as named_id, named.status as named_status, o.id as open_id, o.salt, o.taker, o.pay_token,
      div(o.total, greatest(o.quantity, 1)) as unit_price, o.quantity - o.filled_items as units_left, o.asset_type, o.seller_fee,
      o.valid_from, o.valid_until, o.is_fundable, o.has_left, not o.is_proven and o.proof in ('typed', 'text') as has_risen,
      exists (select from paused_chain z where z.chain_id = given.line_chain) as is_paused,
      item.name, item.image, item.media_kind, item.standard, item.royalties, item.is_confirmed as is_minted, item.is_trade_locked,
      case when item.is_confirmed then item.supply else item.declared_supply end as supply,
      made.name as collection_name, made.is_verified
    from ${given}
    left join market_order named on named.chain_id = given.line_chain and named.exchange = given.exchange and named.maker = given.seller
      and named.sequence = given.number and named.salt = given.salt and named.collection = given.collection
      and named.token_id = given.token_id and ${isForViewer('named')}
    left join order_slot slot on ${isOfKey('slot', LINE)} and slot.maker = given.seller and slot.side = ${sql.lit(ORDER_TYPE.SALE)}
    left join market_order o on o.id = slot.order_id and o.exchange = given.exchange and o.status = ${sql.lit(ORDER_STATUS.OPEN)}
      and ${isForViewer('o')}
    left join item on ${isOfKey('item', LINE)} and item.is_visible and ${isThere}
    left join collection made on made.chain_id = given.line_chain and made.address = given.collection`.execute(db)
  return new Map(rows.map((row) => [row.place, row]))
}

/** The reason why the line can't be bought as it stands; undefined if it can. */
function reasonOf(
  line: CartLine,
  row: Row,
  { now, isPaused }: { readonly now: number; readonly isPaused: boolean },
): CartReason | undefined {
  const isOver = row.named_status !== null && row.named_status !== ORDER_STATUS.OPEN
  const over = row.named_status === ORDER_STATUS.FILLED ? 'sold' : 'cancelled'
  if (row.open_id === null) return isOver ? over : 'unknown'
  if (row.name === null || row.is_trade_locked) return 'stopped'
  if (isPaused) return 'paused'
  const rest = restingOf(row, now)
  if (row.named_id !== row.open_id) return rest === undefined ? 'repriced' : isOver ? over : 'unknown'
  if (rest !== undefined) return rest
  return line.quantity === 0n || line.quantity > row.units_left ? 'few' : undefined
}

/** Why the open sale can't be filled now. */
function restingOf(row: Row, now: number): CartReason | undefined {
  const validity = orderValidity({ validFrom: row.valid_from, validUntil: row.valid_until }, now)
  if (validity !== 'valid') return validity
  if (row.has_risen) return 'royaltyRose'
  return row.is_fundable && !row.has_left ? undefined : 'unfundable'
}

function itemOf(row: Row): CartItem {
  return {
    name: row.name ?? '',
    image: row.image,
    mediaKind: row.media_kind,
    standard: row.standard,
    supply: row.supply,
    collectionName: row.collection_name ?? '',
    isVerified: row.is_verified ?? false,
  }
}

/** Pay tokens and fees come from memory: no statement. */
async function presenterOf(context: SharedContext, lines: readonly CartLine[]): Promise<(line: CartLine, row: Row) => CartSale> {
  const chainIds = lines.map(({ chainId }) => chainId).filter((id) => context.chains.find(id))
  const [tokens, feeOf] = await Promise.all([payTokensOf(context, chainIds), presentFees(context)])
  return ({ chainId, collection, seller: maker }, row) => {
    const payToken: Address = addressOf(row.pay_token)
    const { symbol, decimals } = payTokenOf(tokens, chainId, payToken)
    return {
      salt: row.salt,
      payToken,
      symbol,
      decimals,
      unitPrice: row.unit_price,
      buyerFee: feeOf({ chainId, side: ORDER_TYPE.SALE, salt: row.salt, collection, maker }),
      royalty: row.royalties.reduce((sum, bps) => sum + bps, 0),
      sellerFee: row.seller_fee,
      left: row.units_left,
      validUntil: row.valid_until,
      isMinted: !row.is_minted,
      isPrivate: row.taker !== null,
    }
  }
}
