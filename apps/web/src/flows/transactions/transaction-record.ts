import type { ErrorCode } from '@plinth/api'
import { type Address, isAddress, toAddress } from '@plinth/protocol'

type Traits = {
  /** An item changes hands, or begins or ends. */
  readonly transfersItem?: true
  /** The account's own order or auction of the item, which it ends: it is done when the market has read that. */
  readonly ends?: 'sale' | 'bid' | 'auction'
  /** May be done twice in a row: to an edition, or a series of boxes. */
  readonly isRepeatable?: true
  /** About a series of boxes. */
  readonly isOfBox?: true
}

/** Every act that a transaction can be, with what follows from it elsewhere. A new act without its traits does not compile. */
export const TRANSACTION_ACTS = {
  approve: {},
  allow: {},
  takeBack: {},
  endSigned: {},
  endEverything: {},
  mint: { transfersItem: true },
  buy: { transfersItem: true },
  buyMany: { isRepeatable: true },
  cancelSale: { ends: 'sale' },
  cancelBid: { ends: 'bid' },
  cancelOffer: {},
  wrap: {},
  unwrap: {},
  createCollection: {},
  describeCollection: {},
  freezeMetadata: {},
  addSigner: {},
  acceptBid: { transfersItem: true, isRepeatable: true },
  acceptOffer: { transfersItem: true, isRepeatable: true },
  acceptOffers: { isRepeatable: true },
  acceptAuction: { transfersItem: true },
  buyAuction: { transfersItem: true },
  settleAuction: { transfersItem: true },
  cancelAuction: { ends: 'auction' },
  voidBids: {},
  transfer: { transfersItem: true, isRepeatable: true },
  transferMany: { isRepeatable: true },
  burn: { transfersItem: true, isRepeatable: true },
  openBox: { isRepeatable: true, isOfBox: true },
  refundBox: { isRepeatable: true, isOfBox: true },
  collectPrize: { isRepeatable: true, isOfBox: true },
  claimMoney: {},
} as const satisfies Record<string, Traits>
export type TransactionAct = keyof typeof TRANSACTION_ACTS
export const traitsOf = (act: TransactionAct): Traits => TRANSACTION_ACTS[act]

type Hex = `0x${string}`

/** What the transaction is, in the wallet layer's terms; amounts as decimal text. */
export type TransactionSent = { to: Address; dataHash: Hex; value: string; nonce: number; block: string }

/** A transaction this browser was asked for. It stays here across reloads until its end was seen (decision 42). */
export type TransactionEntry = {
  id: string
  /** Undefined while unknown: the wallet is still asking, or the page was closed before it answered. */
  hash: Hex | undefined
  chainId: number
  account: Address
  act: TransactionAct
  /** What it is about: the item's or collection's name. */
  title: string
  item: { collection: Address; tokenId: string } | undefined
  /**
   * The target of the act where that is no item, or its variant where an item alone is ambiguous (an order's salt): prevents a second
   * request.
   */
  subject: string | undefined
  sent: TransactionSent | undefined
  /** The wallet's name of a batch of calls (EIP-5792), by which it is found without a hash. */
  batch: string | undefined
  /** asking: the wallet is open. pending: sent. A done or failed one may be pending again while it is not final. */
  status: 'asking' | 'pending' | 'done' | 'failed'
  /** Missing for several blocks. */
  isStuck: boolean
  /** The block that took it; undefined again when the chain drops that block. */
  minedIn: Hex | undefined
  isFinal: boolean
  code: ErrorCode | undefined
  /** Unix milliseconds of this browser. */
  sentAt: number
}

/** Distinguishes acts on a series of boxes: a number of boxes, or the number of a request or kind. */
export const boxSubject = ({ id }: { id: bigint }, what: number): string => `${id} ${what}`

/** The series that an entry is about, and so where its page is. */
export function boxOfEntry({ act, subject }: Pick<TransactionEntry, 'act' | 'subject'>): { id: bigint; what: number } | undefined {
  const [, id, what] = /^(\d+) (\d+)$/.exec(subject ?? '') ?? []
  return traitsOf(act).isOfBox && id !== undefined ? { id: BigInt(id), what: Number(what) } : undefined
}

type Raw<T> = Partial<Record<keyof T, unknown>>

/** What an earlier page or another tab has written; what is not understood is left out. */
export function parseTransactions(text: string | undefined): readonly TransactionEntry[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.flatMap(readEntry) : []
  } catch {
    return []
  }
}

function readEntry(raw: Raw<TransactionEntry>): TransactionEntry[] {
  const { chainId, account, sentAt } = raw ?? {}
  const act = isAct(raw?.act) ? raw.act : undefined
  const hash = hexOf(raw?.hash)
  if (!act || typeof chainId !== 'number' || typeof account !== 'string' || !isAddress(account)) return []
  const sent = readSent(raw.sent as Raw<TransactionSent> | undefined)
  const batch = textOf(raw.batch)
  const status = raw.status === 'done' || raw.status === 'failed' || raw.status === 'asking' ? raw.status : 'pending'
  // Without a hash there must be something to find it by.
  if (hash === undefined && (status !== 'asking' || (sent === undefined && batch === undefined))) return []
  return [
    {
      id: textOf(raw.id) ?? hash ?? '',
      hash,
      chainId,
      account,
      act,
      sent,
      batch,
      status,
      item: readItem(raw.item),
      title: textOf(raw.title) ?? '',
      subject: textOf(raw.subject),
      isStuck: raw.isStuck === true,
      minedIn: hexOf(raw.minedIn),
      isFinal: raw.isFinal === true,
      // Written by this app; a code of another release is met where it is read.
      code: textOf(raw.code) as ErrorCode | undefined,
      sentAt: typeof sentAt === 'number' ? sentAt : 0,
    },
  ]
}

const isAct = (value: unknown): value is TransactionAct => typeof value === 'string' && Object.hasOwn(TRANSACTION_ACTS, value)

function readItem(raw: unknown): TransactionEntry['item'] {
  const { collection, tokenId } = (raw ?? {}) as Raw<NonNullable<TransactionEntry['item']>>
  if (typeof collection !== 'string' || !isAddress(collection) || !isDigits(tokenId)) return undefined
  return { collection: toAddress(collection), tokenId }
}

function readSent(raw: Raw<TransactionSent> | undefined): TransactionSent | undefined {
  const { to, value, nonce, block } = raw ?? {}
  const dataHash = hexOf(raw?.dataHash)
  if (typeof to !== 'string' || !isAddress(to) || !dataHash || !isDigits(value) || !isDigits(block)) return undefined
  return typeof nonce === 'number' ? { to: toAddress(to), dataHash, value, nonce, block } : undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)
const hexOf = (value: unknown) => (typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value) ? (value as `0x${string}`) : undefined)
