import { isAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/translate.ts'
import { api } from '../../lib/api.ts'

/** Whom the market knows by an address: a slip of the pen shows before anything is sent. */
export function useKnownAs(address: string): string | undefined {
  const { t } = useTranslation()
  const isWhole = isAddress(address)
  const { data } = useQuery({
    queryKey: ['trade.knownAs', address],
    queryFn: async () => {
      const user = isAddress(address) ? await api.user.info({ address }) : {}
      return 'nickname' in user ? user.nickname : null
    },
    enabled: isWhole,
    retry: false,
  })
  if (!isWhole || data === undefined || data === '') return undefined
  return data === null ? t('hold.isNobody') : t('hold.isPerson', { name: data })
}
