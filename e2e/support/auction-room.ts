import type { AuctionRecord } from '@plinth/api'
import { type Item, type Person, startAuction } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, toAddress } from '@plinth/protocol'
import { auctionExchangeAbi, collection721Abi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Place } from './market.ts'

const { wrappedCoin, auctionExchange } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
/** Long enough for the bids of a story, short enough to wait for its end. */
const SHORT_S = 60

const ROOM_TERMS = { startPrice: '1', lowest: '1', step: '0.1', dividendPercent: 10 } as const

export const refOf = ({ collection, tokenId, owner, salt, chainId }: AuctionRecord) => ({ collection, tokenId, owner, salt, chainId })

/** What stories ask of market and chain about auctions in wrapped coin. */
export function auctionRoom(market: Place) {
  const chainTime = async () => Number((await market.chain.getBlock()).timestamp)
  const coinOf = (account: Address) =>
    market.chain.readContract({ address: wrappedCoin, abi: wrappedCoinAbi, functionName: 'balanceOf', args: [account] })
  return {
    chainTime,
    latestOf: ({ collection, tokenId }: Item, owner: Address) =>
      market.api.auction.get({ collection, tokenId, owner, chainId: LOCAL_CHAIN_ID }),
    isSpent: ({ owner, salt }: AuctionRecord) =>
      market.chain.readContract({ address: auctionExchange, abi: auctionExchangeAbi, functionName: 'isSpent', args: [owner, salt] }),
    /** Takes bids from now on, and not for long. */
    startShort: async (owner: Person, item: Item): Promise<AuctionRecord> => {
      const now = await chainTime()
      return startAuction(owner, item, { ...ROOM_TERMS, startTime: now, endTime: now + SHORT_S })
    },
    holderOf: async ({ collection, tokenId }: Item): Promise<Address> =>
      toAddress(await market.chain.readContract({ address: collection, abi: collection721Abi, functionName: 'ownerOf', args: [tokenId] })),
    /** What each of them has, and the market. */
    money: async <Name extends string>(people: Record<Name, Address>): Promise<Record<Name | 'market', bigint>> => {
      const beneficiary = await market.chain.readContract({
        address: auctionExchange,
        abi: auctionExchangeAbi,
        functionName: 'beneficiary',
      })
      const accounts = { ...people, market: toAddress(beneficiary) } as Record<Name | 'market', Address>
      const rows = Object.entries<Address>(accounts).map(async ([name, account]) => [name, await coinOf(account)] as const)
      return Object.fromEntries(await Promise.all(rows)) as Record<Name | 'market', bigint>
    },
  }
}
