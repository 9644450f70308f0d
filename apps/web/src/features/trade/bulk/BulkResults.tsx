import type { SellingFacts } from '@plinth/api'
import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button, ButtonLink } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { itemPath } from '../../../lib/links.ts'
import { thumbnail } from '../../../lib/media.ts'
import { langOf } from '../../../lib/text-lang.ts'
import type { BulkMode } from './draft.ts'

export type BulkDone = {
  readonly lines: readonly { key: string; facts: SellingFacts; price: string /** Why it was not taken. */; refusal: string | undefined }[]
}

/** Shows one result for each work and offers failed ones again (BULK-05). */
export function BulkResults({ done: { lines }, mode, onAgain }: { done: BulkDone; mode: BulkMode; onAgain: () => void }) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollTo({ top: 0 })
    place.current?.focus({ preventScroll: true })
  }, [])
  const failed = lines.filter(({ refusal }) => refusal !== undefined).length
  const count = lines.length - failed
  return (
    <section ref={place} tabIndex={-1} className="bulk-results" aria-label={t('bulk.results')}>
      <p className="bulk-outcome" role="status">
        <Icon of={failed > 0 ? TriangleAlert : Check} />
        <b className="strong">
          {failed > 0
            ? t('bulk.donePartly', { done: count, count: lines.length })
            : t(mode === 'list' ? 'bulk.doneList' : 'bulk.doneChange', { count })}
        </b>
      </p>
      <ul className="bulk-lines">
        {lines.map(({ key, facts, price, refusal }) => (
          <Result key={key} facts={facts} price={price} refusal={refusal} />
        ))}
      </ul>
      <div className="row g8 bulk-next">
        {failed > 0 && (
          <Button variant="primary" onClick={onAgain}>
            {t('bulk.again', { count: failed })}
          </Button>
        )}
        <ButtonLink variant={failed > 0 ? 'secondary' : 'primary'} to="/items">
          {t('shell.myItems')}
        </ButtonLink>
      </div>
    </section>
  )
}

function Result({ facts, price, refusal }: Omit<BulkDone['lines'][number], 'key'>) {
  const { t } = useTranslation()
  const name = facts.name === '' ? t('item.untitled', { id: facts.item.tokenId }) : facts.name
  return (
    <li>
      <Thumb {...thumbnail(facts.image)} size={48} />
      <div className="grow">
        <Link to={itemPath(facts.item)} className="d d18 clip" lang={langOf(name)}>
          {name}
        </Link>
        <p className={refusal ? 's14 bulk-refused' : 's14 muted num'}>{refusal ?? price}</p>
      </div>
      <Icon of={refusal ? TriangleAlert : Check} />
    </li>
  )
}
