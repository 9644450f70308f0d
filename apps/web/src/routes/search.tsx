import { ExploreItems } from '../features/explore/ExploreItems.tsx'
import { NothingFound, SearchPage } from '../features/search/SearchPage.tsx'
import { sweepOf } from './sweep-of.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { rowActOf, dialogs } = useCardActs()
  return (
    <>
      <SearchPage works={<ExploreItems isSearch actOf={rowActOf} sweepOf={sweepOf} empty={<NothingFound />} />} />
      {dialogs}
    </>
  )
}
