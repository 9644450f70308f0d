import type { Address } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { api, queryOf } from '../lib/api.ts'
import { countText } from '../lib/numbers.ts'

/** Draws that an owner of boxes did not show in time, over all its series: a new series does not leave them behind. */
export function OwnerDraws({ owner }: { owner: Address }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { data } = useQuery(queryOf(api.blind['owner.draws'], { owner }))
  if (!data || data.missed === 0) return null
  return <p className="s14 muted owner-draws">{t('box.ownerMissed', { count: data.missed, draws: countText(data.draws, locale) })}</p>
}
