import type { PortfolioItem } from '@plinth/api'
import type { ExploreRow } from '../../../entities/explore/explore-row.ts'

/** What the acts of a row ask of it. */
export type LedgerRow = Pick<
  ExploreRow,
  'chainId' | 'collection' | 'tokenId' | 'name' | 'isLocked' | 'price' | 'seller' | 'auction' | 'owner'
>

export const actRowOf = ({ chainId, collection, tokenId, name, listed, owner }: PortfolioItem): LedgerRow => ({
  chainId,
  collection,
  tokenId,
  name,
  isLocked: false,
  price: listed,
  seller: listed && owner,
  auction: undefined,
  owner: { address: owner, nickname: '', avatar: '' },
})
