import { ALL_CHAINS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { statistics } from '../../entities/statistics/calls.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { queryOf } from '../../lib/api.ts'
import { RANKINGS_PATH } from '../../lib/links.ts'
import { useNetworks } from '../../lib/site.ts'
import { PERIODS, type RankingPeriod } from './address.ts'
import { FloorOf, KnownChange, Named, VolumeOf } from './CollectionRanking.tsx'
import { HomeRankingPlace } from './HomeRankingPlace.tsx'
import { type Scope, scopeOf } from './ranking-query.ts'
import './rankings.css'

const ROWS = 5
/** From the shortest: the first that has any sale is shown. */
const TRIED = ['24h', '7d', '30d', 'all'] as const satisfies readonly RankingPeriod[]

const PERIOD_WORDS = {
  '24h': 'rankings.homePeriod.h24',
  '7d': 'rankings.homePeriod.h168',
  '30d': 'rankings.homePeriod.h720',
  all: 'rankings.homePeriod.h0',
} as const satisfies Record<(typeof TRIED)[number], TextKey>

/** The five most traded collections of 24 hours, or of the shortest longer period in which anything was sold (RANK-04). */
export function HomeRanking() {
  const { data, isError } = useQuery(ratesQuery)
  const first = useNetworks()[0]?.chainId ?? 0
  if (!data && !isError) return <HomeRankingPlace />
  const scope = scopeOf({ tab: 'volume', chainId: ALL_CHAINS }, { hasRates: (data?.rates.length ?? 0) > 0, first })
  return <Tried scope={scope} at={0} />
}

/** Of one period; an empty one leads to the next. */
function Tried({ scope, at }: { scope: Scope; at: number }) {
  const { t } = useTranslation()
  const period = TRIED[at] ?? 'all'
  const hours = PERIODS[period]
  const { data, isError } = useQuery({
    ...queryOf(statistics.rankings, { by: scope.order, hours, chainId: scope.chainId, limit: ROWS }),
    staleTime: 30_000,
  })
  if (!data) return isError ? null : <HomeRankingPlace />
  if (data.list.length === 0) return at + 1 < TRIED.length ? <Tried scope={scope} at={at + 1} /> : null
  return (
    <section className="wrap home-ranking" aria-labelledby="home-ranking">
      <div className="row between home-ranking-head">
        <h2 className="d d28" id="home-ranking">
          {t('rankings.home')} <span className="muted s14">{t(PERIOD_WORDS[period])}</span>
        </h2>
        <Link className="link" to={`${RANKINGS_PATH}?period=${period}`}>
          {t('rankings.seeAll')}
        </Link>
      </div>
      <ol>
        {data.list.map((row, place) => (
          <li key={`${row.chainId}:${row.collection}`}>
            <span className="muted num">{place + 1}</span>
            <Named row={row} />
            <span className="home-ranking-figures">
              <VolumeOf row={row} scope={scope} />
              <small className="row g8">
                {row.floors.length > 0 && (
                  <span>
                    <span className="muted">{t('rankings.floor')}</span> <FloorOf row={row} />
                  </span>
                )}
                <KnownChange row={row} scope={scope} />
              </small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
