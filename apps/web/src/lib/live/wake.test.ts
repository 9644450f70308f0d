import { type LiveEvent, POSITION_HEADER } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ListMeta, queryClient } from '../api.ts'
import { setLiked } from '../likes.ts'
import { notePosition, notingPositions } from '../positions.ts'
import { rowsOf } from './lists.ts'
import { createWake } from './wake.ts'

const SOON = { timeout: 20_000 }
const EVENT: LiveEvent = { topic: 'box', chainId: 31_337, boxId: 7n, request: 3 }

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
    ['an event', (wake: ReturnType<typeof createWake>) => wake.onEvent(EVENT)],
    ['the first word of the stream', (wake: ReturnType<typeof createWake>) => wake.everything()],
    ['lost events', (wake: ReturnType<typeof createWake>) => wake.onEvent({ topic: 'reset' })],
  ])(
    'is read again where %s overtook its first answer',
    async (_, emitTo) => {
      const { market, answers, read, leave } = shown()
      await expect.poll(() => answers.length, SOON).toBe(1)
      market.knows = 'drawn'
      emitTo(createWake())
      // The event has been handled before the older answer comes.
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

describe('what was read while nothing happened', () => {
  it('is not read again where the stream begins; what could not be read is', async () => {
    const asked: string[] = []
    const leave = ['fine', 'failed'].map((what) => {
      const queryFn = async () => {
        asked.push(what)
        if (what === 'failed') throw new Error('No answer')
        return what
      }
      return new QueryObserver(queryClient, { queryKey: ['blind.box.history', { what }], queryFn, retry: false }).subscribe(() => {})
    })
    await expect.poll(() => asked, SOON).toEqual(['fine', 'failed'])
    await expect.poll(() => queryClient.isFetching(), SOON).toBe(0)
    const wake = createWake()
    for (const query of queryClient.getQueryCache().getAll()) notePosition(query, 7)
    wake.everything(7)
    await expect.poll(() => asked, SOON).toEqual(['fine', 'failed', 'failed'])
    wake.everything(8)
    await expect.poll(() => asked.toSorted(), SOON).toEqual(['failed', 'failed', 'failed', 'fine', 'fine'])
    for (const each of leave) each()
  })
})

describe('an answer that says its position', () => {
  /** A read on screen, whose answers come when the test says their position. */
  function positioned() {
    const answers: ((position: number) => void)[] = []
    const answer = notingPositions(
      () => new Promise((resolve) => answers.push((at) => resolve(Response.json({}, { headers: { [POSITION_HEADER]: String(at) } })))),
    )
    const queryFn = async () => (await answer('/v1/boxes')).json()
    const observer = new QueryObserver(queryClient, { queryKey: ['blind.box.history', { boxId: 7n, page: 1 }], queryFn })
    return { answers, leave: observer.subscribe(() => {}), wake: createWake() }
  }
  /** Longer than a read is put off. */
  const isStill = () => new Promise((resolve) => setTimeout(resolve, 2_100))

  it('[READ-07] is not asked for again because of an event that it has, however late it comes', async () => {
    const { answers, leave, wake } = positioned()
    await expect.poll(() => answers.length, SOON).toBe(1)
    wake.onEvent(EVENT, 5)
    await new Promise((resolve) => setTimeout(resolve, 400))
    answers[0]?.(5)
    await isStill()
    wake.onEvent(EVENT, 4)
    wake.onEvent(EVENT, 5)
    wake.everything(5)
    await isStill()
    expect(answers).toHaveLength(1)
    wake.onEvent(EVENT, 6)
    await expect.poll(() => answers.length, SOON).toBe(2)
    leave()
  }, 60_000)

  it('[READ-07] is asked for once more where a cache gave an older one, and not for ever', async () => {
    const { answers, leave, wake } = positioned()
    await expect.poll(() => answers.length, SOON).toBe(1)
    answers[0]?.(4)
    wake.onEvent(EVENT, 5)
    for (const count of [2, 3]) {
      await expect.poll(() => answers.length, SOON).toBe(count)
      answers[count - 1]?.(4)
    }
    await isStill()
    expect(answers).toHaveLength(3)
    leave()
  }, 60_000)

  it('[READ-07] is asked for again where positions have begun again, and so is a row of it', async () => {
    const { answers, leave, wake } = positioned()
    const item = { chainId: 31_337, collection: toAddress(`0x${'c'.repeat(40)}`), tokenId: 1n }
    const details = vi.fn(async () => Response.json({ errno: 404 }))
    vi.stubGlobal('fetch', details)
    const options = { queryKey: ['v1.similarItems', item], queryFn: () => ({ list: [item] }), staleTime: Infinity }
    const leaveRow = new QueryObserver(queryClient, options).subscribe(() => {})
    await expect.poll(() => answers.length, SOON).toBe(1)
    answers[0]?.(900)
    await expect.poll(() => queryClient.isFetching(), SOON).toBe(0)
    for (const query of queryClient.getQueryCache().getAll()) notePosition(query, 900)
    wake.onEvent({ topic: 'item', ...item }, 900)
    await isStill()
    expect([answers.length, details.mock.calls.length]).toEqual([1, 0])
    wake.onEvent({ topic: 'reset' })
    wake.onEvent({ topic: 'item', ...item }, 4)
    await expect.poll(() => [answers.length, details.mock.calls.length], SOON).toEqual([2, 1])
    answers[1]?.(3)
    leave()
    leaveRow()
  }, 60_000)
})

describe('what the market refuses to say', () => {
  afterEach(() => void vi.useRealTimers())

  it('is asked once more after a while, and shows what was until then', async () => {
    vi.useFakeTimers()
    const market = { knows: 'paid', refusals: 0 }
    const queryFn = async () => {
      if (market.refusals-- > 0) throw Object.assign(new Error('Too many requests'), { errno: 429 })
      return market.knows
    }
    const observer = new QueryObserver(queryClient, { queryKey: ['blind.box.history', { boxId: 7n, page: 1 }], queryFn })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(100)
    market.knows = 'drawn'
    // With the two that follow at once.
    market.refusals = 3
    createWake().onEvent(EVENT)
    await vi.advanceTimersByTimeAsync(7_000)
    expect(observer.getCurrentResult()).toMatchObject({ data: 'paid', isError: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(observer.getCurrentResult()).toMatchObject({ data: 'drawn', isError: false })
    leave()
  })
})

describe('a list that is not on screen yet', () => {
  it('is read again as it comes on screen, where the first word of the stream came after its answer', async () => {
    const market = { items: ['wheat'] }
    const options = {
      queryKey: ['home.list', { page: 1, limit: 20 }],
      queryFn: () => ({ list: [...market.items], total: 1, page: 1, limit: 20, pages: 1 }),
      initialPageParam: 1,
      getNextPageParam: () => undefined,
      staleTime: Infinity,
      meta: { firstPage: async () => ({ list: [], page: 1, limit: 20, pages: 1 }) } satisfies ListMeta,
    }
    await queryClient.prefetchInfiniteQuery(options)
    market.items.unshift('rye')
    createWake().everything()
    const observer = new InfiniteQueryObserver(queryClient, options)
    const leave = observer.subscribe(() => {})
    await expect.poll(() => rowsOf(observer.getCurrentResult().data), SOON).toEqual(['rye', 'wheat'])
    leave()
  })
})

describe('a like', () => {
  it('[ACC-19] is not given back by a look at the list that began before it was taken back', async () => {
    const item = { chainId: 31_337, collection: toAddress(`0x${'c'.repeat(40)}`), tokenId: 1n, isLiked: true }
    const page = { list: [item], total: 1, page: 1, limit: 20, pages: 1 }
    const late = Promise.withResolvers<typeof page>()
    const firstPage = vi.fn(() => late.promise)
    const observer = new InfiniteQueryObserver(queryClient, {
      queryKey: ['home.list', { page: 1, limit: 20 }],
      queryFn: () => page,
      initialPageParam: 1,
      getNextPageParam: () => undefined,
      staleTime: Infinity,
      meta: { firstPage } satisfies ListMeta,
    })
    const leave = observer.subscribe(() => {})
    const hearts = () => rowsOf(observer.getCurrentResult().data).map((row) => (row as typeof item).isLiked)
    await expect.poll(hearts, SOON).toEqual([true])
    createWake().everything()
    await expect.poll(() => firstPage.mock.calls.length, SOON).toBe(1)
    setLiked(item, false)
    late.resolve({ ...page, total: 2 })
    await expect.poll(() => totalOf(observer.getCurrentResult().data), SOON).toBe(2)
    expect(hearts()).toEqual([false])
    leave()
  })
})

const totalOf = (data: { pages: { total: number }[] } | undefined) => data?.pages[0]?.total
