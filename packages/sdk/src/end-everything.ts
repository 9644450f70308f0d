import type { Config } from '@plinth/api'
import { type Address, unpackSalt } from '@plinth/protocol'
import type { Hex } from 'viem'
import { AUCTION_ABI, EXCHANGE_ABI } from './abi.ts'
import { transaction } from './act-steps.ts'
import type { ContractCall, Market } from './market.ts'
import type { Act } from './requests.ts'

/** The exchange of the first edition can't end everything: there an account takes back its approvals. */
const FIRST_WITH_EPOCHS = 2
/** Numbers of one word of the exchange's bitmap. */
const WORD_BITS = 256n

/** Exchanges that end everything of an account, the present one first. Each ends it at the auctions beside it, too. */
export const endingExchanges = ({ contract }: Pick<Config, 'contract'>): readonly Address[] => [
  contract.exchange,
  ...contract.former.flatMap(({ edition, exchange }) => (edition >= FIRST_WITH_EPOCHS ? [exchange] : [])),
]

/**
 * Ends all that the sender ever signed for this exchange and the auctions beside it, whatever its numbers, also what no market knows.
 * Needs no server.
 */
export const endEverythingCall = (chainId: number, exchange: Address): ContractCall => ({
  chainId,
  address: exchange,
  abi: EXCHANGE_ABI,
  functionName: 'endEverything',
  args: [],
})

/** Ends the sender's orders of these salts at an exchange, in one transaction. */
export function cancelManyCall(chainId: number, exchange: Address, salts: readonly bigint[]): ContractCall {
  const masks = new Map<bigint, bigint>()
  for (const salt of salts) {
    const { sequence } = unpackSalt(salt)
    const word = sequence / WORD_BITS
    masks.set(word, (masks.get(word) ?? 0n) | (1n << (sequence % WORD_BITS)))
  }
  const args = [[...masks.keys()], [...masks.values()]]
  return { chainId, address: exchange, abi: EXCHANGE_ABI, functionName: 'cancelMany', args }
}

/** Ends the sender's bids up to `upTo` in the auction of this name, at the contract of its auctions. */
export const endBidsCall = (chainId: number, auctionExchange: Address, auction: Hex, upTo: bigint): ContractCall => ({
  chainId,
  address: auctionExchange,
  abi: AUCTION_ABI,
  functionName: 'voidBids',
  args: [auction, upTo],
})

/** Ends all that the account ever signed: one transaction for each of these exchanges, by default the present one alone. */
export const endEverything = (market: Market, exchanges: readonly Address[] = [market.config.contract.exchange]): Act =>
  exchanges.map((exchange) => ({
    key: exchange === market.config.contract.exchange ? 'end' : `end ${exchange}`,
    prepare: async () => transaction(endEverythingCall(market.chainId, exchange)),
  }))
