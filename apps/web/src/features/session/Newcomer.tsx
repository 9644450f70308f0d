import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import type { WalletOption } from '../../wallet/types.ts'

/** A list that no maker of wallets keeps, in the reader's language. */
const FINDER = { en: 'https://ethereum.org/en/wallets/find-wallet/', zh: 'https://ethereum.org/zh/wallets/find-wallet/' } as const

type Props = {
  options: readonly WalletOption[]
  isBusy: boolean
  onConnect: (id: string) => void
}

const isOwn = ({ kind }: WalletOption): boolean => kind === 'found' || kind === 'bare' || kind === 'bsc'

/** For a visitor whose browser has no wallet of its own: what one is, where to get one, and how to look round without. */
export function Newcomer({ options, isBusy, onConnect }: Props) {
  const { t, locale } = useTranslation()
  if (options.some(isOwn)) return null
  const demo = options.find(({ kind }) => kind === 'demo')
  return (
    <section className="newcomer" aria-labelledby="newcomer">
      <h2 className="d d22" id="newcomer">
        {t('session.newTitle')}
      </h2>
      <p>{t('session.newText')}</p>
      <ol>
        <li>
          {t('session.newGet')}{' '}
          <a className="link" href={FINDER[locale]} target="_blank" rel="noopener noreferrer">
            {t('session.newFind')}
            <Icon of={ArrowUpRight} size="tiny" />
          </a>
        </li>
        <li>{t('session.newKeep')}</li>
        <li>{t('session.newBack')}</li>
      </ol>
      {demo && (
        <div className="newcomer-demo">
          <p>{t('session.newDemo')}</p>
          <Button variant="primary" disabled={isBusy} onClick={() => onConnect(demo.id)}>
            {t('session.tryDemo')}
          </Button>
        </div>
      )}
    </section>
  )
}
