import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import { type Address, AUCTION_ACT } from '@plinth/protocol'
import type { RequestContext, SharedContext } from '../context.ts'
import { type AddInput, addAuction } from '../modules/auctions/add.ts'
import { addBid, withdrawBids } from '../modules/auctions/bid.ts'
import { findAuction, getAuction } from '../modules/auctions/life.ts'
import { prepare } from '../modules/auctions/prepare.ts'
import { signOpenSettlement, signSettlement } from '../modules/auctions/settle.ts'
import { listAuctions, presentAuctionBids, presentAuctions } from '../read/lists/auctions.ts'
import { listItems } from '../read/lists/item-lists.ts'
import { readLiveAuctions } from '../read/record-offers.ts'
import { findLatestAuction } from '../state/auctions/store.ts'

type ManyItems = { items: readonly { collection: Address; tokenId: bigint }[]; chainId?: number }

async function active(context: SharedContext, { items, chainId }: ManyItems) {
  const refs = await Promise.all(items.map(async (item) => ({ ...item, chainId: (await context.chains.resolve({ chainId, ...item })).id })))
  return { list: await readLiveAuctions(context, refs) }
}

async function add(context: RequestContext, input: AddInput): Promise<Record<string, never>> {
  await addAuction(context, input)
  return {}
}

export const auctionCalls = {
  prepare,
  add,
  edit: (context, input) => add(context, { ...input, type: AUCTION_ACT.EDIT_AUCTION }),
  bid: async (context, input) => {
    await addBid(context, input)
    return {}
  },
  cancel: async (context, input) => {
    await withdrawBids(context, input)
    return {}
  },
  buyerFee: signSettlement,
  settlement: signOpenSettlement,
  bids: async (context, input) => {
    const chain = await context.chains.resolve(input)
    const found = await findAuction(context, chain, input)
    return found ? presentAuctionBids(context, found) : { list: [], users: [] }
  },
  get: async (context, input) => {
    const chain = await context.chains.resolve(input)
    const { salt } = input
    const found =
      salt === undefined
        ? await findLatestAuction(context.db, { ...input, chainId: chain.id, maker: input.owner })
        : await getAuction(context, chain, { ...input, salt })
    const [record] = found ? await presentAuctions(context, [found]) : []
    if (!record) throw new AppError('AUCTION_NOT_FOUND')
    return record
  },
  list: (context, input) =>
    listAuctions(context, { ...input, chainIds: context.chains.scope(input.chainId).map((chain) => chain.id) }, input),
  activeauctions: active,
  listbymulti: active,
  newlist: (context, input) => {
    const { sort = 'create_time', phase } = input
    const chainIds = context.chains.scope(input.chainId).map((chain) => chain.id)
    return listItems(context, { of: 'auctioned', chainIds, viewer: context.caller?.address, sort, phase }, input)
  },
} satisfies Handlers<Catalogue['auction'], RequestContext, SharedContext>
