import type { Catalogue, Handlers } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { RequestContext, SharedContext } from '../context.ts'
import { gatedReads } from '../db/gate.ts'
import { accountsOf, addWallet, chooseShelf, denyAccount, prepareWallet, readWallets, removeWallet } from '../modules/portfolio/service.ts'
import { listOwnItems } from '../read/portfolio/items.ts'
import { listOwnListings } from '../read/portfolio/listings.ts'
import { listOwnTrades, writeStatement } from '../read/portfolio/statement.ts'
import { listOwnCollections, readSummary } from '../read/portfolio/summary.ts'
import type { Whose } from '../read/portfolio/trades.ts'
import { readAccountValue } from '../read/portfolio/value.ts'

type Of = { readonly chainId?: number | undefined; readonly wallet?: Address | undefined }

const holdingOf = ({ chains }: Pick<SharedContext, 'chains'>, chainId: number | undefined, accounts: readonly Address[]): Whose => ({
  accounts,
  chainIds: chains.scope(chainId).map(({ id }) => id),
})

const whose = async (context: RequestContext, { chainId, wallet }: Of): Promise<Whose> =>
  holdingOf(context, chainId, await accountsOf(context, wallet))

export const portfolioCalls = {
  summary: async (context, input) => {
    const of = await whose(context, input)
    return gatedReads(context.db, 'portfolio', () => readSummary(context, of), context.requireCaller().address)
  },
  value: async (context, { address, chainId }) =>
    gatedReads(context.db, 'value', () => readAccountValue(context, holdingOf(context, chainId, [address]))),
  collections: async (context, input) => listOwnCollections(context, await whose(context, input)),
  items: async (context, input) => listOwnItems(context, await whose(context, input), input),
  listings: async (context, { chainId, wallet, ...page }) => listOwnListings(context, await whose(context, { chainId, wallet }), page),
  trades: async (context, { chainId, wallet, ...page }) => {
    const of = await whose(context, { chainId, wallet })
    return gatedReads(context.db, 'portfolio', () => listOwnTrades(context, of, page), context.requireCaller().address)
  },
  statement: async (context, { chainId, wallet, ...period }) => {
    const of = await whose(context, { chainId, wallet })
    return gatedReads(context.db, 'portfolio', () => writeStatement(context, of, period), context.requireCaller().address)
  },
  wallets: (context) => readWallets(context.db, context.requireCaller().address),
  walletprepare: prepareWallet,
  walletadd: async (context, input) => {
    await addWallet(context, input)
    return {}
  },
  walletremove: async (context, { wallet }) => {
    await removeWallet(context, wallet)
    return {}
  },
  walletdeny: async (context, { account }) => {
    await denyAccount(context, account)
    return {}
  },
  hide: async (context, { items }) => {
    await chooseShelf(context, items, true)
    return {}
  },
  unhide: async (context, { items }) => {
    await chooseShelf(context, items, false)
    return {}
  },
} satisfies Handlers<Catalogue['portfolio'], RequestContext, SharedContext>
