import { ExplorePage } from '../features/explore/ExplorePage.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { rowActOf, dialogs } = useCardActs()
  return (
    <>
      <ExplorePage actOf={rowActOf} />
      {dialogs}
    </>
  )
}
