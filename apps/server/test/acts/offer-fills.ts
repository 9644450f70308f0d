import { toExchangeOrder, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type BaseError, ContractFunctionRevertedError, zeroHash } from 'viem'
import type { ItemId, TestMarket } from '../market/market.ts'
import { type Holder, type Offer, proofFor } from './offer-life.ts'

const NO_SIGNATURE = { v: 0, r: zeroHash, s: zeroHash }
const feeOf = ({ order }: Offer) => BigInt(unpackSalt(order.salt).maxBuyerFeeBps)

/** Whether the exchange would take this call by this account now; nothing of the market is asked. */
async function wouldDo(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if ((error as BaseError).walk((cause) => cause instanceof ContractFunctionRevertedError)) return false
    throw error
  }
}

/** Whether the chain lets this holder sell units of an item to the offer, by a proof made from the ids alone. */
export function wouldSell(market: TestMarket, offer: Offer, seller: Holder, tokenId: bigint, units: bigint): Promise<boolean> {
  const order = toExchangeOrder(offer.order)
  const proof = proofFor(offer, tokenId)
  const args = [order, offer.signature, feeOf(offer), NO_SIGNATURE, offer.price * units, ZERO_ADDRESS, 1n, tokenId, proof] as const
  const call = {
    address: market.exchange,
    abi: exchangeAbi,
    functionName: 'acceptCriteriaBid',
    args,
    account: market.address(seller),
  } as const
  return wouldDo(() => market.testnet.publicClient.simulateContract(call))
}

/** The same of one unit of each of these items, all of them or none. */
export function wouldSellAll(
  market: TestMarket,
  offer: Offer,
  seller: Holder,
  items: readonly Pick<ItemId, 'tokenId'>[],
): Promise<boolean> {
  const line = {
    order: toExchangeOrder(offer.order),
    signature: offer.signature,
    buyerFee: feeOf(offer),
    buyerFeeSig: NO_SIGNATURE,
    amount: offer.price,
    leastProceeds: 1n,
    leastAmount: 0n,
  }
  const { order, signature, buyerFee, buyerFeeSig, amount, leastProceeds, leastAmount } = line
  const bids = items.map(({ tokenId }) => ({
    order,
    signature,
    buyerFee,
    buyerFeeSig,
    amount,
    leastProceeds,
    leastAmount,
    tokenId,
    proof: proofFor(offer, tokenId),
  }))
  const args = [bids, ZERO_ADDRESS, BigInt(items.length)] as const
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'acceptBids', args, account: market.address(seller) } as const
  return wouldDo(() => market.testnet.publicClient.simulateContract(call))
}
