import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { langOf } from '../../lib/text-lang.ts'
import { ItemPicture, type Picture } from './ItemPicture.tsx'
import { NoPicture } from './NoPicture.tsx'

export type CardProps = {
  /** Left out for a preview that leads nowhere. */
  to?: string
  name: string
  collection: string
  picture: Picture | undefined
  chain: { symbol: string; name: string } | undefined
  /** The price line. */
  price: ReactNode
  /** Top left of the mat: countdown or kind of media. */
  badge?: ReactNode
  /** Top right of the mat: the like. */
  corner?: ReactNode
  /** At the right end of the caption, on hover and focus: the quick act. Never over the item. */
  act?: ReactNode
  /** At the corner where writing begins: picks the item. */
  pick?: ReactNode
  eager?: boolean
  /** No longer part of its list, and only still in its place. */
  isGone?: boolean
}

/** The picture ledge: one lit wall, one shelf, a whole item standing on it, and its caption. The whole card is a link. */
export function Card({ to, name, collection, picture, chain, price, badge, corner, act, pick, eager, isGone }: CardProps) {
  return (
    <article className={isGone ? 'card gone' : 'card'}>
      <div className="mat">
        {badge && <div className="card-badge">{badge}</div>}
        {picture?.src ? <ItemPicture picture={picture} eager={eager} /> : <NoPicture />}
      </div>
      <div className="caption">
        <div className="caption-top">
          <span className="clip">{collection}</span>
          {chain && <ChainGlyph symbol={chain.symbol} label={chain.name} />}
        </div>
        <h3 className="d d18 clip caption-name" lang={langOf(name)}>
          {to ? (
            <Link to={to} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <div className="price-line">{price}</div>
      </div>
      {corner && <div className="card-corner">{corner}</div>}
      {act && <div className="card-act">{act}</div>}
      {pick}
    </article>
  )
}

/** The same box while the card is on its way. */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="mat skeleton" />
      <CaptionSkeleton />
    </div>
  )
}

/** Three lines, as high as a card's text. */
export function CaptionSkeleton() {
  return (
    <div className="caption">
      <div className="caption-top">
        <Skeleton width="40%" height={12} />
      </div>
      <div className="caption-name skeleton-line">
        <Skeleton width="72%" height={18} />
      </div>
      <div className="price-line">
        <Skeleton width="48%" height={14} />
      </div>
    </div>
  )
}
