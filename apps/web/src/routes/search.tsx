import { SearchPage } from '../features/search/SearchPage.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { actOf, dialogs } = useCardActs()
  return (
    <>
      <SearchPage actOf={actOf} />
      {dialogs}
    </>
  )
}
