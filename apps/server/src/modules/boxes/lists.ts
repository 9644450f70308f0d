import { type Address, ASSET_TYPE, boxPhase, formatUnits } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Context } from '../../context.ts'
import { addressOf, hexOf } from '../../db/database.ts'
import { findBox, prizesOf, readBox, type StoredBox, type StoredPrize, unitPriceOf } from '../../state/boxes/store.ts'
import { allPayTokens } from '../pay-tokens/service.ts'
import { noBox } from './refusals.ts'

export type SeriesState = 'not filled' | 'missed a draw' | 'to come' | 'on sale' | 'over'
/** A series as its operator sees it; amounts are in its pay token. */
export type SeriesRow = Pick<StoredBox, 'id' | 'chainId' | 'name' | 'owner' | 'boxes' | 'opened' | 'waiting' | 'missed'> & {
  readonly state: SeriesState
  readonly price: string
  readonly bond: string
  /** Requests that the committed preimages still cover. */
  readonly wordsLeft: number
}

const MOST = 500

/** All series, unregistered ones included, newest first. */
export async function listSeries(context: Context): Promise<SeriesRow[]> {
  const rows = await context.db.selectFrom('blind_box').selectAll().orderBy('id', 'desc').limit(MOST).execute()
  return seriesRows(context, rows.map(readBox))
}

/** @throws OperatorRefused */
export async function showSeries(context: Context, id: number): Promise<{ series: SeriesRow; kinds: readonly StoredPrize[] }> {
  const box = await findBox(context.db, id)
  if (!box) throw noBox(id)
  const [series] = await seriesRows(context, [box])
  return { series: series as SeriesRow, kinds: (await prizesOf(context.db, [id])).get(id) ?? [] }
}

async function seriesRows({ db, chains, clock }: Context, boxes: readonly StoredBox[]): Promise<SeriesRow[]> {
  const tokens = await allPayTokens(db, [...new Set(boxes.map(({ chainId }) => chainId))])
  return boxes.map((box) => {
    const { id, chainId, name, owner, opened, waiting, missed, payType, payToken } = box
    const token = tokens.find((one) => one.chainId === chainId && one.address === payToken)
    const coin = { decimals: 18, symbol: chains.find(chainId)?.config.network.symbol ?? '' }
    const money = payType === ASSET_TYPE.ERC20 && token ? token : coin
    const price = unitPriceOf(box)
    return {
      id,
      chainId,
      name,
      owner,
      boxes: box.boxes,
      opened,
      waiting,
      missed,
      state: stateOf(box, chains.find(chainId)?.now() ?? clock.now()),
      price: payType > ASSET_TYPE.ERC20 ? `${price} tickets` : `${formatUnits(price, money.decimals)} ${money.symbol}`,
      bond: `${formatUnits(box.bond, money.decimals)} ${money.symbol}`,
      wordsLeft: box.isStopped ? 0 : Math.max(0, box.chainEnd - box.requests),
    }
  })
}

function stateOf(box: StoredBox, now: number): SeriesState {
  if (!box.isRegistered) return 'not filled'
  if (box.isStopped) return 'missed a draw'
  return ({ begin: 'to come', end: 'on sale', expired: 'over' } as const)[boxPhase(box, now)]
}

export type MissedDraw = {
  readonly boxId: number
  readonly name: string
  readonly request: number
  readonly boxes: number
  readonly buyer: Address
  readonly refundTx: Hex
  readonly at: number
}

/** Requests whose preimage was never revealed, so that the buyer got a refund and the bond; newest first. */
export async function listMissed({ db }: Context): Promise<MissedDraw[]> {
  const rows = await db
    .selectFrom('box_event')
    .innerJoin('blind_box', (join) =>
      join
        .onRef('blind_box.chain_id', '=', 'box_event.chain_id')
        .onRef('blind_box.contract', '=', 'box_event.contract')
        .onRef('blind_box.box', '=', 'box_event.box'),
    )
    .select(['blind_box.id', 'blind_box.name', 'box_event.request', 'box_event.boxes', 'box_event.account', 'box_event.tx_hash'])
    .select('box_event.at')
    .where('box_event.kind', '=', 'refunded')
    .orderBy('box_event.at', 'desc')
    .orderBy('box_event.log_index', 'desc')
    .limit(MOST)
    .execute()
  return rows.flatMap(({ id, name, request, boxes, account, tx_hash: tx, at }) =>
    account === null || request === null
      ? []
      : [{ boxId: id, name, request, boxes: boxes ?? 0, buyer: addressOf(account), refundTx: hexOf(tx), at }],
  )
}
