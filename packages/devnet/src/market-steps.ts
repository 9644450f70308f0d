import { type Address, BASE_URI, ZERO_ADDRESS } from '@plinth/protocol'
import type { ContractName } from './artifacts.ts'

/** The contracts of a market on any chain, in order of deployment: the proxy checks its operators. */
export const MARKET_PLACES = [
  'collectionFactory',
  'exchange',
  'auctionExchange',
  'blindBox',
  'manyTransfers',
  'transferProxy',
  'official721',
  'official1155',
  'prizeCollection',
] as const
export type MarketPlace = (typeof MARKET_PLACES)[number]

/** Contracts that need each other's addresses in advance: deployed one after the other, the proxy last. */
export const PROXY_PLACES = [
  'exchange',
  'auctionExchange',
  'blindBox',
  'manyTransfers',
  'transferProxy',
] as const satisfies readonly MarketPlace[]
export type ProxyPlace = (typeof PROXY_PLACES)[number]

export interface MarketRoles {
  /** Owns the exchanges, the official collections and that of prizes. */
  operator: Address
  /** Signs mint vouchers. */
  miner: Address
  /** Sign buyer fees and settlements of auctions. */
  feeSigners: readonly Address[]
  /** Receives the fees. */
  beneficiary: Address
  fees: { buyerFeeBps: bigint; minimumSellerFeeBps: bigint }
  /** The chain's coin as an ERC20, whose transfers the exchange does not measure; none where absent. */
  wrappedCoin?: Address
}

export interface MarketStep {
  contract: ContractName
  at: MarketPlace
  args: readonly unknown[]
}

/** Name and symbol of the collection in which blind boxes mint. */
export const PRIZE_NAMES = ['Plinth Prizes', 'PLPR'] as const
export const OFFICIAL_NAMES = { official721: ['Plinth Works', 'PLINTH'], official1155: ['Plinth Editions', 'PLED'] } as const

/** Future addresses of exchanges and proxy. An earlier set has no ManyTransfers, and its proxy names none. */
export type ProxyAddresses = Record<Exclude<ProxyPlace, 'manyTransfers'>, Address> & { manyTransfers?: Address | undefined }

/** Constructor arguments of each deployment. */
export function marketSteps(addresses: ProxyAddresses, roles: MarketRoles): MarketStep[] {
  const { operator, miner, feeSigners, beneficiary, fees, wrappedCoin = ZERO_ADDRESS } = roles
  const { exchange, auctionExchange, blindBox, manyTransfers, transferProxy } = addresses
  const terms = [operator, transferProxy, beneficiary, feeSigners, fees.buyerFeeBps, fees.minimumSellerFeeBps]
  const many: MarketStep[] = manyTransfers ? [{ contract: 'ManyTransfers', at: 'manyTransfers', args: [transferProxy] }] : []
  const operators = [exchange, auctionExchange, blindBox, manyTransfers ?? ZERO_ADDRESS]
  const official = (at: keyof typeof OFFICIAL_NAMES) => [...OFFICIAL_NAMES[at], miner, '', BASE_URI, operator]
  return [
    { contract: 'CollectionFactory', at: 'collectionFactory', args: [] },
    { contract: 'Exchange', at: 'exchange', args: [...terms, wrappedCoin] },
    { contract: 'AuctionExchange', at: 'auctionExchange', args: terms },
    { contract: 'BlindBox', at: 'blindBox', args: terms },
    ...many,
    { contract: 'TransferProxy', at: 'transferProxy', args: operators },
    { contract: 'OfficialCollection721', at: 'official721', args: official('official721') },
    { contract: 'OfficialCollection1155', at: 'official1155', args: official('official1155') },
    { contract: 'PrizeCollection', at: 'prizeCollection', args: [...PRIZE_NAMES, blindBox, '', BASE_URI, operator] },
  ]
}
