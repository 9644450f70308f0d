import { AppError, type BoxFeeReply, type BoxHistoryRecord, type BoxRecord } from '@plinth/api'
import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { BOX_ABI } from './abi.ts'
import { boxFee, openCall } from './box-calls.ts'
import type { ContractCall, Market } from './market.ts'
import { askSigner } from './signing.ts'

export type OpeningTerms = {
  /** As the buyer saw it: nothing dearer is paid. */
  box: BoxRecord
  boxes: number
}

/** Whether the chain still allows this opening. Throws what the buyer should know: sold out, ended, another fee. */
export async function fetchBoxFee({ api }: Pick<Market, 'api'>, { box, boxes }: OpeningTerms): Promise<BoxFeeReply> {
  const { id: boxId, chainId, unitPrice, order } = box
  const reply = await askSigner(() => api.blind['order.buyfee']({ salt: order.salt, boxId, chainId, amount: boxes }))
  if (reply.unitPrice !== unitPrice || BigInt(reply.buyerFee) > boxFee(box)) throw new AppError('FEE_CHANGED')
  return reply
}

/** The `open` call, at the price that was seen. */
export async function openBoxCall(market: Market, terms: OpeningTerms): Promise<ContractCall> {
  const { read, chainId } = market
  const { contract: address } = terms.box
  const standing = () => read<bigint>({ chainId, address, abi: BOX_ABI, functionName: 'buyerFee', args: [] })
  const [reply, fee] = await Promise.all([fetchBoxFee(market, terms), standing()])
  return { ...openCall(reply, terms.boxes, fee), chainId, address }
}

/** The opening that a transaction paid, once it is drawn; undefined before. Throws BOX_REVEAL_MISSED, `now` in unix seconds. */
export async function findOpening(
  { api, account }: Pick<Market, 'api' | 'account'>,
  box: Pick<BoxRecord, 'id' | 'chainId'>,
  paidIn: string | undefined,
  now: number,
): Promise<BoxHistoryRecord | undefined> {
  const { list } = await api.blind['box.history']({ boxId: box.id, chainId: box.chainId, buyer: account, page: 1, limit: 20 })
  const found = list.find(({ openTx }) => openTx === paidIn)
  if (!found) return undefined
  const isWaiting = found.status === BOX_REQUEST_STATUS.WAITING
  if (found.status === BOX_REQUEST_STATUS.REFUNDED || (isWaiting && now >= found.refundableAt)) throw new AppError('BOX_REVEAL_MISSED')
  return isWaiting ? undefined : found
}
