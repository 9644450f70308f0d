import type { Catalogue, Config, Handlers } from '@plinth/api'
import { usableNetworks } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import { feesToShow } from '../chain/shown-fees.ts'
import type { RequestContext } from '../context.ts'
import { ownBanners } from '../modules/banners/service.ts'
import { findGasPrices } from '../modules/gas/service.ts'
import { sellerFeeAt, siteNow } from '../modules/settings/service.ts'

export const configCalls = {
  fetch: async (context, { chainId }) => configOf(context, await context.chains.resolve({ chainId })),
  gasTracker: async (context, { chainId }) => findGasPrices(context.db, (await context.chains.resolve({ chainId })).id),
} satisfies Handlers<Catalogue['config'], RequestContext>

async function configOf(context: RequestContext, chain: Chain): Promise<Config> {
  const { config } = context
  const { network, contracts, blockTimeS } = chain.config
  const fees = await feesToShow(chain)
  const { loginMessage: _, announcements: __, ...site } = await siteNow(context)
  const addedBanners = (await ownBanners(context.db)).map(({ id: ___, ...banner }) => banner)
  return {
    network: { ...network, network: network.name, blockTime: blockTimeS },
    networks: await shownNetworks(context),
    contract: {
      transferProxy: contracts.transferProxy,
      exchange: contracts.exchange,
      auctionExchange: contracts.auctionExchange,
      blindBox: contracts.blindBox,
      factory721: contracts.collectionFactory,
      factory1155: contracts.collectionFactory,
      official721: contracts.official721,
      official1155: contracts.official1155,
      ...(contracts.manyTransfers && { manyTransfers: contracts.manyTransfers }),
      former: (contracts.former ?? []).map(({ edition, transferProxy, exchange, auctionExchange, blindBox }) => ({
        edition,
        transferProxy,
        exchange,
        auctionExchange,
        blindBox,
      })),
    },
    sellerFee: await sellerFeeAt(context, fees),
    buyerFee: fees.buyerFeeBps,
    miner: context.signer.mintSigner,
    ipfsUrl: '',
    cdnUrl: '',
    loginMessage: context.site.loginMessage(),
    website: config.origins[0] ?? '',
    auctionExpireTime: String(config.auctionExpireHours),
    connectChainId: config.connectChainId,
    defaultChainId: config.defaultChainId,
    now: chain.now(),
    mailLogin: context.mailer !== undefined,
    hanging: context.site.hanging(),
    site: { ...site, url: site.url || (config.origins[0] ?? ''), banners: [...site.banners, ...addedBanners] },
  }
}

async function shownNetworks({ chains }: RequestContext): Promise<Config['networks']> {
  const fees = new Map(
    await Promise.all(chains.all.map(async (chain) => [chain.id, Number((await feesToShow(chain)).buyerFeeBps)] as const)),
  )
  return usableNetworks(chains.all.map((chain) => chain.config.network)).map((network) => {
    const buyerFee = fees.get(network.chainId) ?? 0
    return buyerFee === 0 ? network : { ...network, buyerFee }
  })
}
