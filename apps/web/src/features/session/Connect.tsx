import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { doorPath } from '../../lib/links.ts'
import { useSession } from '../../lib/session.ts'
import { configQuery } from '../../lib/site.ts'
import { EntryFrame } from './EntryFrame.tsx'
import { Newcomer } from './Newcomer.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import { useConnecting } from './use-connecting.ts'
import { useWalletOptions } from './use-wallet-options.ts'
import { WalletRow } from './WalletRow.tsx'

/** Lists the wallets found, brings one to the configured network and signs in; then goes where the visitor came from. */
export function Connect() {
  const { t } = useTranslation()
  const { byMail } = useSession()
  const [params] = useSearchParams()
  const { data: config } = useSuspenseQuery(configQuery())
  const isForOperators = /^\/operator(\/|$)/.test(params.get('redirect') ?? '')
  const { connecting, connectTo, isHalfWay } = useConnecting(config)
  return (
    <EntryFrame
      title={t(byMail ? 'session.linkTitle' : 'session.connectTitle')}
      text={t(byMail ? 'session.linkText' : isForOperators ? 'session.operatorText' : 'session.connectText')}
    >
      <Wallets connecting={connecting} onConnect={connectTo} />
      {connecting.at === 'running' && connecting.code !== undefined && <PhoneCode uri={connecting.code} />}
      {connecting.at === 'failed' && (
        <div className="field-error" role="alert">
          {isHalfWay && <strong>{t('global.errSignature')}</strong>}
          <p>{connecting.text}</p>
        </div>
      )}
      {isHalfWay && (
        <Button variant="primary" dot busy={connecting.at === 'running'} onClick={() => connectTo('')}>
          {t('session.signIn')}
        </Button>
      )}
      <ul className="promises">
        <li>
          <Icon of={Check} size="small" />
          {t('session.weSee')}
        </li>
        <li>
          <Icon of={X} size="small" />
          {t('session.weCannot')}
        </li>
      </ul>
      {config.mailLogin && !byMail && (
        <p className="connect-other">
          <span className="muted">{t('mail.noWallet')}</span> <Link to={doorPath('/login', params)}>{t('mail.logInByMail')}</Link>
        </p>
      )}
    </EntryFrame>
  )
}

type WalletsProps = Pick<Parameters<typeof WalletRow>[0], 'connecting' | 'onConnect'>

function Wallets({ connecting, onConnect }: WalletsProps) {
  const { t } = useTranslation()
  const options = useWalletOptions()
  return (
    <>
      <ul className="wallets" aria-label={t('session.wallets')}>
        {options?.map((option) => (
          <WalletRow key={option.id} option={option} connecting={connecting} onConnect={onConnect} />
        ))}
        {!options && (
          <li className="wallet-row muted">
            <Spinner />
            {t('session.looking')}
          </li>
        )}
        {options?.length === 0 && <li className="wallet-row muted">{t('session.noWallet')}</li>}
      </ul>
      {options && <Newcomer options={options} isBusy={connecting.at === 'running'} onConnect={onConnect} />}
    </>
  )
}
