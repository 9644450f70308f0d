import { useParams } from 'react-router'
import { CategoryPage } from '../features/market/CategoryPage.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { id = '' } = useParams()
  const { actOf, dialogs } = useCardActs()
  return (
    <>
      <CategoryPage key={id} id={id} actOf={actOf} />
      {dialogs}
    </>
  )
}
