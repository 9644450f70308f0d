import type { Address } from '@plinth/protocol'
import type { Db } from '../../db/database.ts'
import { prizesOf, type StoredBox } from '../../state/boxes/store.ts'

export { commitSeries, depositSeries, fillSeries, recommitSeries, serveAccount, stopSeries, takeBackSeries } from './commands.ts'
export { createSeries, type SeriesDraft } from './draft.ts'
export { drawOldest, listWaiting } from './draw.ts'
export { listMissed, listSeries, type SeriesRow, showSeries } from './lists.ts'
export { addKinds, createBox, depositBond, getBox, registerBox, requireRevealOperator, revealSenderOn } from './operate.ts'
export { listBoxPayTokens } from './tickets.ts'

type AboutBox = {
  readonly chainId: number
  readonly collection: Address
  readonly owner: Address
  readonly box: { readonly id: bigint; readonly name: string; readonly image: string }
}

/** What a notice shows of a series. */
export async function aboutBox(db: Db, { id, chainId, contract, owner, name, image }: StoredBox): Promise<AboutBox> {
  const [first] = (await prizesOf(db, [id])).get(id) ?? []
  return { chainId, collection: first?.collection ?? contract, owner, box: { id: BigInt(id), name, image } }
}
