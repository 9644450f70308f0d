import { Component, type ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { FailedState } from '../kit/states.tsx'

/** Whatever a page throws ends here: a sentence, and two ways on. A full load also cures a chunk that a new release replaced. */
export function Broken() {
  const { t } = useTranslation()
  return (
    <main className="wrap">
      <title>{t('state.brokenTitle')}</title>
      <FailedState isPage title={t('state.brokenTitle')} text={t('state.brokenText')}>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('state.reload')}
        </Button>
        <Button onClick={() => location.assign('/')}>{t('state.toMarket')}</Button>
      </FailedState>
    </main>
  )
}

type Props = { at: string; children: ReactNode }

/** Keeps what broke to the page it broke on: another address is tried anew. React knows error boundaries as classes only. */
export class Breakable extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })

  override componentDidUpdate({ at }: Props) {
    if (this.state.isBroken && at !== this.props.at) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}
