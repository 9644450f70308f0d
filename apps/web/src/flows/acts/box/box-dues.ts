import type { BoxCreditRecord, BoxHistoryRecord, BoxKeptRecord, BoxRecord } from '@plinth/api'
import { BOX_REQUEST_STATUS, ZERO_ADDRESS } from '@plinth/protocol'
import { BOX_ABI } from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { boxSubject } from '../../transactions/transaction-record.ts'
import { chainOf } from '../item/quantity-held.ts'

export type RefundContext = { box: BoxRecord; opening: BoxHistoryRecord; chain?: Chain }

/**
 * Refunds the oldest requests of the series, up to and including this one. Any account may call it, and the refund always goes to
 * the buyer; an older missed request has to go first.
 */
export const refundFlow: Flow<RefundContext> = {
  open: async (context) => {
    context.chain = await openChain(context.box.chainId, context.box.contract)
  },
  steps: [
    {
      key: 'refund',
      run: async (context, progress) => {
        const { box, opening } = context
        const chain = chainOf(context)
        const call = { address: box.contract, abi: BOX_ABI, functionName: 'refund', args: [box.boxHash] }
        for (let head = await headOf(chain, box); head <= opening.request; head++) {
          const about = { act: 'refundBox' as const, title: box.name, item: undefined, subject: boxSubject(box, head) }
          await transact(chain, call, about, progress).finally(progress.over)
        }
        const one = { boxId: box.id, chainId: box.chainId, request: opening.request, page: 1, limit: 1 }
        await untilIndexed(async () => {
          const { list } = await api.blind['box.history'](one)
          return list[0]?.status === BOX_REQUEST_STATUS.REFUNDED
        })
      },
    },
  ],
}

/** Number of the oldest request that waits. */
async function headOf({ wallet, chainId }: Chain, { contract, boxHash }: BoxRecord): Promise<number> {
  const call = { chainId, address: contract, abi: BOX_ABI, functionName: 'boxOf', args: [boxHash] }
  return Number((await wallet.read<{ head: number | bigint }>(call)).head)
}

export type CollectContext = { kept: BoxKeptRecord; title: string; chain?: Chain }

/** Takes what could not be delivered: its receiver can have it now. */
export const collectFlow: Flow<CollectContext> = {
  open: async (context) => {
    context.chain = await openChain(context.kept.chainId, context.kept.contract)
  },
  steps: [
    {
      key: 'collect',
      run: async (context, progress) => {
        const { kept, title } = context
        const chain = chainOf(context)
        const args = [kept.boxHash, BigInt(kept.index), BigInt(kept.count), kept.account, chain.account]
        const call = { address: kept.contract, abi: BOX_ABI, functionName: 'collect', args }
        const about = { act: 'collectPrize' as const, title, item: undefined, subject: boxSubject({ id: kept.boxId }, kept.index) }
        await transact(chain, progress.resume === undefined ? call : undefined, about, progress)
        const mine = { account: kept.account, boxId: kept.boxId, chainId: kept.chainId }
        await untilIndexed(async () => {
          const { list } = await api.blind['box.kept'](mine)
          return list.every(({ index }) => index !== kept.index)
        })
      },
    },
  ],
}

export type ClaimContext = { credit: BoxCreditRecord; title: string; chain?: Chain }

/** Fetches money that did not reach its account. */
export const claimFlow: Flow<ClaimContext> = {
  open: async (context) => {
    context.chain = await openChain(context.credit.chainId, context.credit.contract)
  },
  steps: [
    {
      key: 'claim',
      run: async (context, progress) => {
        const { credit, title } = context
        const { contract, account, token, chainId } = credit
        const chain = chainOf(context)
        const isCoin = token === ZERO_ADDRESS
        const args = isCoin ? [account, chain.account] : [token, account, chain.account]
        const call = { address: contract, abi: BOX_ABI, functionName: isCoin ? 'claim' : 'claimTokens', args }
        const about = { act: 'claimMoney' as const, title, item: undefined, subject: token }
        await transact(chain, progress.resume === undefined ? call : undefined, about, progress)
        await untilIndexed(async () => {
          const { credits } = await api.blind['box.kept']({ account, chainId })
          return credits.every((one) => one.token !== token || one.contract !== contract)
        })
      },
    },
  ],
}
