import { type Collection, type ItemRecord, pageTitle, REPORT_KIND } from '@plinth/api'
import { type Address, isAddress, shortAddress, standardOf, TOKEN_STANDARD } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ItemGrid } from '../../entities/cards/ItemGrid.tsx'
import { isOffered } from '../../entities/cards/item-view.ts'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { UserChip } from '../../entities/UserChip.tsx'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { askReport } from '../../flows/engine/report-ask.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { MissingPage } from '../../kit/MissingPage.tsx'
import { Skeleton, Tag } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { api, hashKey, pagesOf, queryOf } from '../../lib/api.ts'
import { isWebPage } from '../../lib/links.ts'
import { mediaUrl, thumbnail } from '../../lib/media.ts'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig, useNetwork } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'
import './collection.css'
import { langOf } from '../../lib/text-lang.ts'
import { useParam } from '../../lib/use-param.ts'

const LIMIT = 20
const TABS = ['sale', 'collectibles'] as const
/** The quick act of a card; trading is another feature's, so the route brings it. */
type Acts = { actOf: (item: ItemRecord) => ReactNode; ownerActOf: (collection: Collection) => ReactNode }

export function CollectionPage({ address, chain, ...acts }: { address: string; chain: string | null } & Acts) {
  const lower = address.toLocaleLowerCase('en')
  const chainId = chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined
  return isAddress(lower) ? <Known address={lower} chainId={chainId} {...acts} /> : <Missing />
}

type Ref = { address: Address; chainId: number | undefined }

function Known({ address, chainId, ...acts }: Ref & Acts) {
  const info = useQuery(queryOf(api.contract.info, { collection: address, chainId }))
  if (info.isPending) return <HeadSkeleton />
  if (!info.data)
    return (
      <main className="wrap page">
        <FailedState isPage text={failureOf(info.error).text} retry={() => info.refetch()} />
      </main>
    )
  const collection = collectionOf(info.data)
  return collection ? <Loaded collection={collection} address={address} {...acts} /> : <Missing />
}

/** An unknown collection is answered as {} (decision 7). */
const collectionOf = (data: Collection | object): Collection | undefined => ('address' in data ? data : undefined)

type Shown = { collection: Collection; address: Address }

function Loaded({ collection, address, actOf, ownerActOf }: Shown & Acts) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [tab = 'sale', choose] = useParam('tab', TABS)
  const { data: stat } = useQuery(queryOf(api.contract.stat, { collection: address, chainId: collection.chainId }))
  const counts = { sale: stat?.onSale, collectibles: stat?.items }
  return (
    <main>
      <title>{pageTitle(collection.name, site.name)}</title>
      <Banner collection={collection} />
      <div className="wrap">
        <Head collection={collection} address={address} ownerAct={ownerActOf(collection)} />
        <h2 className="visually-hidden">{t('collection.tabs')}</h2>
        <FilterTabs
          label={t('collection.tabs')}
          value={tab}
          onChange={choose}
          items={TABS.map((value) => ({ value, label: t(`collection.${value}`), count: counts[value] }))}
        />
        <div className="collection-works">
          <CollectionItems key={tab} collection={collection} address={address} onlyOnSale={tab === 'sale'} actOf={actOf} />
        </div>
      </div>
    </main>
  )
}

/** The collection's own picture, else its cover out of focus, else the bare wall. */
function Banner({ collection }: { collection: Collection }) {
  const own = mediaUrl(collection.bannerUrl)
  const { src } = thumbnail(collection.cover)
  return (
    <div className={own || src ? 'collection-banner' : 'collection-banner wall'}>
      {own ? <img src={own} alt="" /> : src && <img className="blurred" src={src} alt="" />}
    </div>
  )
}

function Head({ collection, address, ownerAct }: Shown & { ownerAct: ReactNode }) {
  const { t } = useTranslation()
  const network = useNetwork(collection.chainId)
  const signedIn = useSignedIn()
  const { address: me } = useSession()
  const isPhone = useMediaQuery(PHONE)
  const { data: people } = useQuery({ ...queryOf(api.user.listbyaddr, { addresses: [collection.owner] }), enabled: !collection.isOfficial })
  const owner = people?.[0] ?? { address: collection.owner, nickname: '', avatar: '' }
  return (
    <header className="collection-head">
      <div className="collection-cover">
        <Thumb {...thumbnail(collection.cover)} size={isPhone ? 96 : 152} />
      </div>
      <div className="collection-words">
        <h1 className="d d56" lang={langOf(collection.name)}>
          {collection.name}
        </h1>
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
        {isWebPage(collection.externalUrl) && (
          <a className="link" href={collection.externalUrl} target="_blank" rel="noopener noreferrer nofollow ugc">
            {new URL(collection.externalUrl).host}
            <span className="visually-hidden">{t('collection.website')}</span>
          </a>
        )}
        <p className="muted">{t('collection.metadata', { state: t(`collection.metadataState.${collection.metadataState}`) })}</p>
        <div className="row g12 collection-line">
          {collection.isOfficial ? <Tag tone="good">{t('collection.shared')}</Tag> : <UserChip person={owner} role={t('collection.by')} />}
          {ownerAct}
        </div>
        {me !== collection.owner && (
          <button
            type="button"
            className="link muted"
            onClick={() => signedIn(() => askReport({ kind: REPORT_KIND.COLLECTION, address, chainId: collection.chainId }))}
          >
            {t('report.collection')}
          </button>
        )}
      </div>
    </header>
  )
}

function CollectionItems({ collection, address, onlyOnSale, actOf }: Shown & Pick<Acts, 'actOf'> & { onlyOnSale: boolean }) {
  const { t } = useTranslation()
  const request = { page: 1, limit: LIMIT, collection: address, chainId: collection.chainId, ...(onlyOnSale ? { onlyOnSale } : {}) }
  const list = pagesOf(api.contract.listitems, request)
  const pages = useInfiniteQuery(list)
  useFailureToast(pages.error)
  return (
    <ItemGrid
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
  )
}

function Missing() {
  const { t } = useTranslation()
  return <MissingPage title={t('collection.notFoundTitle')} text={t('collection.notFoundText')} to="/" way={t('collection.market')} />
}

function HeadSkeleton() {
  const { t } = useTranslation()
  return (
    <main>
      <div className="visually-hidden" role="status">
        <h1>{t('kit.loading')}</h1>
      </div>
      <div className="collection-banner wall" />
      <div className="wrap" aria-hidden="true">
        <div className="collection-head">
          <div className="collection-cover">
            <Skeleton width={152} height={152} />
          </div>
          <div className="collection-words">
            <Skeleton width={320} height={60} />
            <Skeleton width={220} height={24} />
          </div>
        </div>
      </div>
    </main>
  )
}
