import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'
import { bytes, type Tx } from '../../db/database.ts'

type Place = { readonly chainId: number; readonly contract: Address }

/**
 * Recomputes what draws leave and whose they were, for every series with a log in this block. Needed when logs of a series arrive
 * after later ones.
 */
export async function recountDraws(tx: Tx, { chainId, contract }: Place, { hash }: { readonly hash: Hex }): Promise<void> {
  const events = tx.selectFrom('box_event').where('chain_id', '=', chainId).where('contract', '=', bytes(contract))
  const series = await events.select('box').distinct().where('block_hash', '=', bytes(hash)).where('box', 'is not', null).execute()
  for (const { box } of series)
    await recountSeries(tx, await events.selectAll().where('box', '=', box).orderBy('block_number').orderBy('log_index').execute())
}

type Event = {
  readonly chain_id: number
  readonly block_hash: Uint8Array
  readonly log_index: number
  readonly kind: string
  readonly request: number | null
  readonly account: Uint8Array | null
  readonly boxes: number | null
  readonly kinds: number[] | null
  readonly rest: number[] | null
  readonly place: number | null
  readonly amount: bigint | null
}

async function recountSeries(tx: Tx, events: readonly Event[]): Promise<void> {
  const asked = new Map(events.filter(({ kind }) => kind === 'requested').map((event) => [event.request, event]))
  let rest: number[] = []
  for (const event of events) {
    if (event.kind === 'registered') rest = event.rest ?? []
    if (event.kind !== 'revealed' && event.kind !== 'takenBack') continue
    const gone = event.kind === 'revealed' ? (event.kinds ?? []) : Array<number>(Number(event.amount)).fill(event.place ?? 0)
    rest = rest.map((copies, place) => copies - gone.filter((kind) => kind === place).length)
    const { account, boxes } = (event.kind === 'revealed' && asked.get(event.request)) || event
    await tx
      .updateTable('box_event')
      .set({ rest, account, boxes })
      .where('chain_id', '=', event.chain_id)
      .where('block_hash', '=', event.block_hash)
      .where('log_index', '=', event.log_index)
      .execute()
  }
}
