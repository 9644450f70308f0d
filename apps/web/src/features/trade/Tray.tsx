import { errorText, isErrorCode } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { ArrowUpRight, Ban, Check, ReceiptText, TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router'
import { forgetInTray, useTray } from '../../flows/tray.ts'
import { boxOfEntry, type TrayEntry } from '../../flows/tray-record.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { boxPath, itemPath } from '../../lib/links.ts'
import { useNetwork } from '../../lib/site.ts'
import './tray.css'

/** Every transaction of this browser, across reloads, until its end was seen (decision 42). Nothing while there is none. */
export function Tray() {
  const { t } = useTranslation()
  const entries = useTray()
  const pending = entries.filter(isOnItsWay).length
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
            <Row key={entry.id} entry={entry} />
          ))}
        </ul>
      </div>
    </Popover>
  )
}

const isOnItsWay = ({ status }: TrayEntry) => status === 'pending' || status === 'asking'

function Row({ entry }: { entry: TrayEntry }) {
  const { t } = useTranslation()
  const network = useNetwork(entry.chainId)
  const txUrl = network && entry.hash ? explorerTxUrl(network, entry.hash) : ''
  const title = t(`trade.acts.${entry.act}`, { title: entry.title })
  const path = pathOf(entry)
  const look = lookOf(entry)
  return (
    <li className={`tray-row ${look}`}>
      <Mark look={look} />
      <div className="grow">
        {path ? (
          <Link className="medium" to={path}>
            {title}
          </Link>
        ) : (
          <span className="medium">{title}</span>
        )}
        <Note entry={entry} look={look} />
        {txUrl && (
          <a className="row g4 s12 muted" href={txUrl} target="_blank" rel="noreferrer">
            {t('trade.seeOnChain')}
            <Icon of={ArrowUpRight} size="tiny" />
          </a>
        )}
      </div>
      {entry.status !== 'pending' && (
        <IconButton icon={X} size="small" label={t('trade.trayClear')} onClick={() => forgetInTray(entry.id)} />
      )}
    </li>
  )
}

function pathOf(entry: TrayEntry): string | undefined {
  const { item, chainId } = entry
  if (item) return itemPath({ ...item, tokenId: BigInt(item.tokenId), chainId })
  const box = boxOfEntry(entry)
  return box && boxPath({ id: box.id, chainId })
}

/** Where it is, and what to do where something is to be done. */
function Note({ entry: { code }, look }: { entry: TrayEntry; look: Look }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  switch (look) {
    case 'asking':
      return <div className="s12 muted">{t('tray.asking')}</div>
    case 'pending':
      return <div className="s12 muted">{t('trade.onItsWay')}</div>
    case 'stuck':
      return <div className="s12 tray-stuck">{t('tray.stuck')}</div>
    case 'done':
      return <div className="s12 muted">{t('trade.through')}</div>
    case 'withdrawn':
    case 'failed':
      return <div className={`s12 tray-${look}`}>{errorText(isErrorCode(code) ? code : 'TX_REVERTED', locale)}</div>
  }
}

/** withdrawn: the user took it back in the wallet himself, so nothing failed. */
type Look = TrayEntry['status'] | 'stuck' | 'withdrawn'

function lookOf({ status, isStuck, code }: TrayEntry): Look {
  if (status === 'pending' && isStuck) return 'stuck'
  return status === 'failed' && (code === 'TX_CANCELLED' || code === 'TX_REPLACED') ? 'withdrawn' : status
}

const MARKS = { done: Check, withdrawn: Ban, stuck: TriangleAlert, failed: TriangleAlert } as const

function Mark({ look }: { look: Look }) {
  if (look === 'pending' || look === 'asking') return <Spinner />
  return <Icon of={MARKS[look]} className={`tray-mark ${look}`} />
}
