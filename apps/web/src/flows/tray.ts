import { type ErrorCode, isErrorCode } from '@plinth/api'
import { type Address, isAddress, toAddress } from '@plinth/protocol'
import { useSyncExternalStore } from 'react'
import { LOCAL, readStored, writeStored } from '../lib/storage.ts'

export const TRAY_ACTS = ['approve', 'mint', 'buy', 'cancelSale', 'createCollection'] as const
export type TrayAct = (typeof TRAY_ACTS)[number]

/** A transaction this browser has sent. It stays here across reloads until its end was seen (decision 42). */
export type TrayEntry = {
  hash: `0x${string}`
  chainId: number
  account: Address
  act: TrayAct
  /** What it is about: the work's or collection's name. */
  title: string
  item: { collection: Address; tokenId: string } | undefined
  status: 'pending' | 'done' | 'failed'
  code: ErrorCode | undefined
  /** Unix milliseconds of this browser. */
  sentAt: number
}

const KEPT = 20
const listeners = new Set<() => void>()
let entries: readonly TrayEntry[] | undefined

/** Newest first. */
export function listTray(): readonly TrayEntry[] {
  entries ??= parse(readStored(LOCAL.transactions))
  return entries
}

function save(next: readonly TrayEntry[]): void {
  entries = next.slice(0, KEPT)
  writeStored(LOCAL.transactions, entries.length === 0 ? undefined : JSON.stringify(entries))
  for (const listener of listeners) listener()
}

export function addToTray(entry: Omit<TrayEntry, 'status' | 'code' | 'sentAt'>): void {
  const added: TrayEntry = { ...entry, status: 'pending', code: undefined, sentAt: Date.now() }
  save([added, ...listTray().filter(({ hash }) => hash !== entry.hash)])
}

export function settleInTray(hash: string, status: 'done' | 'failed', code?: ErrorCode): void {
  save(listTray().map((entry) => (entry.hash === hash ? { ...entry, status, code } : entry)))
}

export function forgetInTray(hash: string): void {
  save(listTray().filter((entry) => entry.hash !== hash))
}

/** Of one account's act on one item, still on its way. */
export function findPending(act: TrayAct, account: Address, item: { collection: Address; tokenId: bigint }): TrayEntry | undefined {
  return listTray().find(
    (entry) =>
      entry.status === 'pending' &&
      entry.act === act &&
      entry.account === account &&
      entry.item?.collection === item.collection &&
      entry.item.tokenId === item.tokenId.toString(),
  )
}

export function subscribeTray(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTray = (): readonly TrayEntry[] => useSyncExternalStore(subscribeTray, listTray)

/** Another tab wrote; also for tests, which write the storage themselves. */
export function rereadTray(): void {
  entries = undefined
  for (const listener of listeners) listener()
}

function parse(text: string | undefined): readonly TrayEntry[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.flatMap(readEntry) : []
  } catch {
    return []
  }
}

function readEntry(raw: Partial<Record<keyof TrayEntry, unknown>>): TrayEntry[] {
  const { hash, chainId, account, act, title, status, code, sentAt } = raw ?? {}
  const item = raw.item as { collection?: unknown; tokenId?: unknown } | undefined
  if (typeof hash !== 'string' || typeof chainId !== 'number' || typeof account !== 'string' || !isAddress(account)) return []
  const known = TRAY_ACTS.find((candidate) => candidate === act)
  if (!known) return []
  return [
    {
      hash: hash as TrayEntry['hash'],
      chainId,
      account,
      act: known,
      title: typeof title === 'string' ? title : '',
      item:
        typeof item?.collection === 'string' && isAddress(item.collection) && typeof item.tokenId === 'string'
          ? { collection: toAddress(item.collection), tokenId: item.tokenId }
          : undefined,
      status: status === 'done' || status === 'failed' ? status : 'pending',
      code: isErrorCode(code) ? code : undefined,
      sentAt: typeof sentAt === 'number' ? sentAt : 0,
    },
  ]
}
