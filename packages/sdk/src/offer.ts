import { AppError, type AttributeChoice, type OfferRecord, type PayToken } from '@plinth/api'
import {
  type Address,
  ANY_ID,
  ASSET_TYPE,
  criteriaBidDigest,
  criteriaBidTypedData,
  idTreeOf,
  isCode,
  isCriteriaBid,
  moneyOf,
  type Order,
  orderDomain,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { OfferMarket } from './market.ts'
import { requireAsked } from './prepare-order.ts'
import type { SignatureRequest } from './requests.ts'

export type OfferTerms = {
  collection: Address
  /**
   * Which items may be sold to it: those that have all these attributes now, all that there are now (no attributes), or any, also of
   * those to come.
   */
  items: readonly AttributeChoice[] | 'any'
  /** Units, 1 to 500; any holder may sell any part. An edit names that of the whole offer. */
  quantity: bigint
  /** Of one, in base units of the pay token. */
  unitPrice: bigint
  payToken: Pick<PayToken, 'address'>
  maxBuyerFeeBps: bigint
  /** In bps, paid by the accounts that sell. */
  sellerFeeBps: bigint
  /** Unix seconds. */
  validUntil: number
  /** The open offer whose price is raised: it keeps its set. */
  raised: Pick<OfferRecord, 'salt' | 'root'> | undefined
}

/**
 * Has the server choose the set and allot the number, and prepares exactly the offer asked for. Throws ORDER_MISMATCH or FEE_CHANGED
 * where the answer differs from the terms, or its list of ids from its root.
 */
export async function prepareOffer(market: OfferMarket, terms: OfferTerms): Promise<SignatureRequest> {
  const { api, account, chainId, config } = market
  const { collection, items, quantity, unitPrice, payToken, validUntil, raised, maxBuyerFeeBps, sellerFeeBps } = terms
  const asked = { maker: account, collection, payToken: payToken.address, unitPrice, quantity, chainId }
  const choice = raised ? { salt: raised.salt } : { validUntil, ...(items === 'any' ? { withNew: true } : { attributes: [...items] }) }
  const { root, salt, sellerFee, digest: given, assetType } = await api.offer.prepare({ ...asked, ...choice })
  requireAsked({ salt: raised?.salt, validUntil, maxBuyerFeeBps }, salt)
  await requireSet(market, terms, root)
  if (!isCode(ASSET_TYPE, assetType)) throw new AppError('ORDER_TOKEN')
  const order: Order = {
    owner: account,
    salt,
    sellAsset: moneyOf(payToken.address),
    buyAsset: { token: collection, tokenId: BigInt(root), assetType },
    selling: unitPrice * quantity,
    buying: quantity,
    sellerFee: BigInt(sellerFee),
  }
  if (!isCriteriaBid(order) || order.sellerFee > sellerFeeBps) throw new AppError('ORDER_MISMATCH')
  const domain = orderDomain(chainId, config.contract.exchange)
  const digest = criteriaBidDigest(order, domain)
  if (digest !== given) throw new AppError('ORDER_MISMATCH')
  return {
    kind: 'signature',
    typedData: criteriaBidTypedData(order, domain),
    digest,
    submit: async (signature) => void (await api.offer.add({ ...asked, root, salt, digest, signature })),
  }
}

/** A root that nothing was asked for would buy any item: its list must be there, and make it. */
async function requireSet({ api, chainId }: OfferMarket, { collection, items, raised }: OfferTerms, root: Hex): Promise<void> {
  const isAsked = raised ? root === raised.root : (root === ANY_ID) === (items === 'any')
  if (!isAsked) throw new AppError('ORDER_MISMATCH')
  if (root === ANY_ID) return
  const { ids } = await api.offer.set({ collection, root, chainId })
  if (idTreeOf(ids).root !== root) throw new AppError('ORDER_MISMATCH')
}

/** An offer for a set as it was signed. */
export function offerOrderOf({
  maker,
  salt,
  payToken,
  collection,
  root = ANY_ID,
  assetType,
  unitPrice,
  quantity,
  sellerFee,
}: OfferRecord): Order {
  if (!isCode(ASSET_TYPE, assetType)) throw new AppError('ORDER_TOKEN')
  return {
    owner: maker,
    salt,
    sellAsset: moneyOf(payToken.address),
    buyAsset: { token: collection, tokenId: BigInt(root), assetType },
    selling: unitPrice * quantity,
    buying: quantity,
    sellerFee: BigInt(sellerFee),
  }
}
