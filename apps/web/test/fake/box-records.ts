import {
  AppError,
  type BoxFeeReply,
  type BoxHistoryRecord,
  type BoxOrderRecord,
  type BoxPrizeRecord,
  type BoxRecord,
  type OpenedItem,
} from '@plinth/api'
import { type Address, ASSET_TYPE, BOX_REQUEST_STATUS, payAmount } from '@plinth/protocol'
import { BOB, BOXES, CHAIN, COLLECTION } from '../addresses.ts'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { COIN, decimalText, HASH, NOW, person } from './records.ts'

const DAY = 86_400
const BOX_HASH = `0x${'b'.repeat(64)}` as const

/** One kind of prize: its name, its copies, and how many of them are not drawn yet. */
type Kind = { name: string; amount: number; left?: number; isSealed?: boolean }
const percentOf = (part: number, all: number): string => ((part / Math.max(1, all)) * 100).toFixed(2)

export type BoxOf = Partial<Omit<BoxRecord, 'order'>> & { kinds?: readonly Kind[]; order?: Partial<BoxOrderRecord> }

/** Bob's series on sale for coin: four boxes with one of two items each, 0.02 ETH a box, the fee not included. */
export function aBox(over: BoxOf = {}): BoxRecord {
  const {
    kinds = [
      { name: 'Heron', amount: 3 },
      { name: 'Comet', amount: 1 },
    ],
    order,
    ...rest
  } = over
  const prizes = kinds.map((kind, index) => aPrize(kind, index, kinds))
  const nftAmount = over.nftAmount ?? 1
  const amount = over.amount ?? kinds.reduce((sum, kind) => sum + kind.amount, 0) / nftAmount
  const unitPrice = over.unitPrice ?? 2n * 10n ** 16n
  const pay = {
    payTokenAddress: over.payTokenAddress ?? COIN.address,
    payTokenType: over.payTokenType ?? ASSET_TYPE.COIN,
    payTokenName: over.payTokenName ?? COIN.name,
    payTokenSymbol: over.payTokenSymbol ?? COIN.symbol,
    payTokenTokenId: over.payTokenTokenId ?? 0n,
    payTokenDecimals: over.payTokenDecimals ?? COIN.decimals,
    payTokenMetadata: '',
  }
  const id = over.id ?? 5n
  const named = { chainId: CHAIN, boxHash: BOX_HASH, contract: BOXES }
  const times = { startTime: over.startTime ?? NOW - DAY, endTime: over.endTime ?? NOW + DAY }
  return {
    id,
    ...named,
    collection: COLLECTION,
    name: 'Postcards',
    image: '/static/upload/cover.png',
    description: 'Postcards from the opening.',
    property: '',
    price: decimalText(unitPrice, pay.payTokenDecimals),
    unitPrice,
    amount,
    nftAmount,
    isRepetition: true,
    ...times,
    payTokenId: 1n,
    ...pay,
    anim1: '',
    anim2: '',
    isConfirmed: true,
    isSealed: prizes.some(({ isSealed }) => isSealed),
    opened: 0,
    waiting: 0,
    isStopped: false,
    missed: 0,
    requestsLeft: 5,
    bond: 10n ** 18n,
    bondEach: unitPrice,
    registerTx: HASH,
    user: person(BOB),
    order: {
      id: 1n,
      ...named,
      boxId: id,
      owner: BOB,
      salt: 9n,
      sellAssets: kinds.map((_, at) => ({ token: COLLECTION, tokenId: BigInt(at), assetType: ASSET_TYPE.MINTED })),
      sellings: kinds.map((kind) => kind.amount),
      uris: kinds.map((_, at) => `/bafykind${at}`),
      buyToken: pay.payTokenAddress,
      buyTokenId: pay.payTokenTokenId,
      buyType: pay.payTokenType,
      opening: nftAmount,
      repeat: over.isRepetition ?? true,
      ...times,
      sellerFee: 250,
      signature: '0x',
      digest: HASH,
      buying: decimalText(unitPrice * BigInt(amount), pay.payTokenDecimals),
      total: unitPrice * BigInt(amount),
      amount,
      opened: over.opened ?? 0,
      buyerFee: 250,
      ...pay,
      nfts: prizes,
      ...order,
    },
    createdAt: NOW - 2 * DAY,
    ...rest,
  }
}

