import type { Client, ClientOf, Config, VISITOR_CALLS } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Abi } from 'viem'

/** A call of a contract as a transaction. `value` in wei. */
export type ContractCall = {
  chainId: number
  address: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
  value?: bigint
  /** Gas that others may use of the transaction beyond its estimate. */
  gasReserve?: bigint
  /** The limit of gas, in place of an estimate. */
  gas?: bigint
}

/** The calls of the server that acts use, in the name of an account that has signed in. */
export type MarketApi = Pick<
  ClientOf<typeof VISITOR_CALLS>,
  'auction' | 'blind' | 'config' | 'contract' | 'dapp' | 'nft' | 'order' | 'paytoken' | 'storage' | 'user'
>

/** One chain of the market in the name of one account: all that an act needs before anything is signed or sent. */
export type Market = {
  readonly api: MarketApi
  readonly chainId: number
  readonly account: Address
  /** Contracts and fees, of `config.fetch` with this chain. */
  readonly config: Config
  /** Calls a view of a contract. */
  readonly read: <T>(call: Omit<ContractCall, 'value'>) => Promise<T>
  /** Runs a call against the newest block and returns its result; throws its revert. */
  readonly simulate: <T>(call: ContractCall) => Promise<T>
}

/** A market whose acts may be offers for any item of a set. */
export type OfferMarket = Market & { readonly api: MarketApi & Pick<Client, 'offer'> }

/** A market whose acts may be purchases and cancels of private sales. */
export type PrivateMarket = Market & { readonly api: MarketApi & Pick<Client, 'privateSale'> }

/** A market whose acts may be purchases of several lines. */
export type CartMarket = Market & { readonly api: MarketApi & Pick<Client, 'cart' | 'sweep'> }

/** The server reports the contracts of the present edition; auctions and boxes go on where they began, with the proxy of their edition. */
export function configAt(config: Config, at: string | undefined): Config {
  if (at === undefined) return config
  const set = config.contract.former.find(({ auctionExchange, blindBox }) => at === auctionExchange || at === blindBox)
  if (!set) return config
  const { edition: _, ...contracts } = set
  return { ...config, contract: { ...config.contract, ...contracts } }
}

/** The same market with the contracts of the edition in which `at` lies: an AuctionExchange or a BlindBox. */
export const marketAt = (market: Market, at: string | undefined): Market => ({ ...market, config: configAt(market.config, at) })
