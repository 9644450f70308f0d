import type { OfferRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'
import { offerApi } from '../../lib/offer-api.ts'
import { failureOf } from '../../wallet/errors.ts'
import { personName } from '../person-name.ts'

type Props = { offer: Pick<OfferRecord, 'id' | 'maker' | 'user'>; isDeclined?: boolean; isBlocked?: boolean }

/** Lists without declined offers and blocked makers. */
export const refreshPassed = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => ['offer.inbox', 'offer.passed', 'offer.blocked'].includes(String(name)),
  })

/** What a holder does who does not want an offer, or none of an account (MORE-01). */
export function PassMenu({ offer: { id, maker, user }, isDeclined = false, isBlocked = false }: Props) {
  const { t } = useTranslation()
  const name = personName(user)
  const run = async (call: () => Promise<unknown>, said?: string) => {
    try {
      await call()
      if (said) toast(said)
      await refreshPassed()
    } catch (error) {
      toast(failureOf(error).text, 'bad')
    }
  }
  const block = (address: Address) => run(() => offerApi.block({ address }), t('inbox.blockedToast', { name }))
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('inbox.more')} />}>
      {isDeclined ? (
        <MenuItem onSelect={() => void run(() => offerApi.restore({ id }))}>{t('inbox.restore')}</MenuItem>
      ) : (
        <MenuItem onSelect={() => void run(() => offerApi.decline({ id }), t('inbox.declinedToast'))}>{t('inbox.decline')}</MenuItem>
      )}
      {isBlocked ? (
        <MenuItem onSelect={() => void run(() => offerApi.unblock({ address: maker }))}>{t('inbox.unblock', { name })}</MenuItem>
      ) : (
        <MenuItem onSelect={() => void block(maker)}>{t('inbox.block', { name })}</MenuItem>
      )}
    </Menu>
  )
}
