import { pageTitle } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { OpenAccept } from '../../../entities/offers/accept-line.ts'
import { clearPicks } from '../../../entities/selection/selection.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { ButtonLink } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../../kit/states.tsx'
import { useSession } from '../../../lib/session.ts'
import { useConfig } from '../../../lib/site.ts'
import { BulkAside } from './BulkAside.tsx'
import { type BulkDone, BulkResults } from './BulkResults.tsx'
import { BulkTable } from './BulkTable.tsx'
import type { BulkMode } from './draft.ts'
import { useEditor } from './use-editor.ts'
import './bulk.css'

type Props = {
  mode: BulkMode
  /** Opens the dialog that sells to the top offer instead. */
  accept: OpenAccept
}

/** Prices of many works, one row each, signed at once (BULK-01). */
export function BulkPage({ mode, accept }: Props) {
  const { address } = useSession()
  return address ? <Editor key={`${address} ${mode}`} account={address} mode={mode} accept={accept} /> : null
}

function Editor({ account, mode, accept }: Props & { account: Address }) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { status } = useSession()
  const [done, setDone] = useState<BulkDone>()
  const [isRunning, setRunning] = useState(false)
  const [hasBegun, setBegun] = useState(false)
  const editor = useEditor(account, mode, hasBegun)
  const follow = useCallback((running: boolean) => {
    setRunning(running)
    if (running) setBegun(true)
  }, [])
  const again = () => {
    setDone(undefined)
    setBegun(false)
  }
  const { rows, leftOut, facts } = editor
  const count = done ? done.lines.length : rows.length
  const title = t(mode === 'list' ? 'bulk.listTitle' : 'bulk.changeTitle', { count })
  const finish = (result: BulkDone) => {
    setDone(result)
    clearPicks(account)
    // Signed rows leave the draft; failed ones stay for another try.
    editor.keep(result.lines.flatMap(({ key, refusal }) => (refusal ? [key] : [])))
  }
  return (
    <main className="wrap page bulk-page">
      <title>{pageTitle(title, site.name)}</title>
      <Link className="row g8 s14 muted back" to="/items">
        <Icon of={ArrowLeft} size="small" />
        {t('shell.myItems')}
      </Link>
      <h1 className="d d40">{title}</h1>
      {done ? (
        <BulkResults done={done} mode={mode} onAgain={again} />
      ) : editor.isEmpty ? (
        <Nothing />
      ) : facts.isError ? (
        <FailedState retry={() => facts.refetch()} />
      ) : facts.isPending || status !== 'loggedIn' ? (
        <Skeleton height={420} width="100%" />
      ) : rows.length === 0 ? (
        <Nothing />
      ) : (
        <div className="bulk-body">
          <BulkTable editor={editor} mode={mode} leftOut={leftOut} accept={accept} isFixed={isRunning} />
          <BulkAside editor={editor} mode={mode} onRunning={follow} onDone={finish} />
        </div>
      )}
    </main>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('bulk.noneTitle')} text={t('bulk.noneText')}>
      <ButtonLink variant="primary" to="/items?tab=collectibles">
        {t('shell.myItems')}
      </ButtonLink>
    </EmptyState>
  )
}
