import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { namesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { RichText } from '../../kit/RichText.tsx'
import type { Param } from '../../lib/explore-address.ts'
import { useSilentNetworks } from '../../lib/live/chain-heads.ts'
import { useConfig } from '../../lib/site.ts'
import type { Items } from './use-items.ts'

/** What a reader should know of the list: filters that were left out, networks that are silent, an answer that is old. */
export function ListNotes({ leftOut, items: { pages } }: { leftOut: readonly Param[]; items: Items }) {
  const { t, locale } = useTranslation()
  const clock = useClock()
  const { networks } = useConfig()
  const silent = useSilent()
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
      {networks
        .filter(({ chainId }) => silent.has(chainId) && shown.has(chainId))
        .map(({ chainId, name }) => (
          <Warning key={chainId}>
            <RichText text={t('explore.silent', { network: name, time: clock(silent.get(chainId) ?? 0) })} />
          </Warning>
        ))}
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

function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="list-note warn">
      <Icon of={TriangleAlert} size="small" />
      <p>{children}</p>
    </div>
  )
}

function useSilent(): ReadonlyMap<number, number> {
  return useSilentNetworks(useConfig().networks.map(({ chainId }) => chainId))
}

/** "10:21" of a unix time in seconds. */
function useClock(): (at: number) => string {
  const { intl } = useLocale()
  return (at) => new Intl.DateTimeFormat(intl, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at * 1_000)
}

/** Beside the prices of a silent network: from when they are. */
export function useStaleTimes(): (chainId: number) => ReactNode {
  const silent = useSilent()
  const { intl } = useLocale()
  return useCallback(
    (chainId) => {
      const at = silent.get(chainId)
      if (at === undefined) return undefined
      return new Intl.DateTimeFormat(intl, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at * 1_000)
    },
    [silent, intl],
  )
}
