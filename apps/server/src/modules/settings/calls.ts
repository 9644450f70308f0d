import type { Catalogue, Config, Handlers } from '@plinth/api'
import { usableNetworks } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import { sellerFeeOf } from '../../chain/fees.ts'
import { feesToShow } from '../../chain/shown-fees.ts'
import type { RequestContext } from '../../context.ts'
import { auctionsCommittedOf } from '../../state/auctions/funding.ts'
import { committedOf } from '../../state/orders/funding.ts'
import { listAnnouncements } from '../announcements/service.ts'
import { ownBanners } from '../banners/service.ts'
import { listCategories } from '../categories/service.ts'
import { findGasPrices } from '../gas/service.ts'
import { listPayTokens } from '../pay-tokens/service.ts'
import { officialSenders } from '../senders/service.ts'
import { sellerFeeNow, siteNow } from './service.ts'

export const configCalls = {
  fetch: async (context, { chainId }) => configOf(context, await context.chains.resolve({ chainId })),
  gasTracker: async (context, { chainId }) => findGasPrices(context.db, (await context.chains.resolve({ chainId })).id),
} satisfies Handlers<Catalogue['config'], RequestContext>

export const categoryCalls = {
  list: (context) => listCategories(context.db),
} satisfies Handlers<Catalogue['category'], RequestContext>

export const paytokenCalls = {
  list: (context, { chainId }) =>
    listPayTokens(
      context.db,
      context.chains.scope(chainId).map((chain) => chain.id),
    ),
  committed: async (context, { token, chainId, exceptSalt }) => {
    const { address: account } = context.requireCaller()
    const chain = await context.chains.resolve({ chainId })
    const orders = await committedOf(context.db, chain.id, { token, account }, chain.now(), exceptSalt)
    const auctions = await auctionsCommittedOf(context.db, chain.id, { token, account }, exceptSalt)
    return { chainId: chain.id, token, committed: orders.committed + auctions.committed, bids: orders.bids + auctions.bids }
  },
} satisfies Handlers<Catalogue['paytoken'], RequestContext>

export const tyCalls = {
  listset: async (context, { chainId }) => [...(await officialSenders(context.db, context.chains.scope(chainId))).values()].flat(),
} satisfies Handlers<Catalogue['ty'], RequestContext>

export const announcementCalls = {
  list: async (context, { page = 1, limit = 10 }) => {
    const newestFirst = await listAnnouncements(context)
    const size = Math.min(Math.max(limit, 1), 100)
    return newestFirst.slice((Math.max(page, 1) - 1) * size, Math.max(page, 1) * size)
  },
} satisfies Handlers<Catalogue['announcement'], RequestContext>

async function configOf(context: RequestContext, chain: Chain): Promise<Config> {
  const { config } = context
  const { network, contracts, blockTimeS } = chain.config
  const fees = await feesToShow(chain)
  const { loginMessage: _, announcements: __, ...site } = await siteNow(context)
  const ownOnes = (await ownBanners(context.db)).map(({ id: ___, ...banner }) => banner)
  return {
    network: { ...network, network: network.name, blockTime: blockTimeS },
    networks: usableNetworks(context.chains.all.map((entry) => entry.config.network)),
    contract: {
      transferProxy: contracts.transferProxy,
      exchange: contracts.exchange,
      auctionExchange: contracts.auctionExchange,
      blindBox: contracts.blindBox,
      factory721: contracts.collectionFactory,
      factory1155: contracts.collectionFactory,
      official721: contracts.official721,
      official1155: contracts.official1155,
      former: (contracts.former ?? []).map(({ edition, transferProxy, exchange, auctionExchange, blindBox }) => ({
        edition,
        transferProxy,
        exchange,
        auctionExchange,
        blindBox,
      })),
    },
    sellerFee: sellerFeeOf(await sellerFeeNow(context), fees),
    buyerFee: fees.buyerFeeBps,
    miner: context.signer.minter,
    ipfsUrl: '',
    cdnUrl: '',
    loginMessage: context.site.loginMessage(),
    website: config.origins[0] ?? '',
    auctionExpireTime: String(config.auctionExpireHours),
    connectChainId: config.connectChainId,
    defaultChainId: config.defaultChainId,
    now: chain.now(),
    mailLogin: context.mailer !== undefined,
    site: { ...site, url: site.url || (config.origins[0] ?? ''), banners: [...site.banners, ...ownOnes] },
  }
}
