import { errorText } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { ArrowUpRight, Check, ReceiptText, TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router'
import { forgetInTray, type TrayEntry, useTray } from '../../flows/tray.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { itemPath } from '../../lib/links.ts'
import { useNetwork } from '../../lib/site.ts'
import './tray.css'

/** Every transaction of this browser, across reloads, until its end was seen (decision 42). Nothing while there is none. */
export function Tray() {
  const { t } = useTranslation()
  const entries = useTray()
  const pending = entries.filter(({ status }) => status === 'pending').length
  if (entries.length === 0) return null
  return (
    <Popover
      label={t('trade.tray')}
      align="end"
      trigger={
        <button type="button" className="icon-button tray-button" aria-label={t('trade.trayOpen', { count: pending })}>
          {pending > 0 ? <Spinner /> : <Icon of={ReceiptText} />}
          {pending > 1 && <span className="num">{pending}</span>}
        </button>
      }
    >
      <div className="tray">
        <h2 className="d d22">{t('trade.tray')}</h2>
        <ul>
          {entries.map((entry) => (
            <Row key={entry.hash} entry={entry} />
          ))}
        </ul>
      </div>
    </Popover>
  )
}

function Row({ entry }: { entry: TrayEntry }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const network = useNetwork(entry.chainId)
  const txUrl = network ? explorerTxUrl(network, entry.hash) : ''
  const title = t(`trade.acts.${entry.act}`, { title: entry.title })
  const item = entry.item && { ...entry.item, tokenId: BigInt(entry.item.tokenId), chainId: entry.chainId }
  const note =
    entry.status === 'failed'
      ? errorText(entry.code ?? 'TX_REVERTED', locale)
      : t(entry.status === 'done' ? 'trade.through' : 'trade.onItsWay')
  return (
    <li className={`tray-row ${entry.status}`}>
      <Mark status={entry.status} />
      <div className="grow">
        {item ? (
          <Link className="medium" to={itemPath(item)}>
            {title}
          </Link>
        ) : (
          <span className="medium">{title}</span>
        )}
        <div className={entry.status === 'failed' ? 's12 tray-failed' : 's12 muted'}>{note}</div>
        {txUrl && (
          <a className="row g4 s12 muted" href={txUrl} target="_blank" rel="noreferrer">
            {t('trade.seeOnChain')}
            <Icon of={ArrowUpRight} size="tiny" />
          </a>
        )}
      </div>
      {entry.status !== 'pending' && (
        <IconButton icon={X} size="small" label={t('trade.trayClear')} onClick={() => forgetInTray(entry.hash)} />
      )}
    </li>
  )
}

function Mark({ status }: { status: TrayEntry['status'] }) {
  if (status === 'pending') return <Spinner />
  return <Icon of={status === 'done' ? Check : TriangleAlert} className={`tray-mark ${status}`} />
}
