import { toAddress } from '@plinth/protocol'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from './api.ts'
import { askAgainAbout, forgetLikes, setLiked } from './likes.ts'
import { rowsOf } from './live/lists.ts'

const COLLECTION = toAddress(`0x${'c'.repeat(40)}`)
const item = (tokenId: bigint, isLiked = false) => ({ chainId: 31_337, collection: COLLECTION, tokenId, isLiked })
const ITEM = item(1n)
const [DETAIL, LIST, PAGE, OTHER] = [['nft.detail', { tokenId: 1n }], ['home.list'], ['auction.newlist'], ['user.stat']]
const liked = (key: readonly unknown[]) => rowsOf(queryClient.getQueryData(key)).map((row) => (row as { isLiked?: boolean }).isLiked)

afterEach(() => queryClient.clear())

describe('what is liked', () => {
  it('[NET-19] is known on the item’s page and in every list, and forgotten with the account', async () => {
    queryClient.setQueryData(DETAIL, item(1n))
    queryClient.setQueryData(LIST, { pages: [{ list: [item(2n)] }, { list: [item(1n), { id: 7n }] }], pageParams: [1, 2] })
    queryClient.setQueryData(PAGE, { list: [item(1n), item(3n, true)] })
    queryClient.setQueryData(OTHER, { liked: 4 })
    await queryClient.invalidateQueries({ queryKey: PAGE })
    setLiked(ITEM, true)
    expect(queryClient.getQueryData(DETAIL)).toMatchObject({ isLiked: true })
    expect([liked(LIST), liked(PAGE)]).toEqual([
      [false, true, undefined],
      [true, true],
    ])
    expect(queryClient.getQueryState(PAGE)?.isInvalidated).toBe(true)
    forgetLikes()
    expect([liked(LIST), liked(PAGE)]).toEqual([
      [false, false, undefined],
      [false, false],
    ])
    expect(queryClient.getQueryData(OTHER)).toEqual({ liked: 4 })
  })

  it('[SHELL-76] is not taken back by an answer that was on its way before', async () => {
    const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    let asked = 0
    const reads = (queryKey: readonly unknown[], queryFn: () => unknown, row: unknown) =>
      new QueryObserver(queryClient, { queryKey, queryFn, initialData: { list: [row] }, staleTime: 0 }).subscribe(() => undefined)
    const never = vi.fn(() => new Promise(() => undefined))
    const stops = [reads(PAGE, () => answers[asked++]?.promise, item(1n, true)), reads(LIST, never, item(2n))]
    setLiked(ITEM, false)
    const done = askAgainAbout(ITEM)
    answers[0]?.resolve({ list: [item(1n, true)] })
    answers[1]?.resolve({ list: [item(1n, false)] })
    await done
    expect([asked, liked(PAGE)]).toEqual([2, [false]])
    expect(never).toHaveBeenCalledTimes(1)
    for (const stop of stops) stop()
  })

  it('[SHELL-76] is not taken back by the next page of a list that grew meanwhile', async () => {
    const next = Promise.withResolvers<unknown>()
    const list = new InfiniteQueryObserver(queryClient, {
      queryKey: LIST,
      queryFn: ({ pageParam }) => (pageParam === 1 ? { list: [item(1n)] } : next.promise),
      initialPageParam: 1,
      getNextPageParam: (_, pages) => (pages.length === 1 ? 2 : undefined),
      staleTime: Infinity,
    })
    const stop = list.subscribe(() => undefined)
    await vi.waitFor(() => expect(liked(LIST)).toEqual([false]))
    const grown = list.fetchNextPage()
    setLiked(ITEM, true)
    const done = askAgainAbout(ITEM)
    next.resolve({ list: [item(2n)] })
    await Promise.all([grown, done])
    expect(liked(LIST)).toEqual([true, false])
    stop()
  })
})
