import { create } from 'zustand'

/** noWallet: this browser has none. wrongChain: the wallet is on another chain. */
export type ChainAsk = { reason: 'noWallet' } | { reason: 'wrongChain'; chainId: number }

export const useChainAsk = create<ChainAsk | undefined>(() => undefined)

/** Opens the chain-connect dialog (document A §4); undefined closes it. */
export const askChain = (next: ChainAsk | undefined): void => useChainAsk.setState(next, true)
