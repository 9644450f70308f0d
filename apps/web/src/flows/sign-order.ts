import { AppError } from '@plinth/api'
import { type ACTION_TYPE, type Asset, type Order, orderDigest, orderDomain, orderTypedData, unpackSalt } from '@plinth/protocol'
import { toast } from '../kit/toast.tsx'
import { api } from '../lib/api.ts'
import { failureOf } from '../wallet/errors.ts'
import { type Chain, requireSameAccount } from './context.ts'

export type OrderTerms = {
  type: (typeof ACTION_TYPE)['SALE' | 'EDIT_SALE' | 'BID' | 'EDIT_BID']
  sell: Asset
  buy: Asset
  selling: bigint
  buying: bigint
  /** Unix seconds. */
  validUntil: number
  /** Of the open order that is edited: the whole salt is kept (decision 20). */
  salt: bigint | undefined
  /** Nothing above it is signed. An edited order keeps its own, whatever the market asks now. */
  sellerFeeBps: bigint
  /** The highest fee a bid may be charged on top, as its maker saw it; a sale names none. */
  maxBuyerFeeBps: bigint
}

/** Has the server allot the order's number, signs exactly the order asked for, and stores it. */
export async function signOrder(chain: Chain, terms: OrderTerms): Promise<void> {
  const { wallet, account, chainId, config } = chain
  await wallet.switchChain(chainId)
  const { type, salt, validUntil } = terms
  const sides = sidesOf(chain, terms)
  const window = salt === undefined ? { validUntil } : { salt }
  const prepared = await api.order.prepare({ ...sides, ...window, type, chainId }).catch(popUp)
  requireAsked(terms, prepared.salt)
  const order: Order = {
    owner: account,
    salt: prepared.salt,
    sellAsset: terms.sell,
    buyAsset: terms.buy,
    selling: terms.selling,
    buying: terms.buying,
    sellerFee: BigInt(prepared.sellerFee),
  }
  const domain = orderDomain(chainId, config.contract.exchange)
  // What is signed is built here, from what its maker saw; the server only adds the number.
  if (orderDigest(order, domain) !== prepared.digest || order.sellerFee > terms.sellerFeeBps) throw new AppError('ORDER_MISMATCH')
  requireSameAccount(chain)
  const signature = await wallet.signTypedData(orderTypedData(order, domain))
  await api.order.add({ ...sides, salt: prepared.salt, type, digest: prepared.digest, signature, chainId })
}

const sidesOf = ({ account }: Chain, { sell, buy, selling, buying }: OrderTerms) => ({
  maker: account,
  sellToken: sell.token,
  sellTokenId: sell.tokenId,
  sellType: sell.assetType,
  selling,
  buyToken: buy.token,
  buyTokenId: buy.tokenId,
  buyType: buy.assetType,
  buying,
})

/** The number carries the order's time and the fee a bid allows: both must be what the screen said. */
function requireAsked({ salt, validUntil, maxBuyerFeeBps }: OrderTerms, given: bigint): void {
  const parts = unpackSalt(given)
  if (salt === undefined ? parts.validUntil !== validUntil : given !== salt) throw new AppError('ORDER_MISMATCH')
  if (salt === undefined && BigInt(parts.maxBuyerFeeBps) > maxBuyerFeeBps) throw new AppError('FEE_CHANGED')
}

/** Beside the sentence under the step (document B §8). */
export function popUp(error: unknown): never {
  toast(failureOf(error).text, 'bad')
  throw error
}
