import { NOTICE_SUBTYPE, NOTICE_TYPE } from '@plinth/protocol'
import { z } from 'zod'
import { CollectionBrief } from './collections.ts'
import { Person } from './people.ts'
import { record } from './record.ts'
import { address, big, codeOf, count, flag, int, seconds } from './wire.ts'

const NoticeItem = record({
  address: ['address', z.string()],
  tokenId: ['tokenId', big],
  standard: ['type', count],
  metadataUrl: ['metadataUrl', z.string()],
  metadata: ['metadataContent', z.string()],
})

/** The follower, or the followed account: clients draw the picture of `owner` (wire 2.4). */
const NoticeUser = record({
  address: [['address', 'owner'], address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
})

/** A kind of prize that was drawn. */
const NoticePrize = record({
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  /** how often it was drawn */
  count: ['amount', count],
})

/** A series of blind boxes, by its name at that time. */
const NoticeBox = record({
  id: ['id', big],
  name: ['name', z.string()],
  image: ['imgUrl', z.string()],
  /** A prize or payment of the reader that could not be delivered and waits in the contract. */
  isKept: ['isKept', flag.optional()],
  /** What was in the boxes that are open, in the order of the draw. */
  prizes: ['nfts', z.array(NoticePrize).optional()],
})

/**
 * The subject of a notice; always an object (wire 2.4). Price and quantity are those from when it was written; name and picture of an
 * item are today's.
 */
export const NoticeContent = record({
  /** Absent where the subject is an account: following is on no chain. */
  chainId: ['chainId', int.optional()],
  item: ['nft', NoticeItem.optional()],
  collection: ['contract', CollectionBrief.optional()],
  user: ['user', NoticeUser.optional()],
  box: ['blindBox', NoticeBox.optional()],
  txHash: ['txHash', z.string()],
  sellToken: ['sellToken', z.string()],
  sellTokenId: ['sellTokenId', z.string()],
  buyToken: ['buyToken', z.string()],
  buyTokenId: ['buyTokenId', z.string()],
  /** human price text and symbol, "" where there is none */
  price: ['price', z.string()],
  symbol: ['paytokenSymbol', z.string()],
  quantity: ['quantity', z.string()],
})
export type NoticeContent = z.output<typeof NoticeContent>

export const NoticeRecord = record({
  id: ['id', big],
  type: ['type', codeOf(NOTICE_TYPE)],
  subType: ['subType', codeOf(NOTICE_SUBTYPE)],
  createdAt: ['createTime', seconds],
  media: ['media', z.string()],
  operator: ['operator', Person],
  content: ['content', NoticeContent],
  isRead: [['isRead', 'read'], flag],
})
export type NoticeRecord = z.output<typeof NoticeRecord>
