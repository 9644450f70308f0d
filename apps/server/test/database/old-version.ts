import { ASSET_TYPE, HISTORY_TYPE, ORDER_STATUS, ORDER_TYPE, packSalt, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Db } from '../../src/db/database.ts'

/** Migrations of the very first version. */
export const FIRST_VERSION = ['20261120110000-accounts', '20261120113000-market'] as const

type Row = Readonly<Record<string, unknown>>
export type OldMarket = {
  readonly chainId: number
  readonly official: Hex
  readonly exchange: Hex
  readonly dollar: Hex
  readonly alice: Hex
  readonly bob: Hex
  /** Chain data that the first version had read. */
  readonly head: { readonly number: number; readonly hash: Hex; readonly parentHash: Hex; readonly at: number }
}

const bytea = (hex: Hex): string => `\\x${hex.slice(2)}`
const filled = (digits: string): string => `\\x${digits.repeat(32)}`
const AT = 1_763_600_000

/** Items 501 to 505: for sale; no longer for sale; hidden; announced but not minted; burnt. */
function itemsOf({ chainId, official, alice }: OldMarket): Row[] {
  const text = (name: string, light: string, ...more: object[]) =>
    JSON.stringify({ name, description: '', image: '', attributes: [{ trait_type: 'Light', value: light }, ...more] })
  const ofAllForms = [{ key: 'Edition', value: 7 }, { value: true }, { trait_type: 'Light', key: 'x', value: 'Dusk' }]
  const item = {
    chain_id: chainId,
    collection: bytea(official),
    standard: TOKEN_STANDARD.ERC721,
    supply: 1,
    creator: bytea(alice),
    category_id: 1,
    metadata_url: '',
    media_kind: 'image',
    width: 60,
    height: 40,
    declared_royalties: [500],
    is_declared: true,
    declared_at: AT,
    royalties: [500],
    is_confirmed: true,
    is_visible: true,
    mint_tx: filled('a1'),
    traded_at: 0,
    is_on_sale: false,
    floor: null,
    metadata_tries: 0,
    metadata_next_at: null,
    created_at: AT,
  }
  return [
    {
      ...item,
      token_id: 501,
      name: 'Harbour',
      metadata: text('Harbour', 'Dusk'),
      is_on_sale: true,
      floor: 5e17,
      metadata_url: 'ipfs://old1',
    },
    {
      ...item,
      token_id: 502,
      name: '港口',
      metadata: text('港口', 'Dusk', ...ofAllForms),
      traded_at: AT + 60,
      metadata_url: 'ipfs://old2',
    },
    { ...item, token_id: 503, name: 'Hidden', metadata: text('Hidden', 'Dusk'), is_visible: false, category_id: null },
    { ...item, token_id: 504, name: 'Announced', metadata: text('Announced', 'Noon'), is_confirmed: false, supply: 0, mint_tx: null },
    { ...item, token_id: 505, name: 'Burnt', metadata: text('Burnt', 'Noon'), supply: 0 },
  ]
}

