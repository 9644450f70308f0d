import type { Address } from '@plinth/protocol'
import { useEffect } from 'react'
import { create } from 'zustand'
import { rowKey } from '../../lib/rows.ts'
import { useSession } from '../../lib/session.ts'

/** A work that an act on many is for. */
export type PickedWork = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

/** One bulk signature covers as many orders and a little more. */
export const MOST_PICKED = 1_000

type Picks = ReadonlyMap<string, PickedWork>
type State = {
  /** Picks of each account live until its tab is closed or reloaded. */
  readonly of: ReadonlyMap<Address, Picks>
  /** Works of the viewer in the list on screen, by key. */
  readonly shown: Picks
}

const useSelection = create<State>(() => ({ of: new Map(), shown: new Map() }))
const NONE: Picks = new Map()
const picksOf = ({ of }: State, account: Address | undefined): Picks => (account && of.get(account)) || NONE

function put(account: Address, picks: Picks): void {
  useSelection.setState(({ of }) => ({ of: new Map([...of, [account, picks]]) }))
}

/** Picks works, up to `MOST_PICKED`, or drops them. Answers whether all were taken. */
export function pick(account: Address, works: readonly PickedWork[], isPicked = true): boolean {
  const picks = new Map(picksOf(useSelection.getState(), account))
  for (const { chainId, collection, tokenId } of works) {
    const key = rowKey({ chainId, collection, tokenId })
    if (!isPicked) picks.delete(key)
    else if (picks.size < MOST_PICKED) picks.set(key, { chainId, collection, tokenId })
  }
  put(account, picks)
  return !isPicked || works.every((work) => picks.has(rowKey(work)))
}

export const isPickedBy = (account: Address, work: PickedWork): boolean => picksOf(useSelection.getState(), account).has(rowKey(work))

/** The key X and the box of a work. Answers false where no more can be picked. */
export const togglePick = (account: Address, work: PickedWork): boolean => pick(account, [work], !isPickedBy(account, work))

export const clearPicks = (account: Address): void => put(account, NONE)

/** Picks of the viewer, in the order of picking: by key. */
export function usePicks(): Picks {
  const { address } = useSession()
  return useSelection((state) => picksOf(state, address))
}

export function useIsPicked(work: PickedWork): boolean {
  const { address } = useSession()
  return useSelection((state) => picksOf(state, address).has(rowKey(work)))
}

export const useHasPicks = (): boolean => usePicks().size > 0

/** Registers the works of the viewer that a list shows. */
export function showWorks(works: readonly PickedWork[]): void {
  const shown = works.map(
    ({ chainId, collection, tokenId }) => [rowKey({ chainId, collection, tokenId }), { chainId, collection, tokenId }] as const,
  )
  useSelection.setState({ shown: new Map(shown) })
}

/** The same while a list is on screen, so that the bar can count picks that are not in it, and pick all that are. */
export function useShownWorks(works: readonly PickedWork[]): void {
  useEffect(() => {
    showWorks(works)
    return () => showWorks([])
  }, [works])
}

/** Works on screen that are not picked yet. */
export function useUnpickedShown(): PickedWork[] {
  const picks = usePicks()
  const shown = useSelection((state) => state.shown)
  return [...shown].flatMap(([key, work]) => (picks.has(key) ? [] : [work]))
}

/** How many picks are in no list on screen. */
export function useHiddenPicks(): number {
  const picks = usePicks()
  const shown = useSelection((state) => state.shown)
  return [...picks.keys()].filter((key) => !shown.has(key)).length
}

/** Works on screen in the order of their list, by key. */
export const shownWorks = (): Picks => useSelection.getState().shown
