import { type Address, BASE_URI, ZERO_ADDRESS } from '@plinth/protocol'
import type { ContractName } from './artifacts.ts'

/** The contracts of a market on any chain, in the order in which they come to be: the proxy looks at its exchange. */
export const MARKET_PLACES = ['collectionFactory', 'exchange', 'transferProxy', 'official721', 'official1155'] as const
export type MarketPlace = (typeof MARKET_PLACES)[number]

export interface MarketRoles {
  /** Owns the exchange and the official collections. */
  operator: Address
  /** Signs mint vouchers. */
  miner: Address
  /** Sign buyer fees. */
  feeSigners: readonly Address[]
  /** Receives the fees. */
  beneficiary: Address
  fees: { buyerFeeBps: bigint; minimumSellerFeeBps: bigint }
}

export interface MarketStep {
  contract: ContractName
  at: MarketPlace
  args: readonly unknown[]
}

export const OFFICIAL_NAMES = { official721: ['Plinth Works', 'PLINTH'], official1155: ['Plinth Editions', 'PLED'] } as const

/** What is deployed with which constructor arguments, given where exchange and proxy will lie. */
export function marketSteps(addresses: { exchange: Address; transferProxy: Address }, roles: MarketRoles): MarketStep[] {
  const { operator, miner, feeSigners, beneficiary, fees } = roles
  const terms = [operator, addresses.transferProxy, beneficiary, feeSigners, fees.buyerFeeBps, fees.minimumSellerFeeBps]
  const official = (at: keyof typeof OFFICIAL_NAMES) => [...OFFICIAL_NAMES[at], miner, '', BASE_URI, operator]
  return [
    { contract: 'CollectionFactory', at: 'collectionFactory', args: [] },
    { contract: 'Exchange', at: 'exchange', args: terms },
    { contract: 'TransferProxy', at: 'transferProxy', args: [addresses.exchange, ZERO_ADDRESS, ZERO_ADDRESS] },
    { contract: 'OfficialCollection721', at: 'official721', args: official('official721') },
    { contract: 'OfficialCollection1155', at: 'official1155', args: official('official1155') },
  ]
}
