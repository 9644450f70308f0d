import type { Banner } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import { useLocale } from '../../i18n/index.ts'
import { Logo } from '../../kit/Logo.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { mediaUrl } from '../../lib/media.ts'
import { langOf } from '../../lib/text-lang.ts'

type Props = { siteName: string; banners: readonly Banner[] }

/** An item that the operator has chosen, on its plinth; the plinth alone while there is none. A new listing never appears here. */
export function ConnectWall({ siteName, banners }: Props) {
  const [banner] = banners
  return (
    <aside className="wall connect-wall">
      <div className="wall-floor" />
      <Link className="connect-wall-logo" to="/" aria-label={siteName}>
        <Logo name={siteName} />
      </Link>
      <div className="connect-stand">{banner ? <Chosen banner={banner} /> : <div className="plinth connect-plinth" />}</div>
    </aside>
  )
}

function Chosen({ banner }: { banner: Banner }) {
  const { locale } = useLocale()
  const [box, setBox] = useState<CSSProperties>()
  const { address, tokenId, chainId } = banner
  const of = { collection: toAddress(address), tokenId: BigInt(tokenId), chainId }
  const { data: item } = useQuery({ ...queryOf(api.nft.detail, of), retry: false })
  const title = banner.title[locale]
  const maker = item && personName(item.creator)
  return (
    <>
      <span className={box ? 'work' : 'work hidden'}>
        <img src={mediaUrl(banner.image)} alt={title} style={box} onLoad={({ currentTarget }) => setBox(boxOf(currentTarget))} />
      </span>
      <div className="plinth connect-plinth">
        <div className="d d18">{title}</div>
        {/* Its line is there before the name is. */}
        <div className="s13" lang={langOf(maker ?? '')}>
          {maker ?? '\u00a0'}
        </div>
      </div>
    </>
  )
}

/** Not larger than it is, and within what the style sheet allows. */
function boxOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(${width}px, ${(46 * width) / height}vh)` }
}
