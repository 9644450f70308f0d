import { type Address, type AssetType, type BlindBox, boxCount } from '@plinth/protocol'
import type { Selectable } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, type Db, hexOf, type Tx } from '../../db/database.ts'
import type { BoxTables } from '../../db/schema/boxes.ts'

type Row = Selectable<BoxTables['blind_box']>
type PrizeRow = Selectable<BoxTables['blind_box_prize']>

export type StoredBox = Pick<
  Row,
  'id' | 'salt' | 'opening' | 'repeat' | 'buying' | 'boxes' | 'name' | 'image' | 'description' | 'property' | 'anim1' | 'anim2'
> &
  Pick<Row, 'requests' | 'opened' | 'waiting' | 'missed' | 'bond'> & {
    readonly chainId: number
    readonly contract: Address
    readonly hash: Hex
    readonly owner: Address
    readonly startTime: number
    readonly endTime: number
    readonly sellerFee: number
    readonly payType: AssetType
    readonly payToken: Address
    readonly payTokenId: bigint
    readonly digest: Hex
    readonly signature: Hex
    readonly isSealed: boolean
    readonly isRegistered: boolean
    readonly registerTx: Hex | undefined
    readonly registerBlock: number | undefined
    readonly chainEnd: number
    readonly isStopped: boolean
    readonly bondEach: bigint
    readonly createdAt: number
    readonly updatedAt: number
  }

