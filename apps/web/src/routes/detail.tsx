import { useParams, useSearchParams } from 'react-router'
import { ItemPage } from '../features/items/ItemPage.tsx'
import { parseItemIds } from '../features/items/item-query.ts'
import { MoreBy } from '../features/items/MoreBy.tsx'
import { useTradeDialogs } from '../features/trade/use-trade-dialogs.tsx'

export function Component() {
  const { ids = '' } = useParams()
  const [params] = useSearchParams()
  return (
    <ItemPage
      key={ids}
      itemRef={parseItemIds(ids, params.get('chain'))}
      useDialogs={useTradeDialogs}
      more={(item) => <MoreBy item={item} />}
    />
  )
}
