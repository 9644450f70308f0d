import { Component, type ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { FailedState } from '../kit/states.tsx'
import { ChunkLoadError } from '../lib/chunk.ts'

type Fault = { error: unknown /** names it in the browser's log */; trace: string }

/** Whatever a page throws ends here: a sentence, and two ways on. A full load also cures a chunk that a new release replaced. */
function Broken({ error, trace }: Fault) {
  const { t } = useTranslation()
  const isLate = error instanceof ChunkLoadError
  const title = t(isLate ? 'state.chunkTitle' : 'state.brokenTitle')
  return (
    <main className="wrap">
      <title>{title}</title>
      <FailedState
        isPage
        title={title}
        text={t(isLate ? 'state.chunkText' : 'state.brokenText')}
        code={isLate ? undefined : t('state.trace', { trace })}
      >
        <Button variant="primary" onClick={() => location.reload()}>
          {t('state.reload')}
        </Button>
        <Button onClick={() => location.assign('/')}>{t('state.toMarket')}</Button>
      </FailedState>
    </main>
  )
}

type Props = { at: string; children: ReactNode }

/** Limits a failure to its page: another address is tried again. React knows error boundaries as classes only. */
export class Breakable extends Component<Props, { fault: Fault | undefined }> {
  override state: { fault: Fault | undefined } = { fault: undefined }
  static getDerivedStateFromError = (error: unknown) => ({ fault: { error, trace: crypto.randomUUID().slice(0, 8) } })

  override componentDidCatch(error: unknown) {
    console.error(`trace ${this.state.fault?.trace}`, error)
  }

  override componentDidUpdate({ at }: Props) {
    if (this.state.fault && at !== this.props.at) this.setState({ fault: undefined })
  }

  override render() {
    return this.state.fault ? <Broken {...this.state.fault} /> : this.props.children
  }
}
