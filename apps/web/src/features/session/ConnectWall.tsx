import { type ItemRecord, readMetadata } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { itemFace } from '../../entities/cards/item-view.ts'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Logo } from '../../kit/Logo.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { mediaUrl } from '../../lib/media.ts'

/** The newest item of the market on its plinth; the plinth alone while there is none. */
export function ConnectWall({ siteName }: { siteName: string }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...queryOf(api.home.list, { page: 1, limit: 1, chainId: -1 }), retry: false })
  const item = data?.list[0]
  const face = item && itemFace(item, t('item.untitled', { id: item.tokenId }))
  const src = item ? mediaUrl(readMetadata(item.metadata).image) : ''
  return (
    <aside className="wall connect-wall">
      <div className="wall-floor" />
      <Link className="connect-wall-logo" to="/" aria-label={siteName}>
        <Logo name={siteName} />
      </Link>
      <div className="connect-stand">
        {src && face && (
          <span className="work">
            <img src={src} alt={face.name} style={item && boxOf(item)} />
          </span>
        )}
        <div className="plinth connect-plinth">
          {item && face && (
            <>
              <div className="d d18">{face.name}</div>
              <div className="s13">{personName(item.creator)}</div>
            </>
          )}
        </div>
      </div>
    </aside>
  )
}

/** Its place before it is here, as the style sheet bounds it; of an unknown size there is none. */
function boxOf({ width, height }: ItemRecord): CSSProperties | undefined {
  if (width === 0 || height === 0) return undefined
  return { aspectRatio: `${width} / ${height}`, width: `min(${width}px, ${(46 * width) / height}vh)` }
}
