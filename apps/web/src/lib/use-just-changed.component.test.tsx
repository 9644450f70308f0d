import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useJustChanged } from './use-just-changed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('[EXPL-15] says for 8 s that a value has changed, from its last change on', async () => {
  const { result, rerender } = renderHook(useJustChanged, { initialProps: '1 ETH' as string | undefined })
  expect(result.current).toBe(false)
  rerender('2 ETH')
  expect(result.current).toBe(true)
  await wait(7_000)
  rerender('3 ETH')
  await wait(7_900)
  expect(result.current).toBe(true)
  await wait(200)
  expect(result.current).toBe(false)
})

it('[EXPL-15] says nothing of a first price, of one that is away, or of one that is back as it was', () => {
  const { result, rerender } = renderHook(useJustChanged, { initialProps: undefined as string | undefined })
  const seen = ['1 ETH', undefined, '1 ETH'].map((value) => {
    rerender(value)
    return result.current
  })
  expect(seen).toEqual([false, false, false])
  rerender('2 ETH')
  rerender(undefined)
  expect(result.current).toBe(false)
})
