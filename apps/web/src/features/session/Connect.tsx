import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Check, Wallet as WalletIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { connectWallet, sessionState, signIn } from '../../flows/session-store.ts'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Logo } from '../../kit/Logo.tsx'
import { Tag } from '../../kit/marks.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { toast } from '../../kit/toast.tsx'
import { safeRedirect } from '../../lib/links.ts'
import { isConnected, useSession } from '../../lib/session.ts'
import { configQuery } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'
import type { WalletOption } from '../../wallet/types.ts'
import { ConnectWall } from './ConnectWall.tsx'
import { useWalletOptions } from './use-wallet-options.ts'
import './connect.css'

type Connecting = { at: 'idle' } | { at: 'running'; option: string } | { at: 'failed'; text: string }

/** Lists the wallets found, brings one to the configured network and signs in; then goes where the visitor came from. */
export function Connect() {
  const { t } = useTranslation()
  const { data: config } = useSuspenseQuery(configQuery())
  const { connecting, connectTo, isHalfWay } = useConnecting(config.connectChainId)
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

/** Opening this page while connected goes to /; a connect that happens here goes to the redirect (decision 19). */
function useConnecting(chainId: number) {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [connecting, setConnecting] = useState<Connecting>({ at: 'idle' })
  const isOurs = useRef(false)
  const isThere = isConnected(session)
  useEffect(() => {
    if (isThere && !isOurs.current) navigate('/', { replace: true })
  }, [isThere, navigate])

  const connectTo = async (option: string) => {
    isOurs.current = true
    setConnecting({ at: 'running', option })
    try {
      if (!isConnected(sessionState())) await connectWallet(option, chainId)
      if (sessionState().status !== 'loggedIn') await signIn()
      toast(t('global.loginSuccess'))
      navigate(safeRedirect(params.get('redirect')), { replace: true })
    } catch (error) {
      setConnecting({ at: 'failed', text: failureOf(error).text })
    }
  }
  return { connecting, connectTo, isHalfWay: isThere && session.status !== 'loggedIn' && isOurs.current }
}

type WalletRowProps = { option: WalletOption; connecting: Connecting; onConnect: (id: string) => void }

function WalletRow({ option, connecting, onConnect }: WalletRowProps) {
  const { t } = useTranslation()
  // Icons are data addresses (EIP-6963); as pictures nothing in them can run.
  const icon = option.icon?.trim().startsWith('data:image/') ? option.icon.trim() : undefined
  const isBusy = connecting.at === 'running' && connecting.option === option.id
  return (
    <li>
      <button type="button" className="wallet-row" disabled={connecting.at === 'running'} onClick={() => onConnect(option.id)}>
        {icon ? <img src={icon} alt="" width={24} height={24} /> : <Icon of={WalletIcon} size="large" />}
        <span className="grow">
          <span className="s16 strong">{nameOf(option, t)}</span>
          <span className="muted wallet-note">{t(option.isDemo ? 'session.demoNote' : 'session.foundNote')}</span>
        </span>
        {!option.isDemo && <Tag tone="good">{t('session.ready')}</Tag>}
        {isBusy ? <Spinner label={t('session.connecting')} /> : <Icon of={ArrowRight} size="small" />}
      </button>
    </li>
  )
}

function nameOf({ id, isDemo, name }: WalletOption, t: Translate): string {
  if (isDemo) return t('demoWallet.name')
  return id === 'injected' ? t('session.browserWallet') : name
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
