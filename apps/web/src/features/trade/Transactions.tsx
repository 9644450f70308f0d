import { errorText, isErrorCode } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { ArrowUpRight, Ban, Check, ReceiptText, TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router'
import { boxOfEntry, type TransactionEntry } from '../../flows/transactions/transaction-record.ts'
import { forgetTransaction, useTransactions } from '../../flows/transactions/transactions.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { boxPath, itemPath } from '../../lib/links.ts'
import { useNetwork } from '../../lib/site.ts'
import './transactions.css'

/** Every transaction of this browser, across reloads, until its end was seen (decision 42). Nothing while there is none. */
export function Transactions() {
  const { t } = useTranslation()
  const entries = useTransactions()
  const pending = entries.filter(isOnItsWay).length
  if (entries.length === 0) return null
  return (
    <Popover
      label={t('trade.transactions')}
      align="end"
      trigger={
        <button type="button" className="icon-button transactions-button" aria-label={t('trade.transactionsOpen', { count: pending })}>
          {pending > 0 ? <Spinner /> : <Icon of={ReceiptText} />}
          {pending > 1 && <span className="num">{pending}</span>}
        </button>
      }
    >
      <div className="transactions">
        <h2 className="d d22">{t('trade.transactions')}</h2>
        <ul>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </ul>
      </div>
    </Popover>
  )
}

const isOnItsWay = ({ status }: TransactionEntry) => status === 'pending' || status === 'asking'

function Row({ entry }: { entry: TransactionEntry }) {
  const { t } = useTranslation()
  const network = useNetwork(entry.chainId)
  const txUrl = network && entry.hash ? explorerTxUrl(network, entry.hash) : ''
  const title = t(`trade.acts.${entry.act}`, { title: entry.title })
  const path = pathOf(entry)
  const state = stateOf(entry)
  return (
    <li className={`transactions-row ${state}`}>
      <Mark state={state} />
      <div className="grow">
        {path ? (
          <Link className="medium" to={path}>
            {title}
          </Link>
        ) : (
          <span className="medium">{title}</span>
        )}
        <Note entry={entry} state={state} />
        {txUrl && (
          <a className="row g4 s12 muted" href={txUrl} target="_blank" rel="noreferrer">
            {t('trade.seeOnChain')}
            <Icon of={ArrowUpRight} size="tiny" />
          </a>
        )}
      </div>
      {entry.status !== 'pending' && (
        <IconButton icon={X} size="small" label={t('trade.transactionsClear')} onClick={() => forgetTransaction(entry.id)} />
      )}
    </li>
  )
}

function pathOf(entry: TransactionEntry): string | undefined {
  const { item, chainId } = entry
  if (item) return itemPath({ ...item, tokenId: BigInt(item.tokenId), chainId })
  const box = boxOfEntry(entry)
  return box && boxPath({ id: box.id, chainId })
}

/** Where it is, and what to do where something is to be done. */
function Note({ entry: { code }, state }: { entry: TransactionEntry; state: EntryState }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  switch (state) {
    case 'asking':
      return <div className="s12 muted">{t('transactions.asking')}</div>
    case 'pending':
      return <div className="s12 muted">{t('trade.onItsWay')}</div>
    case 'stuck':
      return <div className="s12 transactions-stuck">{t('transactions.stuck')}</div>
    case 'done':
      return <div className="s12 muted">{t('trade.through')}</div>
    case 'withdrawn':
    case 'failed':
      return <div className={`s12 transactions-${state}`}>{errorText(isErrorCode(code) ? code : 'TX_REVERTED', locale)}</div>
  }
}

/** withdrawn: the user cancelled it in the wallet, so nothing failed. */
type EntryState = TransactionEntry['status'] | 'stuck' | 'withdrawn'

function stateOf({ status, isStuck, code }: TransactionEntry): EntryState {
  if (status === 'pending' && isStuck) return 'stuck'
  return status === 'failed' && (code === 'TX_CANCELLED' || code === 'TX_REPLACED') ? 'withdrawn' : status
}

const MARKS = { done: Check, withdrawn: Ban, stuck: TriangleAlert, failed: TriangleAlert } as const

function Mark({ state }: { state: EntryState }) {
  if (state === 'pending' || state === 'asking') return <Spinner />
  return <Icon of={MARKS[state]} className={`transactions-mark ${state}`} />
}
