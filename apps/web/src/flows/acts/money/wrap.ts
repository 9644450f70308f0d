import { AppError, type PayToken } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { needOf, unwrapCall, wrapCall } from '@plinth/sdk'
import { isWrappedCoin } from '../../../lib/wrapped-coin.ts'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

export type Wrapped = Pick<PayToken, 'chainId' | 'address' | 'symbol' | 'decimals'>

type Wanting = {
  token: Pick<Wrapped, 'address' | 'symbol'>
  /** What has to be there afterwards. */
  balance: bigint
  /** Of the coin, at most so much. */
  agreed: bigint
}

const tokenBalanceOf = ({ wallet, account, chainId }: Chain, token: Address) => wallet.tokenBalance(chainId, token, account)

export const isWrapped = async (chain: Chain, { token, balance }: Wanting): Promise<boolean> =>
  (await tokenBalanceOf(chain, token.address)) >= balance

/** Wraps what is missing. Throws NOT_ENOUGH_FUNDS where that is more than was agreed to, or did not come. */
export async function wrapMissing(chain: Chain, wanting: Wanting, progress: Progress): Promise<void> {
  const { token, balance, agreed } = wanting
  const missing = balance - (await tokenBalanceOf(chain, token.address))
  if (missing > agreed) throw new AppError('NOT_ENOUGH_FUNDS')
  if (missing > 0n) await exchangeCoin(chain, { act: 'wrap', token, amount: missing }, progress)
  if (await isWrapped(chain, wanting)) return
  progress.over()
  throw new AppError('NOT_ENOUGH_FUNDS')
}

type Exchange = { act: 'wrap' | 'unwrap'; token: Pick<Wrapped, 'address' | 'symbol'>; amount: bigint }

function exchangeCoin(chain: Chain, { act, token, amount }: Exchange, progress: Progress): Promise<void> {
  const call = act === 'wrap' ? wrapCall : unwrapCall
  const about = { act, title: token.symbol, item: undefined, subject: `${token.address} ${amount}` }
  return transact(chain, call(chain, token.address, amount), about, progress)
}

/** Wrapped coin held beyond all that the account's open bids can still draw; 0 of another token, and where that is unknown. */
export async function idleCoin(token: Wrapped, coin: string): Promise<bigint> {
  if (!isWrappedCoin(token, coin)) return 0n
  const { chainId, address } = token
  try {
    const chain = await openChain(chainId)
    const [wrapped, need] = await Promise.all([tokenBalanceOf(chain, address), needOf(chain, { token: address, payment: 0n })])
    return wrapped > need ? wrapped - need : 0n
  } catch {
    return 0n
  }
}

export type UnwrapContext = { token: Wrapped; amount: bigint }

export const unwrapFlow: Flow<UnwrapContext> = {
  steps: [
    {
      key: 'unwrap',
      run: async ({ token, amount }, progress) => exchangeCoin(await openChain(token.chainId), { act: 'unwrap', token, amount }, progress),
    },
  ],
}
