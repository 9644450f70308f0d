import { AppError, errorText } from '@plinth/api'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { BaseError, decodeErrorResult, type Hex, InsufficientFundsError, isHex } from 'viem'
import { SendFailed } from '../../chain/sender.ts'
import { OperatorRefused } from '../operators/service.ts'

export const noBox = (id: number): OperatorRefused =>
  new OperatorRefused(`There is no box ${id}: \`box show\` lists them.`, { zh: `没有编号为 ${id} 的盲盒。`, field: 'box' })

/**
 * Turns errors of a node, the contract or the market's own rules of boxes into sentences for the operator. @throws
 * OperatorRefused
 */
export async function inSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

function refusalOf(error: unknown): OperatorRefused | undefined {
  if (error instanceof SendFailed)
    return new OperatorRefused(`${error.message}: look at the chain before you send it again.`, {
      zh: `交易未能确认（${error.message}）：重新发送前请先查看链上情况。`,
    })
  if (error instanceof AppError && error.code.startsWith('BOX_'))
    return new OperatorRefused(errorText(error.code, 'en', error.meta), { zh: errorText(error.code, 'zh', error.meta) })
  if (!(error instanceof BaseError)) return undefined
  if (error.walk((one) => one instanceof InsufficientFundsError))
    return new OperatorRefused('The keeper’s account has too little coin for this: send it some.', {
      zh: '保管账户的主币不足：请先向其转入一些。',
    })
  const found = error.walk((one) => isHex((one as { data?: unknown } | null)?.data)) as { data?: Hex } | null
  if (!found?.data || found.data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: blindBoxAbi, data: found.data })
    const said = `${errorName}(${(args ?? []).join(', ')})`
    return new OperatorRefused(`The contract refuses: ${said}.`, { zh: `合约拒绝：${said}。` })
  } catch {
    return new OperatorRefused('The chain refuses: a token in it, or its owner’s purse, does not allow this.', {
      zh: '链上拒绝：其中的代币或保管账户的余额不允许此操作。',
    })
  }
}
