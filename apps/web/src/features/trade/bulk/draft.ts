import { type Address, toAddress } from '@plinth/protocol'
import { readStored, SESSION, writeStored } from '../../../lib/storage.ts'
import type { SaleForm } from '../sale-form.ts'

/** New listings, or other prices of listings. */
export type BulkMode = 'list' | 'change'

export type DraftRow = {
  /** Of the work: `rowKey`. */
  readonly key: string
  /** As typed; "" until then. */
  readonly price: string
  /** Of an edition, as typed; undefined for all that is held. */
  readonly quantity?: string | undefined
  /** The price whose warning the seller has answered. */
  readonly kept?: string | undefined
}

/** All that is typed in the editor; it lives with the tab. */
export type BulkDraft = Pick<SaleForm, 'life' | 'pick'> & {
  readonly account: Address
  readonly mode: BulkMode
  readonly rows: readonly DraftRow[]
  /** Pay token of each chain. */
  readonly tokens: Readonly<Record<string, Address>>
}

/** Begins a draft for these works; prices of an earlier one for the same work stay. */
export function openDraft(account: Address, mode: BulkMode, keys: readonly string[]): void {
  const before = readDraft(account, mode)
  const known = new Map(before?.rows.map((row) => [row.key, row]))
  const rows = keys.map((key) => known.get(key) ?? { key, price: '' })
  writeDraft({ life: before?.life ?? 'month', pick: before?.pick ?? '', account, mode, rows, tokens: before?.tokens ?? {} })
}

export const writeDraft = (draft: BulkDraft | undefined): void => writeStored(SESSION.bulk, draft && JSON.stringify(draft))

const KEY = /^\d{1,15}:0x[0-9a-f]{40}:\d{1,78}$/
const LIVES = ['day', 'week', 'month', 'pick'] as const

/** Reads the draft of this account and act; it leaves out rows of another release. */
export function readDraft(account: Address, mode: BulkMode): BulkDraft | undefined {
  try {
    const raw = JSON.parse(readStored(SESSION.bulk) ?? 'null')
    if (raw?.account !== account || raw.mode !== mode || !Array.isArray(raw.rows)) return undefined
    const rows = raw.rows.filter(isRow)
    const tokens = Object.entries(raw.tokens ?? {}).map(([chainId, token]) => [chainId, toAddress(String(token))])
    const life = LIVES.find((one) => one === raw.life) ?? 'month'
    return { account, mode, rows, tokens: Object.fromEntries(tokens), life, pick: typeof raw.pick === 'string' ? raw.pick : '' }
  } catch {
    return undefined
  }
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isRow = (row: Record<string, unknown> | null): boolean =>
  typeof row?.key === 'string' && KEY.test(row.key) && typeof row.price === 'string' && isText(row.quantity) && isText(row.kept)
