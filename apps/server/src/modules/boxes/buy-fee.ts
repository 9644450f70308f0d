import { AppError, type BoxFeeReply } from '@plinth/api'
import { boxDomain, boxPhase, MAX_BOXES_PER_OPEN, mostBoxes } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { REVEAL_TIME_S } from '../../state/boxes/requests.ts'
import { isTicket, signedFields } from '../../state/boxes/signed-fields.ts'
import { findBoxesBySalt, prizesOf, type StoredBox, unitPriceOf } from '../../state/boxes/store.ts'
import { isBehind } from '../../state/chain/checkpoint.ts'

/** Blocks left to draw the oldest request, below which the contract accepts no other one. */
const DRAW_BLOCKS = 10

export type BuyFeeInput = {
  readonly salt: bigint
  readonly amount?: number
  readonly boxId?: bigint
  readonly chainId?: number
}

/** Signs the buyer fee of a series that can be opened on chain now. */
export async function signBoxFee(context: RequestContext, input: BuyFeeInput): Promise<BoxFeeReply> {
  context.requireCaller()
  const box = await namedBox(context, input)
  const chain = context.chains.get(box.chainId)
  await chain.requireTrusted()
  const left = await boxesLeft(context, chain, box, input.amount ?? 1)
  const { buyerFeeBps, feeEpoch } = await chain.feesOf(box.contract)
  const buyerFee = isTicket(box) ? 0n : buyerFeeBps
  const fee = { box: box.hash, buyerFee, feeEpoch }
  const { v, r, s } = await context.signer.boxFee(fee, boxDomain(chain.id, box.contract))
  return {
    v: String(v),
    r,
    s,
    feeEpoch,
    left,
    ...signedFields(box, (await prizesOf(context.db, [box.id])).get(box.id) ?? []),
    signature: box.signature,
    buying: box.buying,
    unitPrice: unitPriceOf(box),
    amount: box.boxes,
    buyerFee: Number(buyerFee),
  }
}

/** Owners choose their salts: when several used the same one, the id decides, otherwise the chain. @throws AppError NOT_FOUND */
async function namedBox({ db, chains }: RequestContext, { salt, boxId, chainId }: BuyFeeInput): Promise<StoredBox> {
  const all = await findBoxesBySalt(db, salt)
  const wanted = boxId === undefined ? all : all.filter((box) => BigInt(box.id) === boxId)
  const chain = chains.find(chainId ?? -1) ?? chains.default
  const box = wanted.find((one) => one.chainId === chain.id) ?? wanted[0]
  if (!box) throw new AppError('NOT_FOUND')
  return box
}

/** How many boxes can be opened on chain now. @throws AppError why fewer can */
async function boxesLeft({ db }: RequestContext, chain: Chain, box: StoredBox, wanted: number): Promise<number> {
  if (wanted < 1 || wanted > MAX_BOXES_PER_OPEN) throw new AppError('BOX_QUANTITY')
  const { number, timestamp } = await chain.refresh()
  const phase = boxPhase(box, timestamp)
  if (phase === 'begin') throw new AppError('BOX_NOT_STARTED')
  if (phase === 'expired') throw new AppError('BOX_ENDED')
  if (await isBehind(db, chain.id, number)) throw new AppError('MARKET_BEHIND')
  const [state, oldest] = await onChain(chain, box)
  if (wanted > mostBoxes(state)) throw new AppError('BOX_QUANTITY')
  if (wanted > state.left) throw new AppError('BOX_SOLD_OUT')
  const isMissed = oldest !== undefined && timestamp >= oldest.time + REVEAL_TIME_S
  const isBonded = state.bond >= BigInt(state.pending + wanted) * state.bondEach
  if (state.isStopped || isMissed || state.next >= state.chainEnd || !isBonded) throw new AppError('BOX_STOPPED')
  // The transaction is in the next block at the earliest.
  if (oldest !== undefined && Number(number) + 1 > oldest.blockNumber + 1 + DRAW_BLOCKS) throw new AppError('BOX_DRAW_OVERDUE')
  return state.left
}

async function onChain(chain: Chain, { contract: address, hash }: StoredBox) {
  return chain.read(async (client) => {
    const state = await client.readContract({ address, abi: blindBoxAbi, functionName: 'boxOf', args: [hash] })
    if (state.head === state.next) return [state, undefined] as const
    const args = [hash, BigInt(state.head)] as const
    return [state, await client.readContract({ address, abi: blindBoxAbi, functionName: 'requestOf', args })] as const
  })
}
