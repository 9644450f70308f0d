import { SilentNotes, useClock, Warning } from '../../entities/live-list/SilentNotes.tsx'
import { namesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import type { Param } from '../../lib/explore-address.ts'
import type { Items } from './use-items.ts'

/** What a reader should know of the list: filters that were left out, networks that are silent, an answer that is old. */
export function ListNotes({ leftOut, items: { pages } }: { leftOut: readonly Param[]; items: Items }) {
  const { t, locale } = useTranslation()
  const clock = useClock()
  const shown = new Set(pages.data?.pages.flatMap(({ list }) => list.map(({ chainId }) => chainId)))
  const isStale = pages.isRefetchError && pages.data !== undefined
  return (
    <div className="list-notes" role="status">
      {leftOut.length > 0 && (
        <p className="list-note">
          {t('explore.leftOut')}{' '}
          <span className="muted">
            {namesText(
              leftOut.map((name) => t(`explore.param.${name}`)),
              locale,
            )}
          </span>
        </p>
      )}
      <SilentNotes chainIds={shown} />
      {isStale && (
        <Warning>
          {t('explore.stale', { time: clock(pages.dataUpdatedAt / 1_000) })}{' '}
          <button type="button" className="link" onClick={() => void pages.refetch()}>
            {t('kit.retry')}
          </button>
        </Warning>
      )}
    </div>
  )
}
