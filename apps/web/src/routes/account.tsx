import { isAddress } from '@plinth/protocol'
import { type Params, useParams } from 'react-router'
import { personName } from '../entities/person-name.ts'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { itemsQuery, personQuery, statQuery } from '../features/account/account-query.ts'
import { readView } from '../features/account/tabs.ts'
import { PageActs } from '../features/operator/PageActs.tsx'
import { queryClient } from '../lib/api.ts'
import { useCardActs } from './use-card-acts.tsx'
import { usePicking } from './use-picking.tsx'

export function ahead({ address = '' }: Params, search: URLSearchParams): void {
  const lower = address.toLocaleLowerCase('en')
  if (!isAddress(lower)) return
  const view = readView(search)
  void queryClient.prefetchQuery(personQuery(lower))
  void queryClient.prefetchQuery(statQuery(lower, view))
  void queryClient.prefetchInfiniteQuery(itemsQuery(lower, view, 1))
}

export function Component() {
  const { address = '' } = useParams()
  const { actOf, dialogs } = useCardActs()
  const { picks, picking } = usePicking()
  return (
    <>
      <AccountPage
        key={address}
        address={address}
        actOf={actOf}
        picks={picks}
        operatorActs={(person) => (
          <PageActs
            group="users"
            acts={(row) => (row?.locked ? ['unlock'] : ['lock', 'sign-out'])}
            list={{ named: person.address }}
            values={{ user: person.address }}
            subject={personName(person)}
          />
        )}
      />
      {dialogs}
      {picking}
    </>
  )
}
