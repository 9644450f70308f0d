import type { OfferMarket } from '@plinth/sdk'
import { offerApi } from '../../../lib/offer-api.ts'
import { type Chain, openChain } from '../../engine/context.ts'

/** A chain whose acts may be offers for sets of works. */
export type OfferChain = Chain & OfferMarket

export async function openOfferChain(chainId: number): Promise<OfferChain> {
  const chain = await openChain(chainId)
  return { ...chain, api: { ...chain.api, offer: offerApi } }
}
