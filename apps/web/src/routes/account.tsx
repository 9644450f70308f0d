import { useParams } from 'react-router'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { address = '' } = useParams()
  const { actOf, dialogs } = useCardActs()
  return (
    <>
      <AccountPage key={address} address={address} actOf={actOf} />
      {dialogs}
    </>
  )
}
