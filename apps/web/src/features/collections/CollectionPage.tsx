import type { Collection } from '@plinth/api'
import { type Address, isAddress, shortAddress, standardOf, TOKEN_STANDARD } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ItemGrid } from '../../entities/ItemGrid.tsx'
import { Thumb } from '../../entities/Thumb.tsx'
import { UserChip } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Skeleton, Tag } from '../../kit/marks.tsx'
import { EmptyState, FailedState, NotFound } from '../../kit/states.tsx'
import { FilterTabs } from '../../kit/Tabs.tsx'
import { api, pagesOf, queryOf } from '../../lib/api.ts'
import { thumbnail } from '../../lib/media.ts'
import { useConfig, useNetwork } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'
import './collection.css'

const LIMIT = 20
const TABS = ['sale', 'collectibles'] as const
type Tab = (typeof TABS)[number]

export function CollectionPage({ address, chain }: { address: string; chain: string | null }) {
  const lower = address.toLocaleLowerCase('en')
  const chainId = chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined
  return isAddress(lower) ? <Known address={lower} chainId={chainId} /> : <Missing />
}

type Ref = { address: Address; chainId: number | undefined }

function Known({ address, chainId }: Ref) {
  const info = useQuery(queryOf(api.contract.info, { collection: address, chainId }))
  if (info.isPending) return <HeadSkeleton />
  if (!info.data)
    return (
      <main className="wrap page">
        <FailedState text={failureOf(info.error).text} retry={() => info.refetch()} />
      </main>
    )
  const collection = collectionOf(info.data)
  return collection ? <Loaded collection={collection} address={address} /> : <Missing />
}

/** An unknown collection is answered as {} (decision 7). */
const collectionOf = (data: Collection | object): Collection | undefined => ('address' in data ? data : undefined)

function Loaded({ collection, address }: { collection: Collection; address: Address }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params, setParams] = useSearchParams()
  const tab: Tab = TABS.find((each) => each === params.get('tab')) ?? 'sale'
  const { data: stat } = useQuery(queryOf(api.contract.stat, { collection: address, chainId: collection.chainId }))
  const counts = { sale: stat?.onSale, collectibles: stat?.items }
  const choose = (next: Tab) =>
    setParams(
      (current) => {
        current.set('tab', next)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <main className="wrap page">
      <title>{`${collection.name} · ${site.name}`}</title>
      <Head collection={collection} address={address} />
      <FilterTabs
        label={t('collection.tabs')}
        value={tab}
        onChange={choose}
        items={TABS.map((value) => ({ value, label: t(`collection.${value}`), count: counts[value] }))}
      />
      <div className="collection-works">
        <Works key={tab} collection={collection} address={address} onlyOnSale={tab === 'sale'} />
      </div>
    </main>
  )
}

function Head({ collection, address }: { collection: Collection; address: Address }) {
  const { t } = useTranslation()
  const network = useNetwork(collection.chainId)
  const { data: people } = useQuery({ ...queryOf(api.user.listbyaddr, { addresses: [collection.owner] }), enabled: !collection.isOfficial })
  const owner = people?.[0] ?? { address: collection.owner, nickname: '', avatar: '' }
  return (
    <header className="collection-head">
      <Thumb {...thumbnail(collection.cover)} size={136} />
      <div className="collection-words">
        <h1 className="d d56">{collection.name}</h1>
        <div className="row g8 muted collection-line">
          {network && <ChainGlyph symbol={network.symbol} label={network.name} />}
          <span className="addr">{shortAddress(address)}</span>
          <CopyButton text={address} what={t('collection.address')} />
          <Tag>{standardOf(collection.standard) === TOKEN_STANDARD.ERC1155 ? 'ERC1155' : 'ERC721'}</Tag>
          {!collection.isConfirmed && <Tag tone="warn">{t('collection.waiting')}</Tag>}
        </div>
        <p className={collection.description ? 's16 collection-text' : 's16 collection-text muted'}>
          {collection.description || t('collection.noDescription')}
        </p>
        {collection.isOfficial ? <Tag tone="good">{t('collection.shared')}</Tag> : <UserChip person={owner} role={t('collection.by')} />}
      </div>
    </header>
  )
}

function Works({ collection, address, onlyOnSale }: { collection: Collection; address: Address; onlyOnSale: boolean }) {
  const { t } = useTranslation()
  const request = { page: 1, limit: LIMIT, collection: address, chainId: collection.chainId, ...(onlyOnSale ? { onlyOnSale } : {}) }
  const pages = useInfiniteQuery(pagesOf(api.contract.listitems, request))
  return (
    <ItemGrid
      pages={pages}
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
  )
}

function Missing() {
  const { t } = useTranslation()
  return (
    <main className="wrap page">
      <NotFound title={t('collection.notFoundTitle')} text={t('collection.notFoundText')}>
        <ButtonLink variant="primary" to="/">
          {t('collection.market')}
        </ButtonLink>
      </NotFound>
    </main>
  )
}

function HeadSkeleton() {
  const { t } = useTranslation()
  return (
    <main className="wrap page" role="status" aria-label={t('kit.loading')}>
      <div className="collection-head">
        <Skeleton width={136} height={136} />
        <div className="collection-words">
          <Skeleton width={320} height={56} />
          <Skeleton width={220} height={24} />
        </div>
      </div>
    </main>
  )
}
