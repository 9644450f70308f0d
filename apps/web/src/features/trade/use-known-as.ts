import { isAddress, shortAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/translate.ts'
import { api } from '../../lib/api.ts'

/**
 * The account the market knows by an address: a typing slip shows before anything is sent. The line always has text, because one
 * that comes only with the answer would move the button from under a finger.
 */
export function useKnownAs(address: string): string {
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
  if (!isWhole || data === undefined) return t('hold.toHint')
  return data === null ? t('hold.isNobody') : t('hold.isPerson', { name: data || shortAddress(address) })
}
