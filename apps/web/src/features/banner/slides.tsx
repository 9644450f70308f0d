import type { Banner } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { cheapest } from '../../entities/cards/item-view.ts'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { itemPath } from '../../lib/links.ts'
import { mediaUrl } from '../../lib/media.ts'
import { priceText } from '../../lib/numbers.ts'
import { langOf } from '../../lib/text-lang.ts'

export type SlideProps = { banner: Banner; title: string; text: string; eager: boolean; isShown: boolean }

/** The item on its plinth at the right, its text at the left, its label on the plinth. */
export function DesktopSlide({ banner, title, text, eager, isShown }: SlideProps) {
  const { t } = useTranslation()
  const label = useLabel(banner, eager || isShown)
  return (
    <div className="wall hero">
      <div className="wall-floor" />
      <div className="wrap hero-inside">
        <div className="hero-words">
          <div className="muted s14 medium">{t('home.banner')}</div>
          <h1 className="d d72">{title}</h1>
          <p className="s16 muted">{text}</p>
          <ButtonLink to={pathOf(banner)} variant="primary">
            {t('home.seeWork')}
          </ButtonLink>
        </div>
        <div className="hero-stage">
          <HeroItem banner={banner} title={title} eager={eager} />
          <div className="plinth">
            <div className="plinth-label">
              <span>
                <b className="d d18" lang={langOf(label?.maker ?? '')}>
                  {label?.maker}
                </b>
                <br />
                {label?.collection}
              </span>
              {label?.price && (
                <span>
                  {t('item.price')} <b className="d d18 num">{label.price}</b>
                </span>
              )}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The item above, its text and price below. */
export function PhoneSlide({ banner, title, text, eager, isShown }: SlideProps) {
  const { t } = useTranslation()
  const label = useLabel(banner, eager || isShown)
  return (
    <div className="hero-phone">
      <div className="wall">
        <div className="wall-floor" />
        <div className="hero-stage">
          <HeroItem banner={banner} title={title} eager={eager} />
          <div className="plinth" />
        </div>
      </div>
      <div className="hero-phone-words">
        <div className="s12 muted medium">{t('home.banner')}</div>
        <h1 className="d d40">{title}</h1>
        <p className="muted hero-text">{text}</p>
        <div className="row between">
          <div>
            <div className="s12 muted clip">{label?.price ? t('item.price') : label?.maker}</div>
            <div className={label?.price ? 'd d22 num' : 'd d22'}>{label?.price ?? label?.collection}</div>
          </div>
          <ButtonLink to={pathOf(banner)} variant="primary">
            {t('home.seeWork')}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function HeroItem({ banner, title, eager }: { banner: Banner; title: string; eager: boolean }) {
  const [ratio, setRatio] = useState(0)
  const style = { '--ratio': ratio || 1 } as CSSProperties
  return (
    <span className={ratio ? 'work' : 'work hidden'} style={style}>
      <img
        src={mediaUrl(banner.image)}
        alt={title}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        draggable={false}
        onLoad={({ currentTarget: image }) => setRatio(image.naturalWidth / image.naturalHeight)}
      />
    </span>
  )
}

const pathOf = ({ address, tokenId, chainId }: Banner) => itemPath({ collection: address, tokenId: BigInt(tokenId), chainId })

/** What the plinth says, from the live item. */
function useLabel(banner: Banner, isWanted: boolean): { maker: string; collection: string; price: string | undefined } | undefined {
  const { data } = useQuery({
    ...queryOf(api.nft.detail, { collection: toAddress(banner.address), tokenId: BigInt(banner.tokenId), chainId: banner.chainId }),
    enabled: isWanted,
  })
  if (!data) return undefined
  const sale = cheapest(data)
  const price = sale && `${priceText(sale.unitPrice)} ${sale.payTokenSymbol}`
  return { maker: personName(data.creator), collection: data.collectionBrief.name, price }
}
