import type { SellingFacts } from '@plinth/api'
import type { ReactNode } from 'react'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { thumbnail } from '../../../lib/media.ts'
import { rowKey } from '../../../lib/rows.ts'
import { langOf } from '../../../lib/text-lang.ts'
import './bulk.css'

type Props = { works: readonly SellingFacts[] /** Under the name, or beside it. */; children?: (work: SellingFacts) => ReactNode }

/** The works of a dialog about many. */
export function WorkLines({ works, children }: Props) {
  const { t } = useTranslation()
  return (
    <ul className="bulk-lines">
      {works.map((work) => {
        const name = work.name === '' ? t('item.untitled', { id: work.item.tokenId }) : work.name
        return (
          <li key={rowKey(work.item)}>
            <Thumb {...thumbnail(work.image)} size={48} />
            <div className="grow">
              <p className="strong clip" lang={langOf(name)}>
                {name}
              </p>
              {children?.(work) ?? <p className="s12 muted clip">{work.collectionName}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
