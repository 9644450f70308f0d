import { AuctionRecord, Holding, ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { z } from 'zod'

/**
 * A card is an item's record as ready JSON text, with holes for what belongs to other nouns, so that a new nickname changes no
 * card. A hole is an object with one key: `{"$p":"0x…"}`. Text can't forge one, since a quote inside a JSON string is escaped.
 */
const HOLES = {
  person: 'p',
  avatar: 'a',
  collection: 'k',
  metadataState: 'm',
  category: 'c',
  payToken: 't',
  payTokenName: 'n',
  payTokenSymbol: 's',
  payTokenDecimals: 'd',
  /** Name, symbol and decimals, which follow each other in most records. */
  payTokenWords: 'q',
  /** Its total and quantity, for the decimals of the pay token. */
  unitPrice: 'u',
  buyerFee: 'f',
  auctionFee: 'g',
  collectionName: 'e',
  isVerified: 'r',
  /** In no card: counts of creators name them. */
  nickname: 'w',
  /** The best of several prices in several pay tokens, by their worth; who asks it, and since when: see `manyPrices`. */
  cheapest: 'l',
  cheapestSeller: 'o',
  cheapestSince: 'i',
  dearest: 'h',
} as const
export type HoleKind = keyof typeof HOLES

const code = (char: string): number => char.charCodeAt(0)
/** By the code of their letter. */
const KINDS: (HoleKind | undefined)[] = []
for (const [kind, letter] of Object.entries(HOLES)) KINDS[code(letter)] = kind as HoleKind

/** What only the viewer sees: `{"$v":"liked"}`, filled before the others. */
export type ViewerHole = 'liked' | 'sales' | 'bids'
const VIEWER = 'v'
const VIEWERS_LETTER = code(VIEWER)

/** Instead of a value that stands before it already, under the key before: `{"$x":"36"}`, by its length. */
const COPY = 'x'
const COPIES_LETTER = code(COPY)
const [COPIED, COPYING] = ['metadataContent', 'media']
/** Between a value and its copy. */
const TO_COPY = `,"${COPYING}":`

/** Raised whenever the record, its text or the meaning of a field changes: cards of an older form are built again. */
export const FORM = 5

/**
 * JSON text of ASCII alone. One other character in a page, and the engine keeps two bytes for each of its characters, and encodes
 * them all when it is sent: a tenth of the server's part.
 */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (char) => `\\u${code(char).toString(16).padStart(4, '0')}`)

export type Wire = Readonly<Record<string, unknown>>

export const hole = (kind: HoleKind, key: string) => ({ [`$${HOLES[kind]}`]: key })
const viewerHole = (part: ViewerHole) => ({ [`$${VIEWER}`]: part })
// The schema's type of the wire is `unknown` where it has codecs.
const wireOf = (schema: z.ZodType, record: unknown): Wire => z.encode(schema, record as never) as Wire

/** A pay token in a hole's key: the chain's own coin, which most have, as 0. */
export const tokenKey = (chainId: number | string, token: string): string => `${chainId}:${token === ZERO_ADDRESS ? '0' : token}`
export const tokenIn = (key: string): Address => (key === '0' ? ZERO_ADDRESS : toAddress(key))

const TOKEN_WORDS = /"paytokenName":\{"\$n":"([^"\\]+)"\},"paytokenSymbol":\{"\$s":"\1"\},"paytokenDecimals":\{"\$d":"\1"\}/g

/** Longer metadata, of which few are, is neither escaped nor copied: a million characters would take 0.4 s. */
const MOST_ESCAPED = 20_000

/** The text of a record without a viewer. */
export function cardText(item: ItemRecord): string {
  const collection = `${item.chainId}:${item.collection}`
  const open = wireOf(ItemRecord, { ...item, holdings: [], listings: [], bids: [], auctions: [], resting: [], restingBids: [] })
  const isShort = item.metadata.length <= MOST_ESCAPED
  const wire = {
    ...open,
    ...(isShort ? copied(open) : {}),
    category: item.categoryId === '' ? null : hole('category', item.categoryId),
    creator: hole('person', item.creator.address),
    user: hole('person', item.owner.address),
    like: viewerHole('liked'),
    contract: hole('collection', collection),
    metadataState: hole('metadataState', collection),
    items: item.holdings.map(holdingWire),
    sales: item.listings.map(orderWire),
    bids: item.bids.map(orderWire),
    auctions: item.auctions.map(auctionWire),
    restingSales: viewerHole('sales'),
    restingBids: viewerHole('bids'),
  }
  const text = isShort ? asciiJson(wire) : JSON.stringify(wire)
  return text.replace(TOKEN_WORDS, (_, token: string) => `"paytokenName":{"$${HOLES.payTokenWords}":"${token}"}`)
}

/** Metadata stands in a record twice, one after the other. */
function copied(wire: Wire): Wire {
  const keys = Object.keys(wire)
  if (keys.indexOf(COPYING) !== keys.indexOf(COPIED) + 1 || wire[COPIED] !== wire[COPYING]) return {}
  return { [COPYING]: { [`$${COPY}`]: String(asciiJson(wire[COPIED]).length) } }
}

/** A card as JSON, written as it was: what is copied is as long as before. */
export const cardAgain = (card: string, wire: unknown): string => (/[\u0080-\uffff]/.test(card) ? JSON.stringify(wire) : asciiJson(wire))

type Priced = { readonly chainId: number; readonly payTokenAddress: string }

