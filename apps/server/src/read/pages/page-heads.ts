import {
  findClaimed,
  itemName,
  type Language,
  PAGES_EN,
  PAGES_ZH,
  type PageWords,
  PLACEHOLDERS,
  pageTitle,
  plainText,
  readClaim,
  readMetadata,
} from '@plinth/api'
import { isAddress, isPixelArt, shortAddress, thumbnailUrl } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { listAnnouncements } from '../../modules/announcements/service.ts'
import { categoriesById } from '../../modules/categories/service.ts'
import { findAccount } from '../../modules/users/service.ts'
import { findShownBox } from '../../state/boxes/store.ts'
import { findCollection } from '../../state/collections/store.ts'
import { findItem, isShown } from '../../state/items/store.ts'
import { findItemPrice } from '../item-price.ts'
import { ownPath } from '../own-media.ts'
import { EMBED_WORDS } from './embed-words.ts'
import { readItemIds } from './item-embeds.ts'

/** A page's head before it runs: for search engines and link previews. */
export type PageHead = {
  /** In the app's format. */
  readonly title: string
  readonly description: string
  /** A path of this site, never an untrusted address. */
  readonly image: string
  readonly hasOwnImage: boolean
  /** A path of the largest picture of the page, which the browser may fetch at once. */
  readonly early?: string | undefined
  /** Shown in the server's HTML at the position where the page will show it. */
  readonly isOnWall?: boolean
  /** Beside the description in previews: what the work costs. */
  readonly fact?: { readonly label: string; readonly text: string } | undefined
  /** Other sites may show it as a card. */
  readonly isEmbeddable?: boolean
  /** The canonical path, with the parameters that identify the page. */
  readonly path: string
  readonly type: 'website' | 'profile' | 'article'
  /** There is no such page, or nothing that it could show. */
  readonly isMissing?: boolean
}

/** What is read for one page; omitted fields have the defaults. Undefined where there is nothing to show. */
type Found =
  | {
      name: string
      description?: string
      image?: string
      isShownWhole?: boolean
      /** The picture that the page shows first, where it is not the whole one. */
      early?: string | undefined
      isOnWall?: boolean
      isEmbeddable?: boolean
      fact?: PageHead['fact']
      path?: string
      type?: PageHead['type']
    }
  | undefined
type Asked = { readonly context: Context; readonly words: PageWords; readonly language: Language; readonly query: URLSearchParams }
/** `code` is the page's name among the web app's files, for pages whose files are worth preloading. */
type Page = readonly [path: RegExp, find: (asked: Asked, named: string) => Found | Promise<Found>, code?: string]

const LONGEST_DESCRIPTION = 200
const LONGEST_SEARCH = 200
const IMAGE_SIZE = '1200x1200'
/** One of the web app's own files. */
const SITE_IMAGE = '/share.png'

const WORDS: Record<Language, PageWords> = { en: PAGES_EN, zh: PAGES_ZH }

/** A page with the same title for every visitor. */
const called = (path: string, word: Exclude<keyof PageWords, 'category'>, code?: string): Page => [
  new RegExp(`^/${path}$`, 'i'),
  ({ words }) => ({ name: words[word] }),
  code,
]

/** Pages of the app's router with a title of their own, besides home. */
const PAGES: readonly Page[] = [
  [/^\/detail\/([^/]+)$/i, findItemHead, 'detail'],
  [/^\/account\/([^/]+)$/i, findAccountHead, 'account'],
  [/^\/collection\/([^/]+)$/i, findCollectionHead, 'collection'],
  [/^\/blindbox\/detail\/(\d{1,9})$/i, findBoxHead, 'blindbox-detail'],
  [/^\/salelist\/(\d{1,9})$/i, findCategoryHead, 'salelist'],
  [/^\/search$/i, searchHead, 'search'],
  [/^\/noticeDetail$/i, findAnnouncementHead, 'notice-detail'],
  called('rankings', 'rankings', 'rankings'),
  called('explore', 'explore', 'explore'),
  called('auctions', 'auctions', 'auctions'),
  called('blindbox', 'boxes', 'blindbox'),
  called('noticeList', 'announcements', 'notice-list'),
  called('items', 'items'),
  called('items/approvals', 'approvals'),
  called('portfolio', 'items', 'ledger'),
  called('create', 'create'),
  called('create/erc721', 'createSingle'),
  called('create/erc1155', 'createMultiple'),
  called('profile', 'profile'),
  called('message', 'news'),
  called('operator(?:/[^/]+)?', 'operator'),
  called('connect', 'connect'),
  called('login', 'login'),
  called('regist', 'register'),
  called('setpwd', 'password'),
  called('doc', 'doc'),
  ...Object.entries(PLACEHOLDERS).map(([path, name]): Page => [new RegExp(`^/platnft/${path}$`, 'i'), () => ({ name })]),
]

const pathOf = ({ pathname }: URL): string => (pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)

/** Whether the path is one of the app's pages with a head, for any client: robots send no Accept header for HTML. */
export const isKnownPage = (url: URL): boolean => pathOf(url) === '/' || PAGES.some(([path]) => path.test(pathOf(url)))

/** The page's key in `WebFiles.pages`, its route's file without ending; undefined for most pages that require a wallet. */
export const routeOf = (url: URL): string | undefined =>
  pathOf(url) === '/' ? 'home' : PAGES.find(([path]) => path.test(pathOf(url)))?.[2]

