import { PAGE } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BoxCard } from '../../entities/cards/BoxCard.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { PartFailed } from '../../kit/states.tsx'
import { rowKey } from '../../lib/rows.ts'
import { newestBoxes } from './newest-boxes.ts'
import './boxes.css'

/** The newest series on home, four of the five that are loaded; nothing where there are none. */
export function HomeBoxes() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(newestBoxes)
  if (data ? data.list.length === 0 : !isError) return null
  return (
    <section className="wrap section home-boxes">
      <div className="section-head">
        <h2 className="d d40">{t('box.pageTitle')}</h2>
        <Link className="link" to="/blindbox">
          {t('box.all')}
        </Link>
      </div>
      {data ? (
        <div className="grid four box-row">
          {data.list.slice(0, PAGE.homeBoxesShown).map((box, at) => (
            <BoxCard key={rowKey(box)} box={box} at={at} />
          ))}
        </div>
      ) : (
        <PartFailed text={t('box.failedTitle')} retry={refetch} />
      )}
    </section>
  )
}
