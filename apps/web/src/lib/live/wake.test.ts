import type { News } from '@plinth/api'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api.ts'
import { createWake } from './wake.ts'

const SOON = { timeout: 20_000 }
const NEWS: News = { topic: 'box', chainId: 31_337, boxId: 7n, request: 3 }

beforeEach(() => void vi.stubGlobal('document', { hidden: false }))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** A read on screen whose answers come when the test says so; each says what the market knew when it was asked. */
function shown() {
  const market = { knows: 'paid' }
  const answers: (() => void)[] = []
  const queryFn = () => {
    const { knows } = market
    return new Promise<string>((resolve) => answers.push(() => resolve(knows)))
  }
  const queryKey = ['blind.box.history', { boxId: 7n, page: 1 }, 'mine']
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  const leave = observer.subscribe(() => {})
  return { market, answers, read: () => observer.getCurrentResult().data, leave }
}

describe('what is on screen', () => {
  it.each([
    ['a piece of news', (wake: ReturnType<typeof createWake>) => wake.hear(NEWS)],
    ['the first word of the stream', (wake: ReturnType<typeof createWake>) => wake.everything()],
    ['news that were lost', (wake: ReturnType<typeof createWake>) => wake.hear({ topic: 'reset' })],
  ])(
    'is read again where %s overtook its first answer',
    async (_, tell) => {
      const { market, answers, read, leave } = shown()
      await expect.poll(() => answers.length, SOON).toBe(1)
      market.knows = 'drawn'
      tell(createWake())
      // Whatever is made of the news has been made of it before the older answer comes.
      await new Promise((resolve) => setTimeout(resolve, 60))
      answers[0]?.()
      await expect.poll(() => answers.length, SOON).toBe(2)
      answers[1]?.()
      await expect.poll(read, SOON).toBe('drawn')
      leave()
    },
    60_000,
  )
})
