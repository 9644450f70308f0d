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
let read: { text: string | undefined; entries: readonly TrayEntry[] } | undefined

/** Newest first. Read anew each time, because other tabs write it too; the same list until somebody has. */
export function listTray(): readonly TrayEntry[] {
  const text = readStored(LOCAL.transactions)
  if (!read || read.text !== text) read = { text, entries: parse(text) }
  return read.entries
}

function save(next: readonly TrayEntry[]): void {
  const kept = next.slice(0, KEPT)
  writeStored(LOCAL.transactions, kept.length === 0 ? undefined : JSON.stringify(kept))
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

type ItemKey = { collection: Address; tokenId: bigint }

const isAct = (entry: TrayEntry, act: TrayAct, account: Address, { collection, tokenId }: ItemKey): boolean =>
  entry.act === act && entry.account === account && entry.item?.collection === collection && entry.item.tokenId === tokenId.toString()

/** Of one account's act on one item, still on its way. */
export function findPending(act: TrayAct, account: Address, item: ItemKey): TrayEntry | undefined {
  return listTray().find((entry) => entry.status === 'pending' && isAct(entry, act, account, item))
}

/** Whether this account's purchase of the item has left this browser and did not fail. */
export function hasBought(account: Address, item: ItemKey): boolean {
  return listTray().some((entry) => entry.status !== 'failed' && isAct(entry, 'buy', account, item))
}

export function subscribeTray(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => (key === LOCAL.transactions || key === null) && listener()
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}

export const useTray = (): readonly TrayEntry[] => useSyncExternalStore(subscribeTray, listTray)

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
