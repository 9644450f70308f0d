import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { gatedReads } from '../db/gate.ts'
import { chooseShelf } from '../modules/portfolio/service.ts'
import { listOwnItems } from '../read/portfolio/items.ts'
import { listOwnListings } from '../read/portfolio/listings.ts'
import { listOwnTrades, writeStatement } from '../read/portfolio/statement.ts'
import { listOwnCollections, readSummary } from '../read/portfolio/summary.ts'
import type { Whose } from '../read/portfolio/trades.ts'

type OfChain = { readonly chainId?: number | undefined }

const whose = ({ chains, requireCaller }: RequestContext, { chainId }: OfChain): Whose => ({
  accounts: [requireCaller().address],
  chainIds: chains.scope(chainId).map(({ id }) => id),
})

export const portfolioCalls = {
  summary: async (context, input) => {
    const of = whose(context, input)
    return gatedReads(context.db, 'portfolio', () => readSummary(context, of))
  },
  collections: async (context, input) => listOwnCollections(context, whose(context, input)),
  items: async (context, input) => listOwnItems(context, whose(context, input), input),
  listings: async (context, { chainId, ...page }) => listOwnListings(context, whose(context, { chainId }), page),
  trades: async (context, { chainId, ...page }) => {
    const of = whose(context, { chainId })
    return gatedReads(context.db, 'portfolio', () => listOwnTrades(context, of, page))
  },
  statement: async (context, { chainId, ...period }) => {
    const of = whose(context, { chainId })
    return gatedReads(context.db, 'portfolio', () => writeStatement(context, of, period))
  },
  hide: async (context, { items }) => {
    await chooseShelf(context, items, true)
    return {}
  },
  unhide: async (context, { items }) => {
    await chooseShelf(context, items, false)
    return {}
  },
} satisfies Handlers<Catalogue['portfolio'], RequestContext>