/** The head of every page without one of its own; needs no query. */
export function plainHead({ site }: Pick<Context, 'site'>, url: URL, language: Language): PageHead {
  const isMissing = !isKnownPage(url)
  return {
    title: isMissing ? WORDS[language].notFound : site.name(),
    description: WORDS[language].about,
    image: SITE_IMAGE,
    hasOwnImage: false,
    path: pathOf(url),
    type: 'website',
    isMissing,
  }
}

/** Makes at most two small queries, for URLs that name the chain. */
export async function readPageHead(context: Context, url: URL, language: Language): Promise<PageHead> {
  const plain = plainHead(context, url, language)
  for (const [path, find] of PAGES) {
    const match = path.exec(plain.path)
    if (!match) continue
    const found = await find({ context, words: WORDS[language], language, query: url.searchParams }, decoded(match[1] ?? ''))
    if (!found) return { ...plain, isMissing: true }
    const image = ownImage(found.image ?? '')
    return {
      title: pageTitle(found.name, context.site.name()),
      description: described(found.fact, plainText(found.description ?? '', LONGEST_DESCRIPTION)) || plain.description,
      image: image ?? plain.image,
      hasOwnImage: image !== undefined,
      early: found.isShownWhole ? ownPath(found.image ?? '') : found.early,
      isOnWall: found.isOnWall ?? false,
      fact: found.fact,
      isEmbeddable: found.isEmbeddable ?? false,
      path: found.path ?? plain.path,
      type: found.type ?? plain.type,
    }
  }
  return plain
}

/** Most previews show the description alone. */
const described = (fact: PageHead['fact'], text: string): string =>
  fact ? [`${fact.label}: ${fact.text}`, text].filter(Boolean).join(' · ') : text

async function findItemHead({ context, words, language, query }: Asked, ids: string): Promise<Found> {
  const named = readItemIds(ids)
  if (!named) return undefined
  const chain = await context.chains.resolve({ chainId: chainIn(query), ...named })
  const ref = { ...named, chainId: chain.id }
  const [item, price] = await Promise.all([findItem(context.db, ref), findItemPrice(context.db, ref, chain.now())])
  if (!isShown(item)) return undefined
  const { name, description, image } = readMetadata(item.metadata)
  const path = `/detail/${ref.collection}:${ref.tokenId}?chain=${ref.chainId}`
  // Films and sounds come with a player; pictures of few pixels are enlarged in hard squares.
  const isOnWall = item.mediaKind === 'image' && item.width > 0 && !isPixelArt(item.width, item.height)
  return {
    name: itemName(name, words.untitled.replace('{{id}}', String(ref.tokenId))),
    description,
    image,
    isShownWhole: true,
    isOnWall,
    isEmbeddable: true,
    fact: price && { label: EMBED_WORDS[language][price.kind], text: price.text },
    path,
  }
}

/** Accounts that never signed in have a page too. */
async function findAccountHead({ context }: Asked, named: string): Promise<Found> {
  const lower = named.toLocaleLowerCase('en')
  const isWhole = isAddress(lower)
  if (!isWhole && !/^[a-z0-9-]{3,30}$/.test(lower)) return undefined
  const account = await findAccount(context.db, isWhole ? { address: lower } : { shortUrl: lower })
  const address = account?.address ?? (isWhole ? lower : undefined)
  if (!address) return undefined
  const { nickname = '', brief: description = '', avatar: image = '' } = account ?? {}
  return { name: nickname || shortAddress(address), description, image, path: `/account/${address}`, type: 'profile' }
}

async function findCollectionHead({ context, query }: Asked, named: string): Promise<Found> {
  const collection = named.toLocaleLowerCase('en')
  if (!isAddress(collection)) return undefined
  const { id: chainId } = await context.chains.resolve({ chainId: chainIn(query), collection })
  const row = await findCollection(context.db, chainId, collection)
  if (!row || row.is_hidden) return undefined
  const { name, description, cover: image } = row
  const cover = ownPath(image)
  // Its banner; without one the cover stands there out of focus, as small as on a card.
  const early = ownPath(row.banner_url) ?? (cover && thumbnailUrl(cover))
  return { name, description, image, early, path: `/collection/${collection}?chain=${chainId}` }
}

async function findBoxHead({ context }: Asked, id: string): Promise<Found> {
  const box = await findShownBox(context.db, BigInt(id))
  return box && { name: box.name, description: box.description, image: box.image, path: `/blindbox/detail/${id}?chain=${box.chainId}` }
}

async function findCategoryHead({ context, words, language }: Asked, id: string): Promise<Found> {
  const found = (await categoriesById(context.db)).get(Number(id))
  return (
    found && { name: found.title?.[language] ?? Object.entries(words.category).find(([name]) => name === found.name)?.[1] ?? found.name }
  )
}

function searchHead({ words, query }: Asked): Found {
  const keyword = (query.get('keyword') ?? '').trim().slice(0, LONGEST_SEARCH)
  return { name: keyword || words.search }
}

/** Only the market's own announcements: any site could craft the link. */
async function findAnnouncementHead({ context, words, query }: Asked): Promise<Found> {
  const claim = readClaim(query.get('announce'))
  if (!claim) return undefined
  const ours = findClaimed(await listAnnouncements(context), claim)
  return ours ? { name: ours.title, description: ours.content, type: 'article' } : { name: words.notOurs }
}

function chainIn(query: URLSearchParams): number | undefined {
  const chain = query.get('chain')
  return chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined
}

/** A smaller copy of a content stored here; undefined for other addresses. */
function ownImage(address: string): string | undefined {
  const path = ownPath(address)
  return path && thumbnailUrl(path, IMAGE_SIZE)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
