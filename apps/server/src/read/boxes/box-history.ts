import { AppError, type BoxHistoryRecord, type BoxProofRecord, type OpenedItem, type Page } from '@plinth/api'
import { ASSET_TYPE, BOX_REQUEST_STATUS, drawSeed, feeOf, formatUnits } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import type { PageOf } from '../../db/paging.ts'
import { listBoxPayTokens } from '../../modules/boxes/service.ts'
import { peopleOf, personOf } from '../../modules/users/service.ts'
import {
  type BoxRequest,
  beforeDraw,
  type Delivered,
  deliveredIn,
  keptIn,
  listRequests,
  REVEAL_TIME_S,
  type RequestFilter,
} from '../../state/boxes/requests.ts'
import { signedFields } from '../../state/boxes/signed-fields.ts'
import { prizesOf, type StoredBox, type StoredPrize, unitPriceOf } from '../../state/boxes/store.ts'
import { boxPayTokenOf } from './boxes.ts'

type Reads = Pick<Context, 'db' | 'chains'>

/** Minted items of a kind have numbers from here on, by kind (IPrizeCollection). */
const ITEMS_PER_KIND = 1_000_000n

export async function presentHistory(context: Reads, box: StoredBox, filter: RequestFilter, page: PageOf): Promise<Page<BoxHistoryRecord>> {
  const { db } = context
  const { requests, counts } = await listRequests(db, box, filter, page)
  const [people, tokens, kinds] = await Promise.all([
    peopleOf(
      db,
      requests.map((request) => request.buyer),
    ),
    listBoxPayTokens(context, [box.chainId], { withUnlisted: true }),
    prizesOf(db, [box.id]),
  ])
  const prizes = kinds.get(box.id) ?? []
  const payToken = boxPayTokenOf(tokens, box)
  const { chainId, boxId, boxHash, contract, owner, salt, buyToken, buyTokenId } = signedFields(box, prizes)
  const list = requests.map(async (request): Promise<BoxHistoryRecord> => {
    const price = unitPriceOf(box) * BigInt(request.boxes)
    return {
      chainId,
      boxId,
      boxHash,
      contract,
      owner,
      salt,
      buyToken,
      buyTokenId,
      id: request.id,
      request: request.request,
      status: request.status,
      buyer: request.buyer,
      user: personOf(people, request.buyer),
      amount: BigInt(request.boxes),
      price: formatUnits(unitPriceOf(box), payToken.decimals),
      paid: price + feeOf(price, BigInt(request.fee)),
      buyerFee: request.fee,
      payTokenSymbol: payToken.symbol,
      payTokenDecimals: payToken.decimals,
      buyValue: box.buying,
      openTx: request.openTx,
      openBlock: request.openBlock,
      revealTx: request.revealTx ?? '',
      refundTx: request.refundTx ?? '',
      refundableAt: request.at + REVEAL_TIME_S,
      indexes: [...request.kinds],
      nfts: await openedItems({ db }, box, prizes, request),
      createdAt: request.at,
      closedAt: request.closedAt,
    }
  })
  return { list: await Promise.all(list), ...counts }
}

/** The drawn kinds, in the order of the draw, each with its item. */
async function openedItems(
  { db }: Pick<Context, 'db'>,
  box: StoredBox,
  prizes: readonly StoredPrize[],
  { revealTx, buyer, kinds }: BoxRequest,
): Promise<OpenedItem[]> {
  if (!revealTx) return []
  const [given, kept] = await Promise.all([deliveredIn(db, box, revealTx, buyer), keptIn(db, box, revealTx)])
  const left = [...given]
  return kinds.flatMap((place) => {
    const prize = prizes[place]
    if (!prize) return []
    const tokenId = prize.assetType === ASSET_TYPE.MINTED ? takeMinted(left, prize) : prize.tokenId
    const isKept = isMissing(kept, place, kinds, tokenId)
    const { collection, name, image, metadata, assetType: type } = prize
    return [{ index: place, chainId: box.chainId, collection, tokenId: tokenId?.toString() ?? '', type, name, image, metadata, isKept }]
  })
}

/** The contract mints in the order of the draw, so the first remaining one belongs to this kind. */
function takeMinted(left: Delivered[], { collection, tokenId: kind }: StoredPrize): bigint | undefined {
  const at = left.findIndex((item) => item.collection === collection && item.tokenId / ITEMS_PER_KIND === kind)
  return at < 0 ? undefined : left.splice(at, 1)[0]?.tokenId
}

/** Of equal prizes some of which were refused, minted ones are identified; of held ones the last count as refused. */
function isMissing(kept: Map<number, number>, place: number, kinds: readonly number[], tokenId: bigint | undefined): boolean {
  const missing = kept.get(place) ?? 0
  if (missing === 0) return false
  if (tokenId !== undefined && kinds.filter((kind) => kind === place).length > missing) return false
  kept.set(place, missing - 1)
  return true
}

/** @throws AppError NOT_FOUND, BOX_WAITING, BOX_REVEAL_MISSED */
export async function presentProof({ db }: Reads, box: StoredBox, number: number): Promise<BoxProofRecord> {
  const { requests } = await listRequests(db, box, { request: number }, { page: 1, limit: 1 })
  const [request] = requests
  if (!request) throw new AppError('NOT_FOUND')
  if (request.status === BOX_REQUEST_STATUS.WAITING) throw new AppError('BOX_WAITING')
  if (request.status === BOX_REQUEST_STATUS.REFUNDED) throw new AppError('BOX_REVEAL_MISSED')
  const before = await beforeDraw(db, box, number)
  const { word, decidedBy: blockHash, openBlock, revealTx } = request
  if (!before || !word || !blockHash || !revealTx) throw new AppError('NOT_FOUND')
  const { chainId, boxId, boxHash, contract, opening, repeat } = signedFields(box, [])
  return {
    chainId,
    boxId,
    boxHash,
    contract,
    opening,
    repeat,
    word,
    blockHash,
    openBlock,
    revealTx,
    ...before,
    request: number,
    buyer: request.buyer,
    boxes: request.boxes,
    decidingBlock: openBlock + 1,
    seed: drawSeed({ word, blockHash, box: box.hash, request: number }),
    indexes: [...request.kinds],
    openTx: request.openTx,
    registerBlock: box.registerBlock ?? 0,
  }
}
