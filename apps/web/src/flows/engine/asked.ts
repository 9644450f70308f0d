import { type Effect, effectOf, type SignatureRequest, type TransactionRequest } from '@plinth/sdk'
import { createStore } from 'zustand/vanilla'
import type { Chain } from './context.ts'

type Request = Pick<SignatureRequest, 'kind' | 'typedData'> | TransactionRequest

/** What the wallet is asked for now, or was last asked for in this dialog. */
export type Asked = {
  readonly chainId: number
  /** Of a batch one for each of its calls. */
  readonly effects: readonly Effect[]
  /** Proxies of the market: who may move what it is allowed to. */
  readonly proxies: readonly string[]
  /** Every field that goes to the wallet. */
  readonly exact: string
}

/** One dialog is open at a time, and one wallet asks one question at a time. */
export const askedStore = createStore<{ asked: Asked | undefined }>(() => ({ asked: undefined }))

export const forgetAsked = (): void => askedStore.setState({ asked: undefined })

/**
 * Shows the effect of a request, or of each of a batch, before the wallet is asked. The request itself is read, so a form can't change it.
 * @throws AppError ORDER_MISMATCH for a field that can't be read; then the wallet is not asked
 */
export function showAsked({ chainId, account, config: { contract } }: Chain, ...requests: readonly Request[]): void {
  const effects = requests.map((request) => effectOf(request, { chainId, account, contract }))
  const proxies = [contract.transferProxy, ...contract.former.map(({ transferProxy }) => transferProxy)]
  askedStore.setState({ asked: { chainId, effects, proxies, exact: requests.map(exactOf).join('\n') } })
}

function exactOf(request: Request): string {
  if (request.kind === 'signature') {
    const { domain, primaryType, message } = request.typedData
    return jsonOf({ domain, primaryType, message })
  }
  const { chainId, address, functionName, args, value = 0n } = request.call
  return jsonOf({ chainId, to: address, function: functionName, args, value })
}

const jsonOf = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
