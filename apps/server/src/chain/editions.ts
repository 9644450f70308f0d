import type { Address } from '@plinth/protocol'
import type { ChainContracts } from '../config/config.ts'
import type { Chain } from './chain.ts'

/** The present set of contracts first, then those before it. */
export function editionsOf(contracts: ChainContracts): readonly ChainContracts[] {
  return [contracts, ...(contracts.former ?? [])]
}

/** The set that contains one of these contracts; the present one for any other address. */
export function editionOf(contracts: ChainContracts, address: Address): ChainContracts {
  return editionsOf(contracts).find((set) => TRADING.some((name) => set[name] === address)) ?? contracts
}

const TRADING = ['exchange', 'auctionExchange', 'blindBox', 'collectionFactory'] as const

/** Contracts of one kind, of every edition. */
export function everyOne(contracts: ChainContracts, name: Exclude<keyof ChainContracts, 'former' | 'manyTransfers'>): readonly Address[] {
  return editionsOf(contracts).map((set) => set[name])
}

/** Contracts whose logs the index reads besides those of collections. */
export function marketAddresses(contracts: ChainContracts): readonly Address[] {
  return TRADING.flatMap((name) => everyOne(contracts, name))
}

/** The contracts of one edition by name. */
export function namedContracts(set: ChainContracts): readonly (readonly [name: string, address: Address])[] {
  return Object.entries(set).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
}

/** Every address of the market, of every edition. */
export function allAddresses(contracts: ChainContracts): readonly Address[] {
  return editionsOf(contracts).flatMap((set) => namedContracts(set).map(([, address]) => address))
}

/** The proxy that transfers items and money for one of these contracts. */
export function proxyOf(contracts: ChainContracts, address: Address): Address {
  return editionOf(contracts, address).transferProxy
}

/** Whether a contract belongs to a former edition of the market. */
export function isFormer(contracts: ChainContracts, address: Address): boolean {
  return editionOf(contracts, address) !== contracts
}

/** Whether a contract belongs to the first edition, which has neither epochs nor withheld preimages. */
export function isFirstEdition({ former = [] }: ChainContracts, address: Address): boolean {
  return former.some((set) => set.edition === 1 && TRADING.some((name) => set[name] === address))
}

/** Whether it is one of the two of the chain's configuration. */
export function isOfMarket({ config: { contracts } }: Chain, address: Address | undefined): boolean {
  return address === contracts.official721 || address === contracts.official1155
}
