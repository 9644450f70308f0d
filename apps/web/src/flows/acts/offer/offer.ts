import { AppError, type OfferRecord, type PayToken } from '@plinth/api'
import { cancelOfferCall, findOwnOffer, type OfferTerms, prepareOffer } from '@plinth/sdk'
import { failureOf } from '../../../wallet/errors.ts'
import { untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { transact } from '../../transactions/transact.ts'
import { moneySteps } from '../money/money-steps.ts'
import { type OfferChain, openOfferChain } from './offer-chain.ts'

type About = {
  chainId: number
  /** The collection's name. */
  title: string
  chain?: OfferChain
}

export type OfferContext = About &
  OfferTerms & {
    payToken: Pick<PayToken, 'address' | 'symbol'>
    /** All that its units can draw, buyer fee included. */
    draw: bigint
    /** What is there at once: of some units, as holders sell one by one. */
    funded: bigint
    isUnlimited: boolean
    /** Of the chain's coin, the most that is wrapped first; 0 where nothing has to be. */
    wrap: bigint
    /** The open offer that ends first; this one takes its place with another set or other terms. */
    replaced: Pick<OfferRecord, 'salt'> | undefined
  }

const chainOf = async (context: About): Promise<OfferChain> => {
  context.chain ??= await openOfferChain(context.chainId)
  return context.chain
}

/** Ends an open offer on chain at all its prices, and waits until the market has read it. */
async function endOffer(context: About, salt: bigint, progress: Progress): Promise<void> {
  const chain = await chainOf(context)
  const offer = await findOwnOffer(chain, salt)
  if (!offer) throw new AppError('ORDER_NOT_FOUND')
  const about = { act: 'cancelOffer', title: context.title, item: undefined, subject: salt.toString() } as const
  await transact(chain, cancelOfferCall(chain, offer), about, progress)
  await untilIndexed(async () => (await findOwnOffer(chain, salt)) === undefined)
}

const isOver = async (context: About, salt: bigint) => (await findOwnOffer(await chainOf(context), salt)) === undefined

async function signOffer(context: OfferContext): Promise<void> {
  const chain = await chainOf(context)
  await signPrepared(chain, () => prepareOffer(chain, context)).catch((error: unknown) => {
    // Filled while it was being raised.
    if (context.raised && failureOf(error).code === 'ORDER_FILLED') throw new AppError('ORDER_YOURS', {}, { cause: error })
    throw error
  })
}

/** Ends the replaced offer, wraps and allows missing money, signs and stores. */
export const offerFlow: Flow<OfferContext> = {
  steps: [
    {
      key: 'end',
      isDone: async (context) => context.replaced === undefined || isOver(context, context.replaced.salt),
      run: async (context, progress) => {
        if (context.replaced) await endOffer(context, context.replaced.salt, progress)
      },
    },
    ...moneySteps<OfferContext>(chainOf, ({ raised }) => raised?.salt),
    { key: 'sign', run: signOffer },
  ],
}

export type CancelOfferContext = About & { salt: bigint }

export const cancelOfferFlow: Flow<CancelOfferContext> = {
  steps: [{ key: 'cancel', run: (context, progress) => endOffer(context, context.salt, progress) }],
}
