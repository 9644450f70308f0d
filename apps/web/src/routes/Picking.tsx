import type { ItemRecord } from '@plinth/api'
import { lazy, useEffect } from 'react'
import { useItemFace } from '../entities/cards/use-item-face.ts'
import type { ExploreRow } from '../entities/explore/explore-row.ts'
import { useRowName } from '../entities/explore/RowCard.tsx'
import { isOwnWork, type Picks } from '../entities/selection/own-work.ts'
import { PickBox } from '../entities/selection/PickBox.tsx'
import { showWorks, useHasPicks } from '../entities/selection/selection.ts'
import { sessionState } from '../flows/session/session-store.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'
import { useSession } from '../lib/session.ts'

const BulkBar = lazy(inTime(async () => ({ default: (await import('../features/trade/bulk/BulkBar.tsx')).BulkBar })))

/** Gives lists the boxes of the viewer's works, and holds the bar of picks. */
export function Picking({ onReady }: { onReady: (picks: Picks) => void }) {
  useEffect(() => {
    onReady(PICKS)
    return () => showWorks([])
  }, [onReady])
  return useHasPicks() ? (
    <LazyBoundary>
      <BulkBar />
    </LazyBoundary>
  ) : null
}

const PICKS: Picks = {
  pickOf: (row) => <RowPick row={row} />,
  itemPickOf: (item) => <ItemPick item={item} />,
  onShown: (works) => showWorks(works.filter((work) => isOwnWork(work, sessionState().address))),
}

function RowPick({ row }: { row: ExploreRow }) {
  const { address } = useSession()
  const name = useRowName(row)
  return isOwnWork(row, address) ? <PickBox work={row} name={name} /> : null
}

function ItemPick({ item }: { item: ItemRecord }) {
  const { address } = useSession()
  const { name } = useItemFace(item)
  return isOwnWork(item, address) ? <PickBox work={item} name={name} /> : null
}
