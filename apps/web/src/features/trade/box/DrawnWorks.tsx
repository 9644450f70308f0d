import { type BoxPrizeRecord, type OpenedItem, readMetadata } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/translate.ts'
import { api, queryOf } from '../../../lib/api.ts'
import { itemPath } from '../../../lib/links.ts'
import { mediaUrl, thumbnail } from '../../../lib/media.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { apart } from './reveal-beats.ts'

type Props = { works: readonly OpenedItem[]; boxId: bigint; isRising: boolean }

/** What was drawn, in the order of the draw; each with the chance it had, and a way to it. */
export function DrawnWorks({ works, boxId, isRising }: Props) {
  const { data } = useQuery(queryOf(api.blind['box.nfts'], { boxId }))
  return (
    <ol className={isRising ? 'drawn-works rising' : 'drawn-works'} data-many={works.length > 3 || undefined}>
      {works.map((work, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawn list never changes, and a kind may come twice
        <Work key={`${at} ${work.index}`} work={work} prize={data?.list[work.index]} delay={at * apart(works.length)} />
      ))}
    </ol>
  )
}

function Work({ work, prize, delay }: { work: OpenedItem; prize: BoxPrizeRecord | undefined; delay: number }) {
  const { t } = useTranslation()
  const image = work.image || readMetadata(work.metadata).image
  const style: CSSProperties = { animationDelay: `${delay}ms` }
  const picture = <img {...thumbnailOf(image)} alt="" />
  const name = work.name || t('box.secret')
  return (
    <li className="drawn-work" style={style}>
      {work.tokenId === '' ? (
        picture
      ) : (
        <Link to={itemPath({ ...work, tokenId: BigInt(work.tokenId) })} aria-label={t('box.seeWork', { name })}>
          {picture}
        </Link>
      )}
      <span className="d d18 drawn-name" lang={langOf(name)}>
        {name}
      </span>
      <span className="s12 reveal-soft">
        {work.isKept ? t('box.waitsForYou') : prize && t('box.ofBoxes', { chance: prize.probability })}
      </span>
    </li>
  )
}

/** Large enough for the stage. */
function thumbnailOf(image: string): { src: string; srcSet?: string } {
  const { src, srcSet } = thumbnail(image)
  return srcSet ? { src, srcSet } : { src: mediaUrl(image) }
}