function aPrize({ name, amount, left = amount, isSealed = false }: Kind, index: number, all: readonly Kind[]): BoxPrizeRecord {
  const sum = (of: (kind: Kind) => number) => all.reduce((total, kind) => total + of(kind), 0)
  return {
    id: BigInt(index + 1),
    boxId: 5n,
    prizeId: BigInt(index + 1),
    index,
    collection: COLLECTION,
    tokenId: BigInt(index),
    type: ASSET_TYPE.MINTED,
    isSealed,
    name: isSealed ? '' : name,
    amount,
    left,
    probability: percentOf(
      amount,
      sum((kind) => kind.amount),
    ),
    liveProbability: percentOf(
      left,
      sum((kind) => kind.left ?? kind.amount),
    ),
    image: isSealed ? '' : `/static/upload/${index}.png`,
    animation: '',
    description: '',
    metadataUrl: '',
    metadata: '',
  }
}

/** One request: drawn with these kinds, or, without any, waiting for its draw. */
export function anOpening(
  box: BoxRecord,
  buyer: Address,
  indexes: readonly number[] = [],
  over: Partial<BoxHistoryRecord> = {},
): BoxHistoryRecord {
  const amount = over.amount ?? BigInt(Math.max(1, indexes.length / box.nftAmount))
  const request = over.request ?? 0
  return {
    id: `${box.id}:${request}`,
    chainId: CHAIN,
    boxId: box.id,
    boxHash: box.boxHash,
    contract: box.contract,
    request,
    status: indexes.length > 0 ? BOX_REQUEST_STATUS.DRAWN : BOX_REQUEST_STATUS.WAITING,
    buyer,
    user: person(buyer),
    amount,
    price: box.price,
    paid: payAmount(box.unitPrice, amount, BigInt(box.order.buyerFee)),
    buyerFee: box.order.buyerFee,
    payTokenSymbol: box.payTokenSymbol,
    payTokenDecimals: box.payTokenDecimals,
    owner: box.order.owner,
    salt: box.order.salt,
    buyToken: box.order.buyToken,
    buyTokenId: box.order.buyTokenId,
    buyValue: box.order.total,
    openTx: HASH,
    openBlock: 10,
    revealTx: indexes.length > 0 ? HASH : '',
    refundTx: '',
    refundableAt: NOW + 1_800,
    indexes: [...indexes],
    nfts: indexes.map((index, at) => drawnOf(box, index, at)),
    createdAt: NOW - 60,
    closedAt: indexes.length > 0 ? NOW - 30 : 0,
    ...over,
  }
}

function drawnOf(box: BoxRecord, index: number, at: number): OpenedItem {
  const prize = box.order.nfts[index]
  return {
    index,
    chainId: box.chainId,
    collection: COLLECTION,
    tokenId: String(100 + at),
    type: ASSET_TYPE.MINTED,
    name: prize?.name ?? '',
    image: prize?.image ?? '',
    metadata: '',
    isKept: false,
  }
}

/** What `open` takes, by the operator's signature. */
function aFeeReply(box: BoxRecord): BoxFeeReply {
  const { owner, salt, sellAssets, sellings, uris, buyToken, buyTokenId, buyType, opening, repeat, sellerFee } = box.order
  return {
    v: '27',
    r: HASH,
    s: HASH,
    chainId: box.chainId,
    boxId: box.id,
    boxHash: box.boxHash,
    contract: box.contract,
    owner,
    salt,
    sellAssets,
    sellings,
    uris,
    buyToken,
    buyTokenId,
    buyType,
    opening,
    repeat,
    startTime: box.startTime,
    endTime: box.endTime,
    sellerFee,
    signature: '0x',
    buying: box.order.total,
    unitPrice: box.unitPrice,
    amount: box.amount,
    left: box.amount - box.opened,
    buyerFee: box.order.buyerFee,
    feeEpoch: 0n,
  }
}

/** A market with these series and the openings of each; both can be changed later. */
export function answerBoxes(market: MarketState, boxes: BoxRecord[], openings: BoxHistoryRecord[] = []): void {
  const found = (boxId: bigint) => boxes.find(({ id }) => id === boxId)
  market
    .answer('blind.box.list', (at) => pageOf(boxes, at))
    .answer('blind.box.detail', ({ boxId }) => found(boxId))
    .answer('blind.box.nfts', ({ boxId }) => ({ list: found(boxId)?.order.nfts ?? [] }))
    .answer('blind.box.history', ({ boxId, buyer, request, ...at }) => {
      const ofBox = openings.filter((one) => one.boxId === boxId && (buyer === undefined || one.buyer === buyer))
      return pageOf(
        ofBox.filter((one) => request === undefined || one.request === request),
        at,
      )
    })
    .answer('blind.box.proof', () => {
      throw new AppError('NOT_FOUND')
    })
    .answer('blind.order.buyfee', ({ boxId }) => aFeeReply(found(boxId ?? 0n) ?? aBox()))
}

export const boxPath = ({ id, chainId }: Pick<BoxRecord, 'id' | 'chainId'>): string => `/blindbox/detail/${id}?chain=${chainId}`
