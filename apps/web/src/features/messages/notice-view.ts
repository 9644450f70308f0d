import { type NoticeRecord, readMetadata } from '@plinth/api'
import { type Address, isAddress, NOTICE_SUBTYPE } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'
import { accountPath, collectionPath, itemPath } from '../../lib/links.ts'

const WORDS = {
  [NOTICE_SUBTYPE.SALE]: 'sale',
  [NOTICE_SUBTYPE.EDIT_SALE]: 'editSale',
  [NOTICE_SUBTYPE.CANCEL_SALE]: 'cancelSale',
  [NOTICE_SUBTYPE.BUY]: 'buy',
  [NOTICE_SUBTYPE.MINT]: 'mint',
  [NOTICE_SUBTYPE.LIKING]: 'liking',
  [NOTICE_SUBTYPE.LIKED]: 'liked',
  [NOTICE_SUBTYPE.BURN]: 'burn',
  [NOTICE_SUBTYPE.TRANSFER]: 'transfer',
  [NOTICE_SUBTYPE.RECEIVE]: 'receive',
  [NOTICE_SUBTYPE.BOUGHT]: 'bought',
  [NOTICE_SUBTYPE.CREATE_CONTRACT]: 'createContract',
} as const

/** The word of a sub-type; those of later trades are told in general. */
function wordOf(subType: number) {
  const known: Readonly<Record<number, (typeof WORDS)[keyof typeof WORDS]>> = WORDS
  return known[subType] ?? 'other'
}

export type NoticeView = {
  /** After the actor: "bought Wheat, noon". */
  act: TextKey
  tag: TextKey
  isOwn: boolean
  /** Of the work or collection; "" where there is none. */
  subject: string
  /** metadata image, collection cover; "" where the person's picture stands in. */
  cover: string
  price: string
  collection: string
  to: string
}

/** A notice as the news page shows it. `me` is its reader. */
export function noticeView(notice: NoticeRecord, me: Address | undefined): NoticeView {
  const { content, operator, subType } = notice
  const metadata = readMetadata(content.item?.metadata ?? notice.media)
  const fallback = content.item ? `#${content.item.tokenId}` : (content.collection?.name ?? '')
  return {
    act: `news.acts.${wordOf(subType)}`,
    tag: `news.tags.${wordOf(subType)}`,
    isOwn: operator.address === me,
    subject: (content.item ? metadata.name : '') || fallback,
    cover: (content.item ? metadata.image : '') || (content.item ? '' : (content.collection?.cover ?? '')),
    price: content.price === '' ? '' : `${content.price} ${content.symbol}`,
    collection: content.item ? (content.collection?.name ?? '') : '',
    to: targetOf(notice),
  }
}

/** To the item, else the collection, else the person (document A §2). */
function targetOf({ content, operator }: NoticeRecord): string {
  const item = content.item?.address.toLocaleLowerCase('en') ?? ''
  if (content.item && isAddress(item)) return itemPath({ collection: item, tokenId: content.item.tokenId, chainId: content.chainId })
  if (content.collection) return collectionPath(content.collection.address, content.chainId)
  return accountPath((content.user ?? operator).address)
}
