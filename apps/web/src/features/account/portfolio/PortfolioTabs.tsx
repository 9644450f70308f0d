import type { Address } from '@plinth/protocol'
import { useNavigate } from 'react-router'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { FilterTabs } from '../../../kit/FilterTabs.tsx'
import { countText } from '../../../lib/numbers.ts'
import { PORTFOLIO_TABS, type PortfolioTab, tabPath } from './portfolio-address.ts'

type Props = { tab: PortfolioTab; wallet?: Address | undefined; counts?: Partial<Record<PortfolioTab, number | undefined>> }

/** Each is a place of its own, so that a link and the way back lead to it. */
export function PortfolioTabs({ tab, wallet, counts = {} }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const navigate = useNavigate()
  return (
    <FilterTabs
      label={t('portfolio.tabs')}
      value={tab}
      onChange={(next) => navigate(tabPath(next, wallet), { replace: true, preventScrollReset: true })}
      items={PORTFOLIO_TABS.map((value) => {
        const count = counts[value]
        return { value, label: t(`portfolio.tab.${value}`), ...(count !== undefined && { count: countText(count, intl) }) }
      })}
    />
  )
}
