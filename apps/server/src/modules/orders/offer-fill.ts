import { AppError } from '@plinth/api'
import { type Address, ASSET_TYPE, unitsCovered } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import { spendableOnChain } from '../../chain/holdings.ts'
import type { RequestContext } from '../../context.ts'
import { findItem, isBurnt } from '../../state/items/store.ts'
import { rootOf } from '../../state/orders/criteria.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { itemsLeft, signedFill } from './fill.ts'
import { isProposed, proofOfId } from './offer-sets.ts'
import { findOffer } from './offers.ts'

type Wanted = {
  readonly owner: Address
  readonly salt: bigint
  readonly collection: Address
  readonly tokenId: bigint
  readonly quantity?: bigint
  readonly chainId?: number
}

/** What a holder needs to accept an offer by an item: the proof of its id, and the operator's signature where the fee needs one. */
export async function signOfferFill(context: RequestContext, { owner, salt, collection, tokenId, quantity, chainId }: Wanted) {
  if (context.requireCaller().address === owner) throw new AppError('SELF_TRADE')
  const chain = await context.chains.resolveForWrite({ chainId, collection, tokenId })
  await chain.requireTrusted()
  const stored = await findOffer(context, chain, owner, salt)
  if (!stored || stored.collection !== collection) throw new AppError('ORDER_NOT_FOUND')
  const item = await findItem(context.db, { chainId: chain.id, collection, tokenId })
  if (!item?.isVisible || !item.isConfirmed || isBurnt(item)) throw new AppError('NOT_FOUND')
  if (item.isTradeLocked) throw new AppError('TRADE_LOCKED')
  const root = rootOf(stored.tokenId)
  const idProof = await proofOfId(context.db, root, { chainId: chain.id, collection, tokenId })
  if (!idProof) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'tokenId', reason: 'the offer is for other items' })
  if (!(await isProposed(context.db, root, { chainId: chain.id, collection, tokenId })))
    throw new AppError('BAD_ARGUMENT_VALUE', { field: 'tokenId', reason: 'the item has lost the attributes that the offer is for' })
  const left = await unitsLeft(context, chain, stored)
  if (left === 0n) throw new AppError('ORDER_NOT_FUNDABLE')
  if (quantity !== undefined && quantity > left) throw new AppError('ORDER_QUANTITY', { left: left.toString() })
  return { ...(await signedFill(context, chain, stored, left)), tokenId, root, idProof }
}

/** Units that its maker’s money pays now; of an ERC721 one. */
async function unitsLeft(context: RequestContext, chain: Chain, stored: StoredOrder): Promise<bigint> {
  const left = await itemsLeft(context, chain, stored)
  const { balance, allowance } = await spendableOnChain(chain, chain.config.contracts.transferProxy, stored.maker, stored.payToken)
  const covered = unitsCovered(signedOrderOf(stored), stored.quantity - left, balance < allowance ? balance : allowance)
  return stored.assetType === ASSET_TYPE.ERC721 && covered > 1n ? 1n : covered
}
