import type { ItemRecord } from '@plinth/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ItemGrid } from '../../entities/cards/ItemGrid.tsx'
import { isOffered } from '../../entities/cards/item-view.ts'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import type { Shown } from './shown.ts'
import { withStatus } from './tabs.ts'

const LIMIT = 20

type Props = Shown & { onlyOnSale: boolean; actOf: (item: ItemRecord) => ReactNode }

export function CollectionItems({ collection, address, onlyOnSale, actOf }: Props) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const request = { page: 1, limit: LIMIT, collection: address, chainId: collection.chainId, ...(onlyOnSale ? { onlyOnSale } : {}) }
  const list = pagesOf(api.contract.listitems, request)
  const pages = useInfiniteQuery(list)
  useFailureToast(pages.error)
  return (
    <>
      <h2 className="visually-hidden">{t('collection.works')}</h2>
      <div className="collection-filter">
        <Segmented
          label={t('collection.works')}
          value={onlyOnSale ? 'sale' : 'all'}
          options={[
            { value: 'all', label: t('collection.all') },
            { value: 'sale', label: t('collection.sale') },
          ]}
          onChange={(next) => setParams((now) => withStatus(now, next === 'sale'), { replace: true, preventScrollReset: true })}
        />
      </div>
      <ItemGrid
        key={String(onlyOnSale)}
        list={hashKey(list.queryKey)}
        pages={pages}
        actOf={actOf}
        belongs={onlyOnSale ? isOffered : undefined}
        empty={
          <EmptyState
            title={t(onlyOnSale ? 'collection.emptySale' : 'collection.empty')}
            text={t(onlyOnSale ? 'collection.emptySaleText' : 'collection.emptyText')}
          >
            <ButtonLink variant="primary" to="/">
              {t('collection.market')}
            </ButtonLink>
          </EmptyState>
        }
      />
    </>
  )
}
