import { ApiError, AppError, type ErrorCode } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Chain, requireSameAccount, untilIndexed } from './context.ts'

const served = (code: ErrorCode) => new ApiError('nft.owners', 400, 'x', code)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('untilIndexed', () => {
  it('waits while the server is silent or in trouble', async () => {
    const answers = [served('NETWORK_FAILURE'), served('INTERNAL'), served('TOO_MANY_REQUESTS'), false, true]
    const end = untilIndexed(async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer === true
    })
    await vi.advanceTimersByTimeAsync(5_000)
    await end
    expect(answers).toEqual([])
  })

  it('gives up with a sentence after its time', async () => {
    const end = untilIndexed(() => Promise.reject(served('NETWORK_FAILURE'))).catch((error: AppError) => error.code)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await end).toBe('MARKET_BEHIND')
  })

  it('passes on what waiting can’t mend', async () => {
    await expect(untilIndexed(() => Promise.reject(served('NOT_LOGGED_IN')))).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' })
  })
})

describe('requireSameAccount', () => {
  const [alice, bob] = [toAddress(`0x${'a'.repeat(40)}`), toAddress(`0x${'b'.repeat(40)}`)]
  const chainOf = (now: Chain['account'] | undefined) => ({ account: alice, wallet: { state: () => ({ address: now }) } }) as Chain

  it('refuses to sign or send what was prepared for another account', () => {
    expect(() => requireSameAccount(chainOf(alice))).not.toThrow()
    for (const other of [bob, undefined]) expect(() => requireSameAccount(chainOf(other))).toThrow(new AppError('WALLET_CHANGED'))
  })
})
