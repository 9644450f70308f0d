import { OwnItems } from '../features/account/AccountPage.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { actOf, dialogs } = useCardActs()
  return (
    <>
      <OwnItems actOf={actOf} />
      {dialogs}
    </>
  )
}
