import './not-found.css'
import { useTranslation } from '../i18n/translate.ts'
import { ButtonLink } from '../kit/Button.tsx'

/** The logo itself: an empty plinth with the dot above it. */
export function Component() {
  const { t } = useTranslation()
  return (
    <main className="wall not-found">
      <title>{t('404.title')}</title>
      <svg className="light-cone" viewBox="0 0 600 640" aria-hidden="true">
        <defs>
          <linearGradient id="cone" x1="0" y1="0" x2="0" y2="1">
            <stop className="cone-light" stopOpacity=".95" />
            <stop offset="1" className="cone-light" stopOpacity="0" />
          </linearGradient>
          <filter id="cone-blur">
            <feGaussianBlur stdDeviation="16" />
          </filter>
        </defs>
        <path d="M270-30h60l150 640H120z" fill="url(#cone)" filter="url(#cone-blur)" />
      </svg>
      <div className="wall-floor" />
      <div className="wrap not-found-inside">
        <div className="not-found-words">
          <div className="muted s14 medium">404</div>
          <h1 className="d d72">{t('404.title')}</h1>
          <p className="s16 muted">{t('404.tip')}</p>
          <ButtonLink to="/" variant="primary">
            {t('state.toMarket')}
          </ButtonLink>
        </div>
        <div className="not-found-stage" aria-hidden="true">
          <span className="not-found-dot" />
          <div className="plinth" />
        </div>
      </div>
    </main>
  )
}
