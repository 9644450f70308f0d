import { pageTitle, type SignatureRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { type ReactNode, useState } from 'react'
import { type Ending, endingsOf, endSignedFlow } from '../../flows/acts/allowed/end-signed.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { dayAndTime } from '../../lib/time.ts'
import { EndEverything } from './EndEverything.tsx'
import { EndEverythingDialog, type EndingAll } from './EndEverythingDialog.tsx'
import { EndSignedDialog } from './EndSignedDialog.tsx'
import { MayBeMoved } from './MayBeMoved.tsx'
import { Signed } from './Signed.tsx'
import { TakeBackDialog, type Taking } from './TakeBackDialog.tsx'
import { useAllowed } from './use-allowed.ts'
import './approvals.css'

type Shown = { is: 'take'; taking: Taking } | { is: 'end'; endings: readonly Ending[] } | { is: 'all'; ending: EndingAll }

/** What the connected wallet allows the market's contracts, and how to take it back; without the server as well. */
export function ApprovalsPage({ tabs }: { tabs: ReactNode }) {
  const { address } = useSession()
  return address ? <Page key={address} account={address} tabs={tabs} /> : null
}

/** `tabs` lead to the other parts of the portfolio. */
function Page({ account, tabs }: { account: Address; tabs: ReactNode }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { site } = useConfig()
  const view = useAllowed(account)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const end = (signed: readonly SignatureRecord[]) => setShown({ is: 'end', endings: endingsOf(signed, account) })
  return (
    <main className="wrap page approvals">
      <title>{pageTitle(t('approvals.title'), site.name)}</title>
      <div className="approvals-tabs">{tabs}</div>
      <div className="approvals-main">
        <h1 className="d d56">{t('approvals.title')}</h1>
        <p className="approvals-lead s16 muted">{t('approvals.lead')}</p>
        {view.isSilent && (
          <p className="warn-note" role="status">
            {t('approvals.silent')} {view.keptAt !== undefined && t('approvals.keptFrom', { time: dayAndTime(view.keptAt, intl) })}
          </p>
        )}
        <MayBeMoved view={view} onTake={(taking) => setShown({ is: 'take', taking })} />
      </div>
      <EndEverything view={view} onEnd={(ending) => setShown({ is: 'all', ending })} />
      <Signed view={view} onEnd={end} />
      {shown?.is === 'take' && <TakeBackDialog taking={shown.taking} onClose={close} />}
      {shown?.is === 'end' && <EndSignedDialog endings={shown.endings} flow={endSignedFlow(shown.endings)} onClose={close} />}
      {shown?.is === 'all' && <EndEverythingDialog ending={shown.ending} onClose={close} />}
    </main>
  )
}
