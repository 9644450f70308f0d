import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { SilentNotice } from '../entities/live-list/SilentNotes.tsx'
import { liveAuctions } from '../features/auctions/live-auctions.ts'
import { newestBoxes } from '../features/boxes/newest-boxes.ts'
import { findCategory } from '../features/market/category-tree.ts'
import { readFilters } from '../features/market/filters.ts'
import { marketQuery } from '../features/market/market-query.ts'
import { useCategories } from '../lib/site.ts'
import './home-silent.css'

/** Which networks of home's auctions, boxes and works are silent. It asks for nothing: it reads what the page has. */
export function HomeSilent() {
  const [params] = useSearchParams()
  const categories = useCategories()
  const filters = readFilters(params)
  const chosen = filters.category === undefined ? undefined : findCategory(categories, filters.category)
  const { data: market } = useInfiniteQuery({ ...marketQuery(filters, chosen), enabled: false })
  const { data: auctions } = useQuery({ ...liveAuctions, enabled: false })
  const { data: boxes } = useQuery({ ...newestBoxes, enabled: false })
  const lists: readonly { list: readonly { chainId: number }[] }[] = [auctions, boxes, ...(market?.pages ?? [])].flatMap(
    (page) => page ?? [],
  )
  return (
    <div className="wrap home-silent">
      <SilentNotice chainIds={lists.flatMap(({ list }) => list.map(({ chainId }) => chainId))} />
    </div>
  )
}
