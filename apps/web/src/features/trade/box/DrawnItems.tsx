import { type BoxPrizeRecord, itemName, type OpenedItem, readMetadata } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { NoPicture } from '../../../entities/cards/NoPicture.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { api, queryOf } from '../../../lib/api.ts'
import { itemPath } from '../../../lib/links.ts'
import { mediaUrl, thumbnail } from '../../../lib/media.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { apart } from './reveal-phases.ts'

type Props = { items: readonly OpenedItem[]; boxId: bigint; isRising: boolean }

/** The prizes of an opening, in the order of the draw, each with the chance of its kind and a link to its item. */
export function DrawnItems({ items, boxId, isRising }: Props) {
  // Kinds of prizes in the contract's order: a drawn item's `index` is a place in this list.
  const { data: kinds } = useQuery(queryOf(api.blind['box.nfts'], { boxId }))
  return (
    <ol className={isRising ? 'drawn-works rising' : 'drawn-works'} data-many={items.length > 3 || undefined}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawn list never changes, and a kind may come twice
        <DrawnItem key={`${at} ${item.index}`} item={item} prize={kinds?.list[item.index]} delay={at * apart(items.length)} />
      ))}
    </ol>
  )
}

function DrawnItem({ item, prize, delay }: { item: OpenedItem; prize: BoxPrizeRecord | undefined; delay: number }) {
  const { t } = useTranslation()
  const image = item.image || readMetadata(item.metadata).image
  const style: CSSProperties = { animationDelay: `${delay}ms` }
  const { src, srcSet } = thumbnailOf(image)
  const picture = src === '' ? <NoPicture /> : <img src={src} srcSet={srcSet} alt="" />
  // A drawn item is public, also of a sealed series. Before its delivery it has no token ID: its place in the list stands in.
  const name = itemName(item.name, t('item.untitled', { id: item.tokenId || item.index + 1 }))
  return (
    <li className="drawn-work" style={style}>
      {item.tokenId === '' ? (
        picture
      ) : (
        <Link to={itemPath({ ...item, tokenId: BigInt(item.tokenId) })} aria-label={t('box.seeWork', { name })}>
          {picture}
        </Link>
      )}
      <span className="d d18 drawn-name" lang={langOf(name)}>
        {name}
      </span>
      <span className="s12 reveal-soft">
        {item.isKept ? t('box.waitsForYou') : prize && t('box.ofBoxes', { chance: prize.probability })}
      </span>
    </li>
  )
}

/** Large enough for the stage. */
function thumbnailOf(image: string): { src: string; srcSet?: string } {
  const { src, srcSet } = thumbnail(image)
  return srcSet ? { src, srcSet } : { src: mediaUrl(image) }
}
