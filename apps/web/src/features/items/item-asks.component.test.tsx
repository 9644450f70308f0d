import { renderHook, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { BOB, OTHER_CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, aSale, itemPath } from '../../../test/fake/records.ts'
import { allDrawn, openPage } from '../../../test/page.tsx'
import { watchSight } from '../../../test/sight.ts'

const FIRST = ['category.list', 'config.fetch', 'nft.detail', 'nft.history', 'paytoken.list']
/** Of resources of `/v1`. */
const FIGURES = ['rates.list', 'statistics.collection', 'statistics.rarity']
const SEEN = ['auction.list', 'statistics.activity', 'statistics.chart']

const namesOf = ({ asked }: FakeMarket) => asked.map(({ name }) => name).toSorted()
const twiceIn = (market: FakeMarket) => namesOf(market).filter((name, at, all) => all[at + 1] === name)
const positionAt = (last: number) => last

describe('what the page of an item asks', () => {
  it.each([
    ['the network that is shown', {}],
    ['another network', { chainId: OTHER_CHAIN }],
  ])('[F-103] is eight calls before a visitor scrolls; what is below comes as it is seen: on %s', async (_, over) => {
    const market = new FakeMarket()
    market.positionAt = positionAt
    const item = anItem({ owner721: BOB, ...over })
    market.hang({ ...item, listings: [aSale(item, BOB)] })
    const sight = watchSight()
    const { screen } = await openPage(itemPath(item), { market })
    await screen.findByRole('heading', { level: 1, name: 'Wheat field' })
    await allDrawn()
    expect(namesOf(market)).toEqual([...FIRST, ...FIGURES])
    sight.comesIntoSight()
    await waitFor(() => expect(namesOf(market)).toEqual(expect.arrayContaining(SEEN)))
    await allDrawn()
    expect(twiceIn(market)).toEqual([])
  })

  it.each([
    ['not asked again where its answers have all that happened', positionAt, []],
    ['asked again where they may lack something', () => -1, expect.arrayContaining(['nft.detail', 'nft.history'])],
  ])('[F-103] is, as the event stream opens, %s', async (_, at, twice) => {
    const market = new FakeMarket()
    market.positionAt = at
    const item = market.hang(anItem())
    const { screen } = await openPage(itemPath(item), { market })
    await screen.findByRole('heading', { level: 1, name: 'Wheat field' })
    await waitFor(() => expect(market.streamSince).toBeDefined())
    await waitFor(() => expect(namesOf(market)).toEqual(expect.arrayContaining(SEEN)))
    await allDrawn()
    await waitFor(() => expect(twiceIn(market)).toEqual(twice))
  })

  it('[F-103] is asked by the clock only once live events fail to come', async () => {
    const { setLiveState, useWhileDown } = await import('../../lib/live-state.ts')
    act(() => setLiveState('starting'))
    const { result, unmount } = renderHook(() => useWhileDown(5_000))
    const poll = (state: 'on' | 'down') => {
      act(() => setLiveState(state))
      return result.current
    }
    expect([result.current, poll('down'), poll('on')]).toEqual([false, 5_000, false])
    unmount()
  })
})
