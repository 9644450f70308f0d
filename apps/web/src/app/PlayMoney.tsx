import { isLocalChain } from '@plinth/protocol'
import { useTranslation } from '../i18n/translate.ts'
import { useConfig } from '../lib/site.ts'

/** Says so while a local chain is shown (decision 3). */
export function PlayMoney({ strip }: { strip?: boolean }) {
  const { t } = useTranslation()
  const { network } = useConfig()
  if (!isLocalChain(network.chainId)) return null
  return (
    <span className={strip ? 'play-money strip' : 'tag warn play-money'} role="note" title={t('shell.playMoneyWhy')}>
      {t('shell.playMoney', { network: network.name })}
      <span className="visually-hidden">. {t('shell.playMoneyWhy')}</span>
    </span>
  )
}
