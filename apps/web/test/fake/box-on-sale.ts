import type { BoxOrderRecord, BoxPrizeRecord, BoxRecord } from '@plinth/api'
import { ALICE, BOXES, CHAIN, COLLECTION } from '../addresses.ts'
import type { FakeMarket } from './fake-market.ts'
import { COIN, HASH, NOW, person } from './records.ts'

const PAY = {
  payTokenAddress: COIN.address,
  payTokenType: COIN.type,
  payTokenName: COIN.name,
  payTokenSymbol: COIN.symbol,
  payTokenTokenId: 0n,
  payTokenDecimals: COIN.decimals,
  payTokenMetadata: '',
} as const

const UNIT = 10n ** 16n
const BOXES_IN_ALL = 10

const SIGNED = {
  chainId: CHAIN,
  boxId: 5n,
  boxHash: HASH,
  contract: BOXES,
  owner: ALICE,
  salt: 77n,
  sellAssets: [{ token: COLLECTION, tokenId: 1n, assetType: 5 as const }],
  sellings: [BOXES_IN_ALL],
  uris: ['/ipfs/bafycard'],
  buyToken: COIN.address,
  buyTokenId: 0n,
  buyType: COIN.type,
  opening: 1,
  repeat: false,
  startTime: NOW - 3_600,
  endTime: NOW + 86_400,
  sellerFee: 250,
} as const

const PRIZE: BoxPrizeRecord = {
  id: 1n,
  boxId: 5n,
  prizeId: 1n,
  index: 0,
  collection: COLLECTION,
  tokenId: 1n,
  type: 5,
  isSealed: false,
  name: 'Card',
  amount: BOXES_IN_ALL,
  left: BOXES_IN_ALL,
  probability: '100',
  liveProbability: '100',
  image: 'ipfs://bafycard',
  animation: '',
  description: '',
  metadataUrl: 'ipfs://bafycard',
  metadata: JSON.stringify({ name: 'Card', description: '', image: 'ipfs://bafycard' }),
}

/** A series of ten boxes for 0.01 ETH each, open now. */
function aBoxOnSale(): BoxRecord {
  const order: BoxOrderRecord = {
    ...SIGNED,
    ...PAY,
    id: 9n,
    sellAssets: [...SIGNED.sellAssets],
    sellings: [...SIGNED.sellings],
    uris: [...SIGNED.uris],
    signature: '0x',
    digest: HASH,
    buying: '0.1',
    total: UNIT * 10n,
    amount: BOXES_IN_ALL,
    opened: 0,
    buyerFee: 250,
    nfts: [PRIZE],
  }
  return {
    ...PAY,
    id: 5n,
    chainId: CHAIN,
    boxHash: HASH,
    contract: BOXES,
    collection: COLLECTION,
    name: 'Postcards',
    image: 'ipfs://bafycard',
    description: 'Ten cards',
    property: '',
    price: '0.01',
    unitPrice: UNIT,
    amount: BOXES_IN_ALL,
    nftAmount: 1,
    isRepetition: false,
    startTime: SIGNED.startTime,
    endTime: SIGNED.endTime,
    payTokenId: COIN.id,
    anim1: '',
    anim2: '',
    isConfirmed: true,
    isSealed: false,
    opened: 0,
    waiting: 0,
    isStopped: false,
    missed: 0,
    requestsLeft: 10,
    bond: UNIT,
    bondEach: UNIT,
    registerTx: HASH,
    user: person(ALICE),
    order,
    createdAt: NOW - 7_200,
  }
}

/** The series is in the market, with no opening yet, and can be opened. */
export function sellBox(market: FakeMarket, box = aBoxOnSale()): BoxRecord {
  market
    .answer('blind.box.detail', ({ boxId }) => (boxId === box.id ? box : undefined))
    .answer('blind.box.nfts', () => ({ list: box.order.nfts }))
    .answer('blind.box.history', ({ page, limit }) => ({ list: [], total: 0, page, limit, pages: 0 }))
    .answer('blind.order.buyfee', () => {
      const { sellAssets, sellings, uris } = box.order
      const word = { v: '27', r: HASH, s: HASH, signature: '0x', feeEpoch: 0n } as const
      return {
        ...SIGNED,
        ...word,
        sellAssets,
        sellings,
        uris,
        buying: box.order.total,
        unitPrice: box.unitPrice,
        amount: box.amount,
        left: 10,
        buyerFee: 250,
      }
    })
  return box
}
