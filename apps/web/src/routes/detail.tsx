import { type ItemRecord, itemName, readMetadata } from '@plinth/api'
import { type Params, useParams, useSearchParams } from 'react-router'
import { ItemPage } from '../features/items/ItemPage.tsx'
import { historyQuery, itemQuery, parseItemIds } from '../features/items/item-query.ts'
import { More } from '../features/items/More.tsx'
import { PageActs } from '../features/operator/PageActs.tsx'
import { useTradeDialogs } from '../features/trade/use-trade-dialogs.tsx'
import { queryClient } from '../lib/api.ts'
import { useAcceptOffers } from './use-accept-offers.tsx'
import { useTraderKeys } from './use-trader-keys.tsx'

export function ahead({ ids = '' }: Params, search: URLSearchParams): void {
  const ref = parseItemIds(ids, search.get('chain'))
  if (!ref) return
  void queryClient.prefetchQuery(itemQuery(ref))
  void queryClient.prefetchQuery(historyQuery(ref))
}

export function Component() {
  const { ids = '' } = useParams()
  const [params] = useSearchParams()
  return (
    <ItemPage
      key={ids}
      itemRef={parseItemIds(ids, params.get('chain'))}
      useDialogs={useItemDialogs}
      more={(item) => <More item={item} />}
      operatorActs={(item) => <ItemOperatorActs item={item} />}
      missingActs={({ chainId, collection, tokenId }) => {
        const values = { chain: String(chainId), collection, token: String(tokenId) }
        return chainId !== undefined && <PageActs group="items" acts={['show']} values={values} subject={`#${tokenId}`} />
      }}
    />
  )
}

function useItemDialogs(item: ItemRecord) {
  const { open, dialogs } = useTradeDialogs(item)
  const { accept, dialog } = useAcceptOffers()
  const keys = useTraderKeys((_, act, order, auction) => open(act, order, auction), item)
  return {
    open,
    accept,
    dialogs: (
      <>
        {dialogs}
        {dialog}
        {keys}
      </>
    ),
  }
}

function ItemOperatorActs({ item }: { item: ItemRecord }) {
  const { chainId, collection, tokenId, isTradeLocked, metadata } = item
  const subject = itemName(readMetadata(metadata).name, `#${tokenId}`)
  const values = { chain: String(chainId), collection, token: String(tokenId) }
  return <PageActs group="items" acts={['hide', isTradeLocked ? 'unlock' : 'lock', 'reread']} values={values} subject={subject} />
}
