import { blindBoxAbi } from '@plinth/protocol/abi'
import { BaseError, decodeErrorResult, type Hex, InsufficientFundsError, isHex } from 'viem'
import { SendFailed } from '../../chain/sender.ts'
import { OperatorRefused } from '../operators/service.ts'

/** What a node or the contract says against a call, in a sentence for whoever asked for it. @throws OperatorRefused */
export async function inSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = sentenceOf(error)
    throw sentence ? new OperatorRefused(sentence) : error
  }
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof SendFailed) return `${error.message}: look at the chain before you send it again.`
  if (!(error instanceof BaseError)) return undefined
  if (error.walk((one) => one instanceof InsufficientFundsError)) return 'The keeper’s account has too little coin for this: send it some.'
  const found = error.walk((one) => isHex((one as { data?: unknown } | null)?.data)) as { data?: Hex } | null
  if (!found?.data || found.data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: blindBoxAbi, data: found.data })
    return `The contract refuses: ${errorName}(${(args ?? []).join(', ')}).`
  } catch {
    return 'The chain refuses: a token in it, or its owner’s purse, does not allow this.'
  }
}
