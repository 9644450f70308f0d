import { useParams } from 'react-router'
import { AccountPage } from '../features/account/AccountPage.tsx'

export function Component() {
  const { address = '' } = useParams()
  return <AccountPage key={address} address={address} />
}
