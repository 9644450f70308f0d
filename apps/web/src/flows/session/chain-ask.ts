import { useSyncExternalStore } from 'react'

/** noWallet: this browser has none. wrongChain: the wallet is on another chain. */
export type ChainAsk = { reason: 'noWallet' } | { reason: 'wrongChain'; chainId: number }

const listeners = new Set<() => void>()
let asked: ChainAsk | undefined

/** Opens the chain-connect dialog (document A §4); undefined closes it. */
export function askChain(next: ChainAsk | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useChainAsk = (): ChainAsk | undefined => useSyncExternalStore(subscribe, () => asked)