/** Alice sold 502 to Bob and has 501 on sale, on which Bob bids; each row as the first version wrote it. */
function rowsOf(market: OldMarket): Readonly<Record<string, readonly Row[]>> {
  const { chainId, head } = market
  const [official, exchange, alice, bob] = [market.official, market.exchange, market.alice, market.bob].map(bytea)
  const chain = { chain_id: chainId }
  const item = (id: number) => ({ ...chain, collection: official, token_id: id })
  const salt = (sequence: bigint) => String(packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 250, sequence }))
  const order = {
    ...chain,
    exchange,
    asset_type: ASSET_TYPE.ERC721,
    quantity: 1,
    pay_token: bytea(ZERO_ADDRESS),
    total: 5e17,
    unit_value: 5e17,
    seller_fee: 250,
    digest: filled('d1'),
    signature: filled('51'),
    proof: 'typed',
    valid_from: 0,
    valid_until: 0,
    version: 1,
    has_left: false,
    listed_block: head.number,
    created_at: AT,
    updated_at: AT,
  }
  const open = { status: ORDER_STATUS.OPEN, filled_items: 0, is_fundable: true, is_live: true }
  const filledUp = { status: ORDER_STATUS.FILLED, filled_items: 1, is_fundable: false, is_live: false }
  const log = { block_hash: bytea(head.hash), block_number: head.number, tx_hash: filled('b2') }
  const nobody = bytea(ZERO_ADDRESS)
  const move = { ...log, quantity: 1, is_trade: false }
  const sold = { ...item(502), block_hash: bytea(head.hash), log_index: 1, tx_hash: filled('b2') }
  const account = { avatar: '', brief: '', banner_url: '', short_url: null, login_type: '1', created_at: AT, updated_at: AT }
  const collection = {
    ...chain,
    name: 'Plinth',
    symbol: 'PLN',
    standard: TOKEN_STANDARD.ERC721,
    cover: '',
    banner_url: '',
    description: '',
    owner: alice,
    signer: bob,
    storage_id: '',
    short_url: '',
    is_official: true,
    is_verified: true,
    is_confirmed: true,
    is_announced: true,
    created_at: AT,
    updated_at: AT,
  }
  const notice = { account: alice, chain_id: chainId, media: '', content: { tokenId: '502' }, created_at: AT }
  return {
    account: [
      { ...account, id: 1, address: alice, nickname: 'Alice' },
      { ...account, id: 2, address: bob, nickname: '波波' },
    ],
    session: [{ token_hash: filled('c1'), account_id: 2, created_at: AT, used_at: AT }],
    server_secret: [{ name: 'old', value: filled('c2') }],
    category: [
      { id: 1, parent_id: null, name: 'Paintings', position: 1 },
      { id: 2, parent_id: 1, name: 'Harbours', position: 1 },
    ],
    collection: [
      { ...collection, id: 1, address: official },
      { ...collection, id: 2, address: null, name: 'Announced', is_official: false, is_confirmed: false, is_verified: false },
    ],
    token_counter: [{ ...chain, collection: official, last: 600 }],
    token_allotment: [{ ...item(504), account: alice, created_at: AT }],
    item: itemsOf(market),
    holding: [
      { ...item(501), owner: alice, quantity: 1, received_at: AT },
      { ...item(502), owner: bob, quantity: 1, received_at: AT + 60 },
      { ...item(503), owner: alice, quantity: 1, received_at: AT },
    ],
    item_like: [
      { ...item(501), account: bob, created_at: AT },
      { ...item(502), account: bob, created_at: AT + 1 },
    ],
    like_counter: [{ ...chain, account: bob, likes: 2 }],
    market_order: [
      { ...order, ...open, ...item(501), id: 1, maker: alice, side: ORDER_TYPE.SALE, sequence: 1, salt: salt(1n) },
      { ...order, ...filledUp, ...item(502), id: 2, maker: alice, side: ORDER_TYPE.SALE, sequence: 2, salt: salt(2n) },
      {
        ...order,
        ...open,
        ...item(501),
        id: 3,
        maker: bob,
        side: ORDER_TYPE.BID,
        sequence: 1,
        salt: salt(1n),
        // Paid in a token: no contract can pull coin from the bidder later.
        pay_token: bytea(market.dollar),
        is_fundable: false,
        is_live: false,
      },
    ],
    order_version: [{ order_id: 1, version: 1, total: 6e17, digest: filled('d0'), signature: filled('50'), created_at: AT }],
    order_slot: [
      { ...item(501), maker: alice, side: ORDER_TYPE.SALE, order_id: 1 },
      { ...item(501), maker: bob, side: ORDER_TYPE.BID, order_id: 3 },
    ],
    salt_counter: [
      { ...chain, exchange, maker: alice, last: 2 },
      { ...chain, exchange, maker: bob, last: 1 },
    ],
    order_event: [
      {
        ...chain,
        ...log,
        exchange,
        log_index: 0,
        at: AT,
        kind: 'fill',
        maker: alice,
        sequence: 2,
        receiver: bob,
        ...item(502),
        items: 1,
        amount: 1,
      },
    ],
    item_transfer: [
      ...[501, 502, 503, 505].map((id) => ({ ...move, ...item(id), log_index: id, from_account: nobody, to_account: alice, at: AT })),
      { ...move, ...item(505), log_index: 605, from_account: alice, to_account: nobody, at: AT },
      { ...move, ...item(502), log_index: 1, from_account: alice, to_account: bob, at: AT + 60, is_trade: true },
    ],
    activity: [
      {
        ...sold,
        id: 1,
        log_index: 0,
        type: HISTORY_TYPE.BUY,
        from_account: alice,
        to_account: bob,
        order_id: 2,
        version: 1,
        created_at: AT,
        snapshot: { quantity: '3', total: '500000000000000000' },
      },
      {
        ...item(501),
        id: 2,
        type: HISTORY_TYPE.SALE,
        from_account: alice,
        to_account: null,
        order_id: 1,
        version: 1,
        snapshot: null,
        created_at: AT,
      },
    ],
    notice: [
      { ...notice, id: 1, source: 'old:1', type: 1, subtype: 4, operator: bob, is_read: true },
      { ...notice, id: 2, source: 'old:2', type: 1, subtype: 9, operator: bob, is_read: false },
    ],
    notice_counter: [{ account: alice, total: 2, unread: 1 }],
    chain_cursor: [{ ...chain, number: head.number, hash: bytea(head.hash), epoch: 3, stopped: null, updated_at: AT }],
    chain_block: [{ ...chain, hash: bytea(head.hash), number: head.number, parent_hash: bytea(head.parentHash), at: head.at }],
    chain_log: [{ ...chain, ...log, log_index: 0, address: exchange, event: 'Buy', subject: '', args: { salt: salt(2n) }, fault: null }],
  }
}

/** Fills a database that has only the first version's schema. */
export async function writeOldMarket(db: Db, market: OldMarket): Promise<void> {
  for (const [table, rows] of Object.entries(rowsOf(market)))
    for (const row of rows)
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        select ${sql.join(Object.keys(row).map((name) => sql.ref(name)))}
        from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(db)
  // Sequences for the next rows.
  for (const table of ['account', 'category', 'collection', 'market_order', 'activity', 'notice'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(db)
}

/** Every row of every table, in the columns that `of` has; or in all that there are. */
export async function readRows(db: Db, of?: ReadonlyMap<string, readonly Row[]>): Promise<Map<string, Row[]>> {
  const { rows: found } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'schema_%' order by 1`.execute(db)
  const tables = new Map<string, Row[]>()
  for (const { name } of of ? [...of.keys()].map((known) => ({ name: known })) : found) {
    // As text: numbers here are longer than JSON reads them.
    const { rows } = await sql<{ row: Row }>`
      select (select jsonb_object_agg(key, value::text) from jsonb_each(to_jsonb(t))) as row from ${sql.table(name)} t`.execute(db)
    const columns = of?.get(name)?.[0]
    const kept = rows.map(({ row }) => (columns ? Object.fromEntries(Object.keys(columns).map((column) => [column, row[column]])) : row))
    tables.set(
      name,
      kept.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    )
  }
  return tables
}
