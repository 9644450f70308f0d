import { AppError, type PayToken } from '@plinth/api'
import {
  ACTION_TYPE,
  type Address,
  assetTypeOf,
  moneyOf,
  type Order,
  orderDigest,
  orderDomain,
  orderTypedData,
  standardOf,
} from '@plinth/protocol'
import { toast } from '../kit/toast.tsx'
import { api } from '../lib/api.ts'
import { failureOf } from '../wallet/errors.ts'
import { type Chain, requireSameAccount } from './context.ts'

export type SaleTerms = {
  collection: Address
  tokenId: bigint
  standard: number
  quantity: bigint
  /** Of one, in base units of the pay token. */
  unitPrice: bigint
  payToken: Pick<PayToken, 'address'>
  /** Unix seconds. */
  validUntil: number
  /** Of the open sale that is edited: the whole salt is kept and only the price goes down (decision 20). */
  salt?: bigint
}

/** Has the server allot the order's number, signs exactly the order asked for, and stores it. */
export async function signSale(chain: Chain, terms: SaleTerms): Promise<void> {
  const { wallet, account, chainId, config } = chain
  await wallet.switchChain(chainId)
  const type = terms.salt === undefined ? ACTION_TYPE.SALE : ACTION_TYPE.EDIT_SALE
  const money = moneyOf(terms.payToken.address)
  const sides = {
    maker: account,
    sellToken: terms.collection,
    sellTokenId: terms.tokenId,
    sellType: assetTypeOf(standardOf(terms.standard)),
    selling: terms.quantity,
    buyToken: money.token,
    buyTokenId: 0n,
    buyType: money.assetType,
    buying: terms.unitPrice * terms.quantity,
  }
  const window = terms.salt === undefined ? { validUntil: terms.validUntil } : { salt: terms.salt }
  const prepared = await api.order.prepare({ ...sides, ...window, type, chainId }).catch(popUp)
  const order: Order = {
    owner: account,
    salt: prepared.salt,
    sellAsset: { token: sides.sellToken, tokenId: sides.sellTokenId, assetType: sides.sellType },
    buyAsset: money,
    selling: sides.selling,
    buying: sides.buying,
    sellerFee: BigInt(prepared.sellerFee),
  }
  const domain = orderDomain(chainId, config.contract.exchange)
  // What is signed is built here, from what the seller saw; the server only adds the number.
  if (orderDigest(order, domain) !== prepared.digest || order.sellerFee > config.sellerFee) throw new AppError('ORDER_MISMATCH')
  requireSameAccount(chain)
  const signature = await wallet.signTypedData(orderTypedData(order, domain))
  await api.order.add({ ...sides, salt: prepared.salt, type, digest: prepared.digest, signature, chainId })
}

/** Beside the sentence under the step (document B §8). */
function popUp(error: unknown): never {
  toast(failureOf(error).text, 'bad')
  throw error
}
