import { useCategoryName } from '../../entities/category-name.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Chip } from '../../kit/marks.tsx'
import { useCategories, useNetworks } from '../../lib/site.ts'
import { type AccountView, turnView } from './tabs.ts'

type Props = { view: AccountView; onChange: (view: AccountView) => void }

/** Category and, where there are several, network. */
export function AccountFilters({ view, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const categories = useCategories()
  const networks = useNetworks()
  return (
    <div className="account-filters">
      <fieldset className="chip-row" aria-label={t('account.category')}>
        <Chip on={view.category === undefined} onClick={() => onChange(turnView(view, { category: undefined }))}>
          {t('category.all')}
        </Chip>
        {categories.map((category) => (
          <Chip
            key={category.id.toString()}
            on={view.category === category.id}
            onClick={() => onChange(turnView(view, { category: category.id }))}
          >
            {nameOf(category)}
          </Chip>
        ))}
      </fieldset>
      {networks.length > 1 && <NetworkFilter chainId={view.chainId} onChange={(chainId) => onChange(turnView(view, { chainId }))} />}
    </div>
  )
}
