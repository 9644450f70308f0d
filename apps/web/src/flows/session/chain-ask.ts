import { create } from 'zustand'

/** noWallet: this browser has none. wrongChain: the wallet is on another chain; once it is there, the act that needed it goes on. */
export type ChainAsk = { reason: 'noWallet' } | { reason: 'wrongChain'; chainId: number; goOn?: () => void }

export const useChainAsk = create<ChainAsk | undefined>(() => undefined)

/** Opens the chain-connect dialog (document A §4); undefined closes it. */
export const askChain = (next: ChainAsk | undefined): void => useChainAsk.setState(next, true)
