import { ExploreItems } from '../features/explore/ExploreItems.tsx'
import { NothingFound, SearchPage } from '../features/search/SearchPage.tsx'
import { sweepOf } from './sweep-of.tsx'
import { useCardActs } from './use-card-acts.tsx'
import { usePicking } from './use-picking.tsx'

export function Component() {
  const { rowActOf, dialogs } = useCardActs()
  const { picks, picking } = usePicking()
  return (
    <>
      <SearchPage works={<ExploreItems {...picks} isSearch actOf={rowActOf} sweepOf={sweepOf} empty={<NothingFound />} />} />
      {dialogs}
      {picking}
    </>
  )
}
