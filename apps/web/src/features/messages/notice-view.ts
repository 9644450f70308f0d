import { type NoticeRecord, readMetadata } from '@plinth/api'
import { type Address, isAddress, NOTICE_SUBTYPE, type NoticeSubtype, shortAddress } from '@plinth/protocol'
import { personName } from '../../entities/person-name.ts'
import type { TextKey, Values } from '../../i18n/translate.ts'
import { accountPath, boxPath, collectionPath, itemPath, privateSalePath } from '../../lib/links.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'

type Said = { key: TextKey; values: Values }

export type NoticeView = {
  /** After the actor, if there is one: "bought Wheat, noon". */
  act: Said
  /** A draw names none: its box is the reader's. */
  hasActor: boolean
  tag: TextKey
  /** One plain sentence more; nothing where the notice knows no more. */
  about: Said | undefined
  /** The reader's own act: the actor is "You". */
  isOwn: boolean
  /** Address of the item's or collection's picture; undefined where an account's picture is shown. */
  cover: string | undefined
  to: string
}

/** Of the prizes that were drawn, which may be dozens. */
const MOST_NAMED = 4

/** What the reader's language writes. */
export type NoticeWords = {
  /** The name of an item without one. */
  untitled: (tokenId: bigint) => string
  /** The names, and how many there are beside them. */
  list: (names: readonly string[], more: number) => string
}

/** A notice as the notices page shows it. `me` is its reader. */
export function noticeView(notice: NoticeRecord, me: Address | undefined, { untitled, list }: NoticeWords): NoticeView {
  const { content, operator, subType, media } = notice
  const { item, collection, box } = content
  const { word, fact } = NOTICE_KINDS[subType]
  const metadata = readMetadata(item?.metadata ?? '')
  const person = content.user ?? operator
  const values = {
    work: item ? metadata.name.trim() || untitled(item.tokenId) : (box?.name ?? collection?.name ?? ''),
    person: personName(person),
    price: priceOf(notice),
    collection: collection?.name ?? '',
    address: shortAddress(person.address),
  }
  const prizes = (box?.prizes ?? []).map(({ name, count }) => (count > 1 ? `${groupDigits(String(count))} × ${name}` : name))
  const drawn = { count: content.quantity, prizes: list(prizes.slice(0, MOST_NAMED), Math.max(prizes.length - MOST_NAMED, 0)) }
  return {
    act: prizes.length > 0 ? { key: 'news.boxOpen', values: { ...values, ...drawn } } : { key: `news.kinds.${word}.act`, values },
    hasActor: !WITHOUT_ACTOR.includes(subType),
    tag: `news.kinds.${word}.tag`,
    about: box?.isKept ? { key: keptKey(subType), values } : aboutOf(word, fact, values),
    isOwn: operator.address === me,
    cover: item ? metadata.image || media : box ? media : collection ? collection.cover || media : undefined,
    to: targetOf(notice),
  }
}

/** They say what became of the reader’s own. */
const WITHOUT_ACTOR: readonly NoticeSubtype[] = [NOTICE_SUBTYPE.BOX_DRAWN, NOTICE_SUBTYPE.OFFER_JOINED, NOTICE_SUBTYPE.OFFER_LEFT]

/** What a draw or a refund could not bring to its reader. */
const keptKey = (subType: NoticeSubtype): TextKey => (subType === NOTICE_SUBTYPE.BOX_REFUNDED ? 'news.moneyKept' : 'news.prizeKept')

type Facts = { price: string; collection: string } & Values

function aboutOf(word: (typeof NOTICE_KINDS)[keyof typeof NOTICE_KINDS]['word'], fact: string, values: Facts): Said | undefined {
  const hasFact = fact === 'price' ? values.price !== '' : fact === 'collection' ? values.collection !== '' : true
  if (hasFact) return { key: `news.kinds.${word}.about`, values }
  return values.collection === '' ? undefined : { key: 'news.inCollection', values }
}

/** "2.40 ETH", of several "3 × 2.40 ETH"; "" where there is no price. The price is of one. */
function priceOf({ content: { price, symbol, quantity } }: NoticeRecord): string {
  if (price === '') return ''
  const each = `${priceText(price)} ${symbol}`
  return quantity === '' || quantity === '1' ? each : `${groupDigits(quantity)} × ${each}`
}

/** To the box, the item, else the collection, else the person (document A §2). */
function targetOf({ content, operator, subType }: NoticeRecord): string {
  // It has no page of its own.
  if (subType === NOTICE_SUBTYPE.CONTRACT_UNKNOWN) return '/create'
  const { item, collection, user, box, chainId } = content
  // Following is on no chain.
  if (chainId === undefined) return accountPath((user ?? operator).address)
  if (box) return boxPath({ id: box.id, chainId })
  const address = item?.address.toLocaleLowerCase('en') ?? ''
  const ref = item && isAddress(address) ? { collection: address, tokenId: item.tokenId, chainId } : undefined
  if (ref) return subType === NOTICE_SUBTYPE.RESERVED ? privateSalePath(ref) : itemPath(ref)
  if (subType === NOTICE_SUBTYPE.OFFERED) return '/items?tab=received'
  if (collection) return `${collectionPath(collection.address, chainId)}${isOfOffer(subType) ? '&tab=offers' : ''}`
  return accountPath((user ?? operator).address)
}

const isOfOffer = (subType: NoticeSubtype): boolean => subType === NOTICE_SUBTYPE.OFFER_JOINED || subType === NOTICE_SUBTYPE.OFFER_LEFT

/** The separator between two parts of a line: none between two Chinese ones. */
export const spaceBetween = (before: string, after: string): string =>
  /\p{Script=Han}$/u.test(before) && /^\p{Script=Han}/u.test(after) ? '' : ' '
