import { AppError, type Catalogue, type Handlers, type OfferSet } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { RequestContext, SharedContext } from '../context.ts'
import {
  blockMaker,
  declineOffer,
  findLeast,
  listBlocked,
  passedAmong,
  restoreOffer,
  setLeast,
  unblockMaker,
} from '../modules/inbox/service.ts'
import { addOffer, findSet, prepareOffer, signOfferFill } from '../modules/orders/service.ts'
import { readInbox } from '../read/inbox.ts'
import { listOffers, offersForItem } from '../read/offers.ts'

const idsOf = ({ chains }: SharedContext, chainId: number | undefined) => chains.scope(chainId).map(({ id }) => id)

/** @throws AppError NOT_FOUND */
async function readSet(
  { db, chains }: SharedContext,
  { chainId, collection, root }: { chainId?: number | undefined; collection: Address; root: Hex },
): Promise<OfferSet> {
  const chain = await chains.resolve({ chainId, collection })
  const found = await findSet(db, { chainId: chain.id, collection }, root)
  if (!found) throw new AppError('NOT_FOUND')
  return { root, attributes: found.attributes, ids: found.ids.map(BigInt), cid: found.cid }
}

export const offerCalls = {
  prepare: (context, input) => prepareOffer(context, input),
  add: async (context, input) => {
    await addOffer(context, input)
    return {}
  },
  list: (context, { collection, owner, chainId, ...page }) =>
    listOffers(context, { chainIds: idsOf(context, chainId), collection, owner }, page),
  mine: (context, { chainId, ...page }) =>
    listOffers(context, { chainIds: idsOf(context, chainId), owner: context.requireCaller().address, withResting: true }, page),
  forItem: async (context, { chainId, collection, tokenId, ...page }) => {
    const chain = await context.chains.resolve({ chainId, collection, tokenId })
    return offersForItem(context, { chainId: chain.id, collection, tokenId }, page)
  },
  inbox: async (context, { chainId, ...page }) => {
    const { address: account } = context.requireCaller()
    const least = await findLeast(context.db, account)
    const found = await readInbox(context, { account, chainIds: idsOf(context, chainId), viewer: { least } }, page)
    return { ...found, page: page.page, least }
  },
  passed: async (context, { ids }) => passedAmong(context.db, context.requireCaller().address, ids),
  decline: async (context, { id }) => {
    await declineOffer(context, id)
    return {}
  },
  restore: async (context, { id }) => {
    await restoreOffer(context, id)
    return {}
  },
  block: async (context, { address }) => {
    await blockMaker(context, address)
    return {}
  },
  unblock: async (context, { address }) => {
    await unblockMaker(context, address)
    return {}
  },
  blocked: (context, page) => listBlocked(context, page),
  setLeast: async (context, { least }) => {
    await setLeast(context, least)
    return {}
  },
  set: readSet,
  buyerFee: (context, input) => signOfferFill(context, input),
} satisfies Handlers<Catalogue['offer'], RequestContext, SharedContext>
