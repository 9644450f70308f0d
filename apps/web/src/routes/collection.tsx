import type { Collection } from '@plinth/api'
import { type Address, shortAddress } from '@plinth/protocol'
import { type Params, useParams, useSearchParams } from 'react-router'
import { itemsQuery } from '../entities/explore/items-query.ts'
import { ratesQuery } from '../entities/price/rates-query.ts'
import { CollectionPage } from '../features/collections/CollectionPage.tsx'
import { collectionOf, figuresQuery, infoQuery, ownerQuery, readRef, statQuery } from '../features/collections/info-query.ts'
import { loadTab } from '../features/collections/tab-parts.ts'
import { readTab } from '../features/collections/tabs.ts'
import { EditCollection } from '../features/create/EditCollection.tsx'
import { FreezeMetadata } from '../features/create/FreezeMetadata.tsx'
import { ExploreItems } from '../features/explore/ExploreItems.tsx'
import { PageActs } from '../features/operator/PageActs.tsx'
import { MakeOffer } from '../features/trade/offer/MakeOffer.tsx'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { useTranslation } from '../i18n/translate.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { EmptyState } from '../kit/states.tsx'
import { queryClient } from '../lib/api.ts'
import { sweepOf } from './sweep-of.tsx'
import { useCardActs } from './use-card-acts.tsx'
import { usePicking } from './use-picking.tsx'

export function ahead({ address = '' }: Params, search: URLSearchParams): void {
  const ref = readRef(address, search.get('chain'))
  if (!ref) return
  loadTab(readTab(search))
  void queryClient.prefetchQuery(ratesQuery)
  void queryClient.fetchQuery(infoQuery(ref)).then(
    (info) => {
      const collection = collectionOf(info)
      if (collection) aheadOf(collection, ref.address, search)
    },
    () => undefined,
  )
}

/** What hangs on its network, which the address need not say. */
function aheadOf({ chainId, owner, isOfficial }: Collection, address: Address, search: URLSearchParams): void {
  const of = { collection: address, chainId }
  void queryClient.prefetchQuery(figuresQuery(of))
  void queryClient.prefetchQuery(statQuery(of))
  if (!isOfficial) void queryClient.prefetchQuery(ownerQuery({ owner }))
  // Filters are read beside networks and categories, which are not known yet: without any, the list is known already.
  if ([...search.keys()].every((name) => name === 'chain' || name === 'view'))
    void queryClient.prefetchInfiniteQuery(itemsQuery({ filters: { collections: [{ chainId, address }] }, sort: undefined }))
}

export function Component() {
  const { address = '' } = useParams()
  const [params] = useSearchParams()
  const { rowActOf, dialogs } = useCardActs()
  const { picks, picking } = usePicking()
  const offers = useOfferDialogs()
  return (
    <>
      <CollectionPage
        key={address}
        address={address}
        chain={params.get('chain')}
        openOffer={offers.open}
        itemsOf={({ collection, address: contract }) => (
          <ExploreItems
            {...picks}
            fixed={{ chainId: collection.chainId, address: contract }}
            actOf={rowActOf}
            sweepOf={sweepOf}
            empty={<NothingMinted />}
          />
        )}
        missingActs={({ chainId, address: collection }) => {
          const values = { chain: String(chainId), collection }
          return (
            chainId !== undefined && <PageActs group="collections" acts={['show']} values={values} subject={shortAddress(collection)} />
          )
        }}
        ownerActOf={(collection) => (
          <>
            {collection.address && <MakeOffer collection={collection} address={collection.address} open={offers.open} />}
            <EditCollection collection={collection} />
            <FreezeMetadata collection={collection} />
            {!collection.isOfficial && <CollectionOperatorActs collection={collection} />}
          </>
        )}
      />
      {dialogs}
      {picking}
      {offers.dialogs}
    </>
  )
}

function NothingMinted() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('collection.empty')} text={t('collection.emptyText')}>
      <ButtonLink variant="primary" to="/">
        {t('collection.market')}
      </ButtonLink>
    </EmptyState>
  )
}

/** The record does not say whether its trade is stopped: the server refuses what makes no sense. */
function CollectionOperatorActs({ collection: { chainId, address, name, isVerified } }: { collection: Collection }) {
  const acts = [isVerified ? 'unverify' : 'verify', 'hide', 'lock', 'unlock']
  return <PageActs group="collections" acts={acts} values={{ chain: String(chainId), collection: address }} subject={name} />
}
