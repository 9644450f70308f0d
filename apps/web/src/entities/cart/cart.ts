import { type Address, isAddress, toAddress } from '@plinth/protocol'
import { rowKey } from '../../lib/rows.ts'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'

/** Most lines of a cart (CART-01). */
export const MOST_LINES = 50
/** Wallets whose carts are kept in one browser. */
const MOST_WALLETS = 10
/** A picture within its metadata would fill the browser's storage. */
const LONGEST_IMAGE = 400

/** So many of a work from one sale, at the price that the buyer has agreed to. */
export type CartLine = {
  readonly chainId: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly seller: Address
  readonly salt: bigint
  readonly quantity: bigint
  readonly name: string
  readonly image: string
  readonly payToken: Address
  readonly symbol: string
  readonly decimals: number
  /** Of one unit in base units, and bps on top. */
  readonly unitPrice: bigint
  readonly buyerFee: number
  /** Unix milliseconds of this browser: a purchase before that is none of this line. */
  readonly at: number
  /** The transaction that did not bring it. */
  readonly failedIn: string | undefined
}

/** The account, or undefined for a visitor. */
type Owner = Address | undefined
type WorkKey = Pick<CartLine, 'chainId' | 'tokenId'> & { collection: string }
export type LineKey = WorkKey & { seller: string }
type Carts = Readonly<Record<string, readonly CartLine[]>>

/** A seller has one open sale of a work. */
export const lineKey = (line: LineKey): string => `${rowKey(line)}:${line.seller}`

const nameOf = (owner: Owner): string => owner ?? 'visitor'
const NONE: readonly CartLine[] = []

let read: { text: string | undefined; carts: Carts } | undefined

/** Read from storage each time, because other tabs write it too; the same lists until it changes. */
function listCarts(): Carts {
  const text = readStored(LOCAL.cart)
  if (!read || read.text !== text) read = { text, carts: parseCarts(text) }
  return read.carts
}

export const listCart = (owner: Owner): readonly CartLine[] => listCarts()[nameOf(owner)] ?? NONE

export const findLine = (owner: Owner, key: LineKey): CartLine | undefined => listCart(owner).find((line) => lineKey(line) === lineKey(key))

/** Of any seller. */
export const hasWork = (owner: Owner, work: WorkKey): boolean => listCart(owner).some((line) => rowKey(line) === rowKey(work))

/** The owner's cart comes last: of too many the first is forgotten. */
function save(owner: Owner, lines: readonly CartLine[]): void {
  const others = Object.entries(listCarts()).filter(([name]) => name !== nameOf(owner))
  const kept = lines.length === 0 ? others : [...others, [nameOf(owner), lines] as const]
  writeStored(LOCAL.cart, kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept.slice(-MOST_WALLETS)), asText))
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** A line that is there already gives way to the newer one. False where the cart is full: then nothing changes. */
export function addLines(owner: Owner, added: readonly CartLine[]): boolean {
  const next = withLines(owner, added)
  if (next.length > MOST_LINES) return false
  save(owner, next)
  return true
}

/** Lines that the wallet is asked for: a full cart takes them too, so that a reload finds them. */
export const keepLines = (owner: Owner, paid: readonly CartLine[]): void => save(owner, withLines(owner, paid))

function withLines(owner: Owner, added: readonly CartLine[]): CartLine[] {
  const keys = new Set(added.map(lineKey))
  return [...listCart(owner).filter((line) => !keys.has(lineKey(line))), ...added.map(slim)]
}

const slim = (line: CartLine): CartLine => (line.image.length > LONGEST_IMAGE ? { ...line, image: '' } : line)

export function removeLines(owner: Owner, keys: readonly LineKey[]): void {
  const gone = new Set(keys.map(lineKey))
  const lines = listCart(owner)
  if (lines.some((line) => gone.has(lineKey(line))))
    save(
      owner,
      lines.filter((line) => !gone.has(lineKey(line))),
    )
}

/** Does nothing where the line has gone. */
export function changeLine(owner: Owner, key: LineKey, change: Partial<Omit<CartLine, keyof LineKey>>): void {
  if (findLine(owner, key))
    save(
      owner,
      listCart(owner).map((line) => (lineKey(line) === lineKey(key) ? { ...line, ...change } : line)),
    )
}

/** Moves a visitor’s lines into the cart of the wallet that connects, as far as it has room. */
export function takeVisitorCart(owner: Address): void {
  const chosen = listCart(undefined)
  if (chosen.length === 0) return
  const own = listCart(owner)
  const keys = new Set(own.map(lineKey))
  save(owner, [...own, ...chosen.filter((line) => !keys.has(lineKey(line)))].slice(0, MOST_LINES))
  save(undefined, [])
}

type Raw<T> = Partial<Record<keyof T, unknown>>

/** Reads carts of any tab or release; it leaves out lines that it does not understand. */
export function parseCarts(text: string | undefined): Carts {
  try {
    const carts: unknown = JSON.parse(text ?? '{}')
    const all = typeof carts === 'object' && carts !== null ? Object.entries(carts) : []
    return Object.fromEntries(
      all.map(([name, lines]) => [name, Array.isArray(lines) ? lines.flatMap(readLine).slice(0, 2 * MOST_LINES) : []]),
    )
  } catch {
    return {}
  }
}

function readLine(raw: Raw<CartLine> | null): CartLine[] {
  const { chainId, decimals, buyerFee, at } = raw ?? {}
  const [collection, seller, payToken] = [addressOf(raw?.collection), addressOf(raw?.seller), addressOf(raw?.payToken)]
  const [tokenId, salt, quantity] = [amountOf(raw?.tokenId), amountOf(raw?.salt), amountOf(raw?.quantity)]
  const unitPrice = amountOf(raw?.unitPrice)
  if (typeof chainId !== 'number' || typeof decimals !== 'number' || typeof buyerFee !== 'number' || typeof at !== 'number') return []
  if (!collection || !seller || !payToken || tokenId === undefined || salt === undefined || !quantity || unitPrice === undefined) return []
  const [name, image, symbol] = [textOf(raw?.name) ?? '', textOf(raw?.image) ?? '', textOf(raw?.symbol) ?? '']
  const terms = { payToken, symbol, decimals, unitPrice, buyerFee }
  return [Object.assign({ chainId, collection, tokenId, seller, salt, quantity, name, image, at, failedIn: textOf(raw?.failedIn) }, terms)]
}

const addressOf = (value: unknown) => (typeof value === 'string' && isAddress(value) ? toAddress(value) : undefined)
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const amountOf = (value: unknown) => (typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : undefined)