function priceWire({ chainId, payTokenAddress }: Priced, total: bigint, quantity: bigint): Wire {
  const token = tokenKey(chainId, payTokenAddress)
  return {
    paytokenName: hole('payTokenName', token),
    paytokenSymbol: hole('payTokenSymbol', token),
    paytokenDecimals: hole('payTokenDecimals', token),
    singlePrice: hole('unitPrice', `${token}:${total}:${quantity}`),
  }
}

export function holdingWire(holding: Holding): Wire {
  return {
    ...wireOf(Holding, holding),
    user: hole('person', holding.owner),
    ...(holding.isOnSale ? askWire(holding) : {}),
  }
}

function askWire(holding: Holding): Wire {
  const token = tokenKey(holding.chainId, holding.payTokenAddress)
  return { payToken: hole('payToken', token), ...priceWire(holding, holding.price, holding.sellValue) }
}

export function orderWire(order: OrderRecord): Wire {
  const { chainId, type, item, maker, salt } = order
  const [total, quantity] = type === ORDER_TYPE.SALE ? [order.buying, order.selling] : [order.selling, order.buying]
  return {
    ...wireOf(OrderRecord, order),
    user: hole('person', maker),
    buyFee: hole('buyerFee', `${chainId}:${type}:${item}:${maker}:${salt}`),
    payToken: hole('payToken', tokenKey(chainId, order.payTokenAddress)),
    ...priceWire(order, total, quantity),
  }
}

function auctionWire(auction: AuctionRecord): Wire {
  const fee = hole('auctionFee', String(auction.chainId))
  return {
    ...wireOf(AuctionRecord, auction),
    buyFee: fee,
    buyerFee: fee,
    user: hole('person', auction.owner),
    avatar: hole('avatar', auction.owner),
    ...(auction.highestBidder === '' ? {} : { highestUser: hole('person', auction.highestBidder) }),
    payToken: hole('payToken', tokenKey(auction.chainId, auction.payTokenAddress)),
    ...priceWire(auction, auction.buying, auction.quantity),
  }
}

/** A text between holes: each part of text is followed by a hole, but the last. */
export type CutText = { readonly parts: readonly string[]; readonly holes: readonly Hole[] }
export type Hole = { readonly kind: HoleKind; readonly key: string }

const OPENING = '{"$'
/** From the opening to the key: the letter, and `":"`. */
const TO_KEY = 7
const [QUOTE, COLON, CLOSING] = [code('"'), code(':'), code('}')]
const [FIRST_LETTER, LAST_LETTER] = [code('a'), code('z')]

/** What is known to stand in a hole. */
export type KnownWord = (kind: HoleKind, key: string) => string | undefined

/**
 * `viewersWord` says what stands in the viewer's holes, which may have holes of the other kinds. A hole whose word is known is filled at
 * once: of the hundreds of a page few are left.
 */
export function cut(card: string, viewersWord: (hole: ViewerHole) => string = without, known?: KnownWord): CutText {
  const parts: string[] = []
  const holes: Hole[] = []
  let text = ''
  let done = 0
  for (let at = card.indexOf(OPENING); at !== -1; at = card.indexOf(OPENING, at)) {
    const letter = card.charCodeAt(at + OPENING.length)
    const end = card.indexOf('"', at + TO_KEY)
    const key = card.slice(at + TO_KEY, end)
    // Anything else with such a key is text.
    if (!hasForm(card, at, end) || letter < FIRST_LETTER || letter > LAST_LETTER || key.includes('\\')) {
      at += OPENING.length
      continue
    }
    const before = card.slice(done, at)
    text = text === '' ? before : text + before
    const opening = at
    done = end + 2
    at = done
    if (letter === VIEWERS_LETTER) {
      const inner = cut(viewersWord(key as ViewerHole), without, known)
      for (const [place, hole] of inner.holes.entries()) {
        parts.push(text + inner.parts[place])
        holes.push(hole)
        text = ''
      }
      text += inner.parts.at(-1)
      continue
    }
    if (letter === COPIES_LETTER) {
      const to = opening - TO_COPY.length
      text += card.slice(to - Number(key), to)
      continue
    }
    const kind = KINDS[letter]
    if (!kind) throw new Error(`A card has a hole of an unknown kind: ${String.fromCharCode(letter)}`)
    const word = known?.(kind, key)
    if (word !== undefined) {
      text += word
      continue
    }
    parts.push(text)
    holes.push({ kind, key })
    text = ''
  }
  parts.push(text + card.slice(done))
  return { parts, holes }
}

/** Whether the key at this opening ends here, and is all that the object has. */
function hasForm(card: string, at: number, end: number): boolean {
  return (
    card.charCodeAt(at + 4) === QUOTE &&
    card.charCodeAt(at + 5) === COLON &&
    card.charCodeAt(at + 6) === QUOTE &&
    card.charCodeAt(end + 1) === CLOSING
  )
}

function without(hole: ViewerHole): string {
  throw new Error(`A text without a viewer has a hole for one: ${hole}`)
}

/** Of all these texts, in their order. */
export const holesOf = (texts: readonly CutText[]): Hole[] => texts.flatMap(({ holes }) => holes)

/** The whole texts: in their holes stand these words, in the order of the texts. */
export function filled(texts: readonly CutText[], words: readonly string[]): string[] {
  let next = 0
  return texts.map(({ parts, holes }) => {
    let text = parts[0] ?? ''
    for (let part = 1; part <= holes.length; part++) text += (words[next++] ?? '') + (parts[part] ?? '')
    return text
  })
}

/** JSON text of an array. Not by `join`, which copies: an answer is copied once, when it is sent. */
export function arrayText(elements: readonly string[]): string {
  let text = '['
  for (const [place, element] of elements.entries()) text += place === 0 ? element : `,${element}`
  return `${text}]`
}
