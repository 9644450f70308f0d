import type { BoxRecord } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { Lock } from 'lucide-react'
import { boxPrice, isTicket } from '../../entities/box.ts'
import type { BoxAct } from '../../entities/box-act.ts'
import { useBondText } from '../../entities/use-bond-text.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Arrived } from '../../kit/Arrived.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Terms } from '../../kit/Terms.tsx'
import { useNetwork } from '../../lib/site.ts'
import { useParam } from '../../lib/use-param.ts'
import { BoxContents } from './BoxContents.tsx'
import { BoxHistory } from './BoxHistory.tsx'
import { useBoxHistory } from './box-query.ts'

const TABS = ['info', 'history'] as const
type Props = { box: BoxRecord; open: (act: BoxAct) => void }

/** Info always, history only where there is some (document A §2) or that is unknown. */
export function BoxTabs({ box, open }: Props) {
  const { t } = useTranslation()
  const [chosen = 'info', setTab] = useParam('tab', TABS)
  const history = useBoxHistory(box.id)
  const total = history.data?.pages[0]?.total
  const tab = total === 0 ? 'info' : chosen
  const isShown = total !== 0 && (!history.isPending || tab === 'history')
  return (
    <section className="wrap box-tabs">
      <Sealed box={box} />
      <Tabs
        label={t('box.tabs')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'info', label: t('box.info'), count: box.order.sellings.length },
          ...(isShown ? [{ value: 'history' as const, label: t('box.history'), count: total }] : []),
        ]}
      >
        {tab === 'info' ? (
          <BoxContents box={box} />
        ) : (
          <Arrived of={history} failed={t('box.historyFailed')}>
            <BoxHistory history={history} open={open} />
          </Arrived>
        )}
      </Tabs>
      <HowChecked box={box} />
    </section>
  )
}

/** Who decides a draw, what a missing one costs the owner, and what wallets that need much gas for an item should know. */
function HowChecked({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const costs = { bond: useBondText(box, 1n), price: boxPrice(box) }
  const lines = [
    t('box.termsDraw'),
    t('box.checkedText'),
    ...(box.bondEach > 0n ? [t('box.inTime'), t(isTicket(box) ? 'box.missedCostsTickets' : 'box.missedCosts', costs)] : []),
    t('box.hookNote'),
  ]
  return <Terms label={t('box.howChecked')} lines={lines} />
}

/** That the order of the draws was settled before the first was paid, and where that can be read. */
function Sealed({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const network = useNetwork(box.chainId)
  const url = network && box.registerTx ? explorerTxUrl(network, box.registerTx) : ''
  return (
    <p className="row g8 muted box-sealed">
      <Icon of={Lock} size="small" />
      {url ? (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {t('box.sealed')}
        </a>
      ) : (
        t('box.sealed')
      )}
    </p>
  )
}