export function readBox(row: Row): StoredBox {
  const { id, salt, opening, repeat, buying, boxes, name, image, description, property, anim1, anim2 } = row
  const { requests, opened, waiting, missed, bond } = row
  return {
    id,
    salt,
    opening,
    repeat,
    buying,
    boxes,
    name,
    image,
    description,
    property,
    anim1,
    anim2,
    requests,
    opened,
    waiting,
    missed,
    bond,
    chainId: row.chain_id,
    contract: addressOf(row.contract),
    hash: hexOf(row.box),
    owner: addressOf(row.owner),
    startTime: row.start_time,
    endTime: row.end_time,
    sellerFee: row.seller_fee,
    payType: row.pay_type as AssetType,
    payToken: addressOf(row.pay_token),
    payTokenId: row.pay_token_id,
    digest: hexOf(row.digest),
    signature: hexOf(row.signature),
    isSealed: row.is_sealed,
    isRegistered: row.is_registered,
    registerTx: row.register_tx ? hexOf(row.register_tx) : undefined,
    registerBlock: row.register_block ?? undefined,
    chainEnd: row.chain_end,
    isStopped: row.is_stopped,
    bondEach: row.bond_each,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export type StoredPrize = Pick<PrizeRow, 'id' | 'place' | 'amount' | 'remaining' | 'uri' | 'name' | 'description' | 'image'> &
  Pick<PrizeRow, 'animation' | 'metadata'> & {
    readonly boxId: number
    readonly collection: Address
    readonly tokenId: bigint
    readonly assetType: AssetType
  }

function readPrize(row: PrizeRow): StoredPrize {
  const { id, place, amount, remaining, uri, name, description, image, animation, metadata } = row
  return {
    id,
    place,
    amount,
    remaining,
    uri,
    name,
    description,
    image,
    animation,
    metadata,
    boxId: row.blind_box_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    assetType: row.asset_type as AssetType,
  }
}

/** The series as its owner registers it. */
export function signedBoxOf(box: StoredBox, prizes: readonly StoredPrize[]): BlindBox {
  return {
    owner: box.owner,
    salt: box.salt,
    sellAssets: prizes.map(({ collection: token, tokenId, assetType }) => ({ token, tokenId, assetType })),
    buyAsset: { token: box.payToken, tokenId: box.payTokenId, assetType: box.payType },
    opening: box.opening,
    repeat: box.repeat,
    startTime: box.startTime,
    endTime: box.endTime,
    buying: box.buying,
    assetAmounts: prizes.map((prize) => prize.amount),
    sellerFee: BigInt(box.sellerFee),
    uris: prizes.map((prize) => prize.uri),
  }
}

/** Of one box. */
export function unitPriceOf({ buying, boxes }: Pick<StoredBox, 'buying' | 'boxes'>): bigint {
  return buying / BigInt(boxes)
}

export async function findBox(db: Db, id: number): Promise<StoredBox | undefined> {
  const row = await db.selectFrom('blind_box').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readBox(row)
}

/** A box that the chain has registered; others are not shown. */
export async function findShownBox(db: Db, id: bigint): Promise<StoredBox | undefined> {
  const box = await findBox(db, Number(id))
  return box?.isRegistered ? box : undefined
}

export async function findShownBoxes(db: Db, ids: readonly bigint[]): Promise<StoredBox[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('blind_box').selectAll().where('is_registered', '=', true).where('id', 'in', ids.map(Number)).execute()
  return rows.map(readBox)
}

type Series = { readonly chainId: number; readonly contract: Address; readonly hash: Hex }

/** The market's series of this hash. */
export async function findBoxByHash(db: Db, { chainId, contract, hash }: Series): Promise<StoredBox | undefined> {
  const row = await db
    .selectFrom('blind_box')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('contract', '=', bytes(contract))
    .where('box', '=', bytes(hash))
    .executeTakeFirst()
  return row && readBox(row)
}

export async function findBoxesBySalt(db: Db, salt: bigint): Promise<StoredBox[]> {
  const rows = await db
    .selectFrom('blind_box')
    .selectAll()
    .where('salt', '=', salt)
    .where('is_registered', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(readBox)
}

export async function lockBox(tx: Tx, id: number): Promise<StoredBox> {
  return readBox(await tx.selectFrom('blind_box').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow())
}

/** Kinds of prizes by series, in the contract's order. */
export async function prizesOf(db: Db, boxIds: readonly number[]): Promise<Map<number, StoredPrize[]>> {
  const found = new Map<number, StoredPrize[]>(boxIds.map((id) => [id, []]))
  if (boxIds.length === 0) return found
  const rows = await db
    .selectFrom('blind_box_prize')
    .selectAll()
    .where('blind_box_id', 'in', [...boxIds])
    .orderBy('place')
    .execute()
  for (const row of rows) found.get(row.blind_box_id)?.push(readPrize(row))
  return found
}

export type BoxText = Pick<StoredBox, 'name' | 'image' | 'description' | 'property' | 'anim1' | 'anim2' | 'isSealed'>
export type PrizeText = Pick<StoredPrize, 'name' | 'description' | 'image' | 'animation' | 'metadata'>
export type NewBox = {
  readonly series: Series & { readonly digest: Hex; readonly signature: Hex }
  readonly box: BlindBox
  readonly text: BoxText
  readonly prizes: readonly PrizeText[]
  readonly now: number
}

export async function insertBox(tx: Tx, { series, box, text, prizes, now }: NewBox): Promise<number> {
  const { isSealed, ...words } = text
  const { id } = await tx
    .insertInto('blind_box')
    .values({
      chain_id: series.chainId,
      contract: bytes(series.contract),
      box: bytes(series.hash),
      owner: bytes(box.owner),
      salt: box.salt,
      opening: box.opening,
      repeat: box.repeat,
      start_time: box.startTime,
      end_time: box.endTime,
      buying: box.buying,
      boxes: boxCount(box),
      seller_fee: Number(box.sellerFee),
      pay_type: box.buyAsset.assetType,
      pay_token: bytes(box.buyAsset.token),
      pay_token_id: box.buyAsset.tokenId,
      digest: bytes(series.digest),
      signature: bytes(series.signature),
      ...words,
      is_sealed: isSealed,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = prizes.map((prize, place) => {
    const asset = box.sellAssets[place]
    const [amount, uri] = [box.assetAmounts[place], box.uris[place]]
    if (!asset || amount === undefined || uri === undefined) throw new Error('A kind has an asset, an amount and a uri')
    const { token, tokenId, assetType } = asset
    return {
      blind_box_id: id,
      place,
      collection: bytes(token),
      token_id: tokenId,
      asset_type: assetType,
      amount,
      remaining: amount,
      uri,
      ...prize,
    }
  })
  await tx.insertInto('blind_box_prize').values(rows).execute()
  return id
}
