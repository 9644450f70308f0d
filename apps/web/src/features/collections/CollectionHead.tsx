import { type CollectionStatistics, REPORT_KIND } from '@plinth/api'
import { explorerAddressUrl, shortAddress, standardOf, TOKEN_STANDARD } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, ExternalLink, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { ShareMenu } from '../../entities/ShareMenu.tsx'
import { UserChip } from '../../entities/UserChip.tsx'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { askReport } from '../../flows/engine/report-ask.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Tag } from '../../kit/marks.tsx'
import { collectionPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { percentRange } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'
import { ownerQuery } from './info-query.ts'
import { OwnerLinks } from './OwnerLinks.tsx'
import type { Shown } from './shown.ts'

type Royalty = CollectionStatistics['royalty']
type Props = Shown & { royalty: Royalty /** The royalty is on its way. */; isAwaited: boolean; ownerAct: ReactNode }

export function CollectionHead({ collection, address, royalty, isAwaited, ownerAct }: Props) {
  const { t } = useTranslation()
  const network = useNetwork(collection.chainId)
  const isPhone = useMediaQuery(PHONE)
  const { data: people, isPending: isUnnamed } = useQuery({ ...ownerQuery(collection), enabled: !collection.isOfficial })
  const owner = people?.[0] ?? { address: collection.owner, nickname: '', avatar: '' }
  const explorer = network ? explorerAddressUrl(network, address) : ''
  return (
    <header className="collection-head">
      <div className="collection-cover">
        <Thumb {...thumbnail(collection.cover)} size={isPhone ? 72 : 112} />
      </div>
      <div className="collection-name">
        <h1 className="d d40" lang={langOf(collection.name)}>
          {collection.name}
        </h1>
        <Marks collection={collection} />
      </div>
      <div className="collection-acts">
        <ShareMenu path={collectionPath(address, collection.chainId)} title={collection.name} label={t('collection.share')} line />
        {ownerAct}
        <Report collection={collection} address={address} />
      </div>
      <div className="collection-words">
        {/* What comes later would push the rest of the line aside. */}
        <div
          className={isAwaited || (isUnnamed && !collection.isOfficial) ? 'row muted collection-line awaited' : 'row muted collection-line'}
        >
          {collection.isOfficial ? <Tag>{t('collection.shared')}</Tag> : <UserChip person={owner} role={t('collection.by')} />}
          {network && (
            <span className="row g8">
              <ChainGlyph symbol={network.symbol} />
              {network.name}
            </span>
          )}
          <span>{standardOf(collection.standard) === TOKEN_STANDARD.ERC1155 ? 'ERC1155' : 'ERC721'}</span>
          {royalty && <span title={t('collection.royaltyText')}>{t('collection.royalty', { royalty: percentRange(royalty) })}</span>}
          <span className="row g4">
            <span className="addr">{shortAddress(address)}</span>
            <CopyButton text={address} what={t('collection.address')} />
            {explorer && (
              <a className="icon-button" href={explorer} target="_blank" rel="noreferrer" aria-label={t('collection.explorer')}>
                <Icon of={ExternalLink} size="small" />
              </a>
            )}
          </span>
        </div>
        <Description collection={collection} />
      </div>
    </header>
  )
}

/** Two lines, so that the works stand in the first screen; the rest, its owner's links and the metadata unfold. */
function Description({ collection }: Pick<Shown, 'collection'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const classes = ['collection-text', collection.description ? '' : 'muted', isOpen ? '' : 'cut']
  return (
    <>
      <div className="collection-about-line">
        <p className={classes.filter(Boolean).join(' ')} lang={langOf(collection.description)}>
          {collection.description || t('collection.noDescription')}
        </p>
        <button type="button" className="link muted" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'collection.less' : 'collection.more')}
        </button>
      </div>
      {isOpen && (
        <>
          <OwnerLinks collection={collection} />
          <p className="s14 muted">{t('collection.metadata', { state: t(`collection.metadataState.${collection.metadataState}`) })}</p>
        </>
      )}
    </>
  )
}

/** What the operator says of it, and apart from that what is known of its code. */
function Marks({ collection }: Pick<Shown, 'collection'>) {
  const { t } = useTranslation()
  return (
    <>
      {collection.isVerified && (
        <span className="tag good" title={t('collection.verifiedText')}>
          <Icon of={BadgeCheck} size="small" />
          {t('collection.verified')}
        </span>
      )}
      {collection.codeMatches && (
        <span className="tag good" title={t('collection.codeMatchesText')}>
          <Icon of={ShieldCheck} size="small" />
          {t('collection.codeMatches')}
        </span>
      )}
      {!collection.isConfirmed && <Tag tone="warn">{t('collection.waiting')}</Tag>}
    </>
  )
}

function Report({ collection, address }: Shown) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const { address: me } = useSession()
  if (me === collection.owner) return null
  return (
    <button
      type="button"
      className="link muted"
      onClick={() => signedIn(() => askReport({ kind: REPORT_KIND.COLLECTION, address, chainId: collection.chainId }))}
    >
      {t('report.collection')}
    </button>
  )
}
