import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Check, X } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Logo } from '../../kit/Logo.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { configQuery } from '../../lib/site.ts'
import { ConnectWall } from './ConnectWall.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import { useConnecting } from './use-connecting.ts'
import { useWalletOptions } from './use-wallet-options.ts'
import { WalletRow } from './WalletRow.tsx'
import './connect.css'

/** Lists the wallets found, brings one to the configured network and signs in; then goes where the visitor came from. */
export function Connect() {
  const { t } = useTranslation()
  const { data: config } = useSuspenseQuery(configQuery())
  const { connecting, connectTo, isHalfWay } = useConnecting(config)
  const options = useWalletOptions()
  return (
    <div className="connect">
      <ConnectWall siteName={config.site.name} />
      <main className="connect-side">
        <div className="connect-column">
          <Link className="connect-logo" to="/">
            <Logo name={config.site.name} />
          </Link>
          <GoBack />
          <h1 className="d d56">{t('session.connectTitle')}</h1>
          <p className="s16 muted">{t('session.connectText')}</p>
          <ul className="wallets" aria-label={t('session.wallets')}>
            {options?.map((option) => (
              <WalletRow key={option.id} option={option} connecting={connecting} onConnect={connectTo} />
            ))}
            {!options && (
              <li className="wallet-row muted">
                <Spinner />
                {t('session.looking')}
              </li>
            )}
            {options?.length === 0 && <li className="wallet-row muted">{t('session.noWallet')}</li>}
          </ul>
          {connecting.at === 'running' && connecting.code !== undefined && <PhoneCode uri={connecting.code} />}
          {connecting.at === 'failed' && (
            <p className="field-error" role="alert">
              {connecting.text}
            </p>
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
        </div>
      </main>
    </div>
  )
}

function GoBack() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // A page opened from outside has nothing to go back to.
  const back = () => (history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <button type="button" className="row g8 muted connect-back" onClick={back}>
      <Icon of={ArrowLeft} size="small" />
      {t('kit.back')}
    </button>
  )
}
