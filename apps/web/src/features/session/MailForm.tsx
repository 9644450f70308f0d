import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { doorPath } from '../../lib/links.ts'
import { configQuery } from '../../lib/site.ts'
import { EntryFrame } from './EntryFrame.tsx'
import './mail-form.css'

type MailFormProps = {
  title: string
  text: string
  failure: string | undefined
  onSubmit: () => void
  children: ReactNode
  /** Under the form: ways to the other pages. */
  links: ReactNode
}

/** A page of the e-mail log-in. Where the market sends no mail it says so. */
export function MailForm({ title, text, failure, onSubmit, children, links }: MailFormProps) {
  const { t } = useTranslation()
  const { data: config } = useSuspenseQuery(configQuery())
  const [params] = useSearchParams()
  if (!config.mailLogin)
    return (
      <EntryFrame title={title} text={t('mail.off')}>
        <p className="connect-other">
          <Link to={doorPath('/connect', params)}>{t('session.connectTitle')}</Link>
        </p>
      </EntryFrame>
    )
  return (
    <EntryFrame title={title} text={text}>
      <form
        className="mail-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </form>
      <div className="mail-links">{links}</div>
    </EntryFrame>
  )
}
