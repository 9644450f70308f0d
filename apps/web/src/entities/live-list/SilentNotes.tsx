import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { RichText } from '../../kit/RichText.tsx'
import { useSilentNetworks } from '../../lib/live/chain-heads.ts'
import { useConfig } from '../../lib/site.ts'
import './notes.css'

/** Of these networks, which ones are silent, and since when their prices are as they are. */
export function SilentNotes({ chainIds }: { chainIds: Iterable<number> }) {
  const { t } = useTranslation()
  const clock = useClock()
  const { networks } = useConfig()
  const silent = useSilent()
  const shown = new Set(chainIds)
  return networks
    .filter(({ chainId }) => silent.has(chainId) && shown.has(chainId))
    .map(({ chainId, name }) => (
      <Warning key={chainId}>
        <RichText text={t('explore.silent', { network: name, time: clock(silent.get(chainId) ?? 0) })} />
      </Warning>
    ))
}

/** The same where it stands by itself on a page; announced politely. */
export function SilentNotice({ chainIds }: { chainIds: Iterable<number> }) {
  return (
    <div className="list-notes" role="status">
      <SilentNotes chainIds={chainIds} />
    </div>
  )
}

export function Warning({ children }: { children: ReactNode }) {
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
export function useClock(): (at: number) => string {
  const { intl } = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(intl, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return (at) => format.format(at * 1_000)
  }, [intl])
}

/** Beside the prices of a silent network: from when they are. */
export function useStaleTimes(): (chainId: number) => ReactNode {
  const silent = useSilent()
  const clock = useClock()
  return useMemo(
    () => (chainId) => {
      const at = silent.get(chainId)
      return at === undefined ? undefined : clock(at)
    },
    [silent, clock],
  )
}
