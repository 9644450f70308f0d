import { AppError } from '@plinth/api'
import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { collectionAbiOf } from './abi.ts'
import { openChain } from './context.ts'
import type { Flow } from './engine.ts'
import { moveItem } from './move-item.ts'
import { chainOf, type Held, sayToHolder } from './quantity-held.ts'

export type TransferContext = Held & { to: Address }

/** Of either standard, and safe: a contract that can't receive refuses it (decision 27). */
export function transferCall({ collection, tokenId, standard, quantity, to }: TransferContext, from: Address) {
  const call = { address: collection, abi: collectionAbiOf(standard), functionName: 'safeTransferFrom' }
  return { ...call, args: standard === TOKEN_STANDARD.ERC1155 ? [from, to, tokenId, quantity, '0x'] : [from, to, tokenId] }
}

/** How a transaction that is on its way is known again. */
export const transferSubject = ({ to, quantity }: Pick<TransferContext, 'to' | 'quantity'>): string => `${to} ${quantity}`

export function readTransferSubject(subject: string): { to: string; quantity: string } {
  const [to = '', quantity = '1'] = subject.split(' ')
  return { to, quantity }
}

/** The login of accounts that are no wallet (decision 17). */
const BY_EMAIL = '2'

async function requireWallet(to: Address): Promise<void> {
  const user = await api.user.info({ address: to })
  if ('loginType' in user && user.loginType === BY_EMAIL) throw new AppError('RECEIVER_NO_WALLET')
}

/** A single step (document B §4). */
export const transferFlow: Flow<TransferContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    if (!context.isSent) await requireWallet(context.to)
  },
  steps: [
    {
      key: 'transfer',
      run: async (context, progress) => {
        const chain = chainOf(context)
        const move = { ...context, act: 'transfer' as const, subject: transferSubject(context) }
        await moveItem(chain, transferCall(context, chain.account), move, progress).catch(sayToHolder)
      },
    },
  ],
}
