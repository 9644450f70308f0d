import { buyerFeeCall, sellerFeeNow, setSellerFee } from '../../modules/settings/service.ts'
import { command, commandGroup } from '../command.ts'
import { id, needed, whole } from '../options.ts'
import { toBeSent } from '../owners-call.ts'

const bps = needed(whole(0, 100_000), 'hundredths of a percent: 250 is 2.5 %')

export const fees = commandGroup('What sellers and buyers pay to the platform.', {
  show: command({
    about: 'Shows what is asked, and what each exchange takes.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      const { sellerFeeBps } = await sellerFeeNow(context)
      return Promise.all(
        context.chains.all.map(async (chain) => {
          const now = await chain.fees().catch(() => undefined)
          return {
            chain: chain.id,
            seller: sellerFeeBps,
            'least seller': now?.minSellerFeeBps ?? null,
            buyer: now?.buyerFeeBps ?? null,
            'paused until': now?.pausedUntil ?? null,
          }
        }),
      )
    },
  }),
  'set-seller': command({
    about: 'Sets the seller fee of orders prepared from now on; it must be within what every exchange takes.',
    options: { bps },
    why: 'needed',
    run: async ({ context, operator }, { bps: fee }) => {
      await setSellerFee(context, operator, fee)
      return `Orders prepared from now on carry a seller fee of ${fee} bps.`
    },
  }),
  'buyer-call': command({
    about: 'Prints the transaction by which the owner of an exchange changes its buyer fee. Nothing is sent.',
    options: { chain: needed(id, 'the id of its chain'), bps },
    why: 'never',
    run: async ({ context }, { chain, bps: fee }) => toBeSent(chain, await buyerFeeCall(context, { chainId: chain, bps: fee })),
  }),
})
