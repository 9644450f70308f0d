import { ApiError, AppError } from '@plinth/api'
import { exchangeAbi } from '@plinth/protocol/abi'
import { ContractFunctionRevertedError, encodeErrorResult } from 'viem'
import { describe, expect, it } from 'vitest'
import { codeOf, isGone, isRevert } from './errors.ts'

const SPENT = encodeErrorResult({ abi: exchangeAbi, errorName: 'ExchangeOrderSpent', args: [`0x${'a'.repeat(40)}`, 1n] })

describe('isGone', () => {
  it('takes no order for an answer, and silence for none', () => {
    expect(isGone(new ApiError('order.get', 400, 'x', 'ORDER_NOT_FOUND'))).toBe(true)
    expect(() => isGone(new ApiError('order.get', 400, 'x', 'NETWORK_FAILURE'))).toThrow()
  })
})

describe('isRevert', () => {
  it('finds a revert below other errors, and takes silence for none', () => {
    const cause = new ContractFunctionRevertedError({ abi: exchangeAbi, data: SPENT, functionName: 'exchange' })
    expect(isRevert(new Error('call failed', { cause }))).toBe(true)
    expect([new Error('fetch failed'), undefined, 'text'].map(isRevert)).toEqual([false, false, false])
  })
})

describe('codeOf', () => {
  it('reads the code of checks, of the server and of reverts', () => {
    const spent = new ContractFunctionRevertedError({ abi: exchangeAbi, data: SPENT, functionName: 'exchange' })
    const thrown = [new AppError('FEE_CHANGED'), new ApiError('order.add', 400, 'x', 'BAD_SIGNATURE'), new Error('x', { cause: spent })]
    expect([...thrown, new Error('x')].map(codeOf)).toEqual(['FEE_CHANGED', 'BAD_SIGNATURE', 'ORDER_FILLED', undefined])
  })
})
