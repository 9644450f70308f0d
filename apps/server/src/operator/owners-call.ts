import type { Texts } from '@plinth/api'
import type { Hex } from 'viem'

type OwnersTransaction = { readonly owner: string; readonly to: string; readonly input: Hex }

/** A call that only the owner of a contract can make, for the owner's wallet. */
export function toBeSent(chain: number, { owner, to, input }: OwnersTransaction): Texts {
  const transaction = `to:   ${to}\ndata: ${input}`
  return {
    en: `Have ${owner} send this on chain ${chain}:\n${transaction}`,
    zh: `请由 ${owner} 在链 ${chain} 上发送：\n${transaction}`,
  }
}
