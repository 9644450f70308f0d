import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { nothing } from '../db/paging.ts'
import { signBoxFee } from '../modules/boxes/buy-fee.ts'
import { prepareBox } from '../modules/boxes/prepare.ts'
import { listBoxPayTokens } from '../modules/boxes/tickets.ts'
import { presentHistory, presentProof } from '../read/boxes/box-history.ts'
import { presentKept } from '../read/boxes/box-kept.ts'
import { countDraws, listBoxes, presentBoxes, presentBoxOrders, presentPrizes } from '../read/boxes/boxes.ts'
import { findShownBox, findShownBoxes, prizesOf, type StoredBox } from '../state/boxes/store.ts'

type Named = { readonly boxId: bigint }

/** @throws AppError NOT_FOUND */
async function shownBox({ db }: RequestContext, { boxId }: Named): Promise<StoredBox> {
  const box = await findShownBox(db, boxId)
  if (!box) throw new AppError('NOT_FOUND')
  return box
}

const idsOf = (context: RequestContext, chainId: number | undefined) => context.chains.scope(chainId).map((chain) => chain.id)

export const blindCalls = {
  'paytoken.list': async (context, { chainId }) => ({ list: await listBoxPayTokens(context, idsOf(context, chainId)) }),
  'box.list': (context, input) => listBoxes(context, { ...input, chainIds: idsOf(context, input.chainId) }, input),
  'box.detail': async (context, { boxId }) => {
    const box = await findShownBox(context.db, boxId)
    return box && (await presentBoxes(context, [box]))[0]
  },
  'box.nfts': async (context, input) => {
    const box = await findShownBox(context.db, input.boxId)
    if (!box) return { list: [] }
    const prizes = await prizesOf(context.db, [box.id])
    return { list: presentPrizes(box, prizes.get(box.id) ?? []) }
  },
  'box.history': async (context, input) => {
    const box = await findShownBox(context.db, input.boxId)
    return box ? presentHistory(context, box, input, input) : nothing(input)
  },
  'box.proof': async (context, input) => presentProof(context, await shownBox(context, input), input.request),
  'box.kept': (context, { account, boxId, chainId }) => presentKept(context, { account, boxId, chainIds: idsOf(context, chainId) }),
  'owner.draws': (context, { owner }) => countDraws(context.db, owner),
  'order.get': async (context, { boxId }) => {
    const box = await findShownBox(context.db, boxId)
    return box && (await presentBoxOrders(context, [box]))[0]
  },
  'order.prepare': prepareBox,
  'order.buyfee': signBoxFee,
  'order.listbyboxid': async (context, { boxIds }) => ({
    list: await presentBoxOrders(context, await findShownBoxes(context.db, boxIds)),
  }),
} satisfies Handlers<Catalogue['blind'], RequestContext>
