import { AppError } from '@plinth/api'
import type { Address, Asset } from '@plinth/protocol'
import type { Db } from '../../db/database.ts'
import { findOpenAuction } from '../../state/auctions/store.ts'

export { fixSpendableAtEnd } from './close.ts'
export { isBuyNowOpen, nextPriceOf } from './life.ts'
export { dueSettlements, SETTLEMENT_GAS, settleDue } from './settle-ended.ts'

type Where = { readonly id: number }

/** An item at auction is not on sale (decision 23). @throws AppError ON_AUCTION */
export async function checkNotAtAuction(db: Db, chain: Where, maker: Address, { token, tokenId }: Asset): Promise<void> {
  if (await findOpenAuction(db, { chainId: chain.id, collection: token, tokenId, maker })) throw new AppError('ON_AUCTION')
}
