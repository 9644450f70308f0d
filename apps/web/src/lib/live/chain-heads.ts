import { useMemo, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { chainNow } from '../clock.ts'

/** Without a block for this long, a network is said to be silent. */
const SILENT_S = 120
const LOOK_EVERY_MS = 10_000

type Heads = {
  /** When the stream opened: from then on each block is heard of. */
  openedAt: number | undefined
  /** By network: time of the last block that the market has read, in unix seconds. */
  heads: Readonly<Record<number, number>>
}

const useHeads = create<Heads>(() => ({ openedAt: undefined, heads: {} }))

export const noteOpened = (): void => useHeads.setState(({ openedAt }) => ({ openedAt: openedAt ?? chainNow() }))
export const noteHead = (chainId: number, timestamp: number): void =>
  useHeads.setState(({ heads }) => ({ heads: { ...heads, [chainId]: timestamp } }))

/** Networks of which no block has come for a while, with the time of the last one in unix seconds. */
export function useSilentNetworks(chainIds: readonly number[]): ReadonlyMap<number, number> {
  const text = useSyncExternalStore(subscribe, () => {
    const { openedAt, heads } = useHeads.getState()
    if (openedAt === undefined) return '[]'
    const now = chainNow()
    const lasts = chainIds.map((chainId): [number, number] => [chainId, heads[chainId] ?? openedAt])
    return JSON.stringify(lasts.filter(([, last]) => now - last > SILENT_S))
  })
  return useMemo(() => new Map(JSON.parse(text) as [number, number][]), [text])
}

function subscribe(listener: () => void): () => void {
  const leave = useHeads.subscribe(listener)
  const timer = setInterval(listener, LOOK_EVERY_MS)
  return () => {
    leave()
    clearInterval(timer)
  }
}
