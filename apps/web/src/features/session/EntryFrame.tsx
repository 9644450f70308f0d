import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Logo } from '../../kit/Logo.tsx'
import { configQuery } from '../../lib/site.ts'
import { ConnectWall } from './ConnectWall.tsx'
import './connect.css'

/** The pages before the door: an item on its plinth at the left, one column at the right. */
export function EntryFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { data: config } = useSuspenseQuery(configQuery())
  return (
    <div className="connect">
      <title>{`${title} · ${config.site.name}`}</title>
      <ConnectWall siteName={config.site.name} />
      <main className="connect-side">
        <div className="connect-column">
          <Link className="connect-logo" to="/">
            <Logo name={config.site.name} />
          </Link>
          <GoBack />
          <h1 className="d d56">{title}</h1>
          <p className="s16 muted">{text}</p>
          {children}
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
