import { AppError, type PayToken } from '@plinth/api'
import { ACTION_TYPE, type Address, assetTypeOf, moneyOf, standardOf } from '@plinth/protocol'
import { failureOf } from '../wallet/errors.ts'
import { type Chain, openChain } from './context.ts'
import type { Flow } from './engine.ts'
import { moneySteps } from './money-steps.ts'
import { signOrder } from './sign-order.ts'

export type BidContext = {
  chainId: number
  collection: Address
  tokenId: bigint
  standard: number
  quantity: bigint
  /** Of one, in base units of the pay token. */
  unitPrice: bigint
  payToken: Pick<PayToken, 'address' | 'symbol'>
  /** All it can draw when it is accepted, buyer fee included. */
  draw: bigint
  maxBuyerFeeBps: bigint
  /** Paid by the account that accepts. */
  sellerFeeBps: bigint
  isUnlimited: boolean
  /** Of the chain's coin, the most that is wrapped first; 0 where nothing has to be. */
  wrap: bigint
  /** Unix seconds. */
  validUntil: number
  /** Of the open bid that is raised. */
  salt: bigint | undefined
  chain?: Chain
}

const chainOf = async (context: BidContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}

async function signBid(context: BidContext): Promise<void> {
  const { collection, tokenId, standard, quantity, unitPrice, payToken, validUntil, salt, maxBuyerFeeBps, sellerFeeBps } = context
  await signOrder(await chainOf(context), {
    type: salt === undefined ? ACTION_TYPE.BID : ACTION_TYPE.EDIT_BID,
    sell: moneyOf(payToken.address),
    buy: { token: collection, tokenId, assetType: assetTypeOf(standardOf(standard)) },
    selling: unitPrice * quantity,
    buying: quantity,
    validUntil,
    salt,
    maxBuyerFeeBps,
    sellerFeeBps,
  }).catch((error: unknown) => {
    // Accepted while it was being raised.
    if (salt !== undefined && failureOf(error).code === 'ORDER_FILLED') throw new AppError('ORDER_YOURS', {}, { cause: error })
    throw error
  })
}

/** Wrap what is missing of the coin, allow what all open bids and this one can draw, sign and store (document B §4, decision 22). */
export const bidFlow: Flow<BidContext> = {
  steps: [...moneySteps(chainOf, ({ salt }) => salt), { key: 'sign', run: signBid }],
}
