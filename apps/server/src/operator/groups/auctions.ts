import { buyerFeeCall } from '../../modules/settings/service.ts'
import { command, commandGroup } from '../command.ts'
import { id, needed, whole } from '../options.ts'
import { toBeSent } from '../owners-call.ts'

export const auctions = commandGroup('What auctions are held by.', {
  show: command({
    about: 'Shows how long owner and winner have to settle, and what each auction exchange takes.',
    options: {},
    why: 'never',
    run: async ({ context: { chains, config } }) =>
      Promise.all(
        chains.all.map(async (chain) => {
          const now = await chain.auctionFees().catch(() => undefined)
          return {
            chain: chain.id,
            'hours to settle': config.auctionExpireHours,
            'least seller': now?.minSellerFeeBps ?? null,
            buyer: now?.buyerFeeBps ?? null,
            'paused until': now?.pausedUntil ?? null,
          }
        }),
      ),
  }),
  'buyer-call': command({
    about: 'Prints the transaction by which the owner of an auction exchange changes its buyer fee. Nothing is sent.',
    options: {
      chain: needed(id, 'the id of its chain'),
      bps: needed(whole(0, 100_000), 'hundredths of a percent: 250 is 2.5 %'),
    },
    why: 'never',
    run: async ({ context }, { chain, bps }) =>
      toBeSent(chain, await buyerFeeCall(context, { chainId: chain, bps, contract: 'auctionExchange' })),
  }),
})
