import type { OperatorRow } from '@plinth/api'
import { feePercent, shortAddress } from '@plinth/protocol'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Tag } from '../../kit/marks.tsx'
import { langOf } from '../../lib/text-lang.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useLabels } from './labels.ts'
import { useMarketNetwork } from './market-networks.ts'

type CellProps = { name: string; value: OperatorRow[string] }

const ADDRESS = /^0x[0-9a-f]{40}$/i
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Columns with few possible values, in the server's own terms. */
const CHOSEN = new Set(['lang', 'from', 'state', 'official by'])
/** Columns of hundredths of a percent. */
const FEES = new Set(['seller', 'least seller', 'buyer'])
const FINDINGS = { well: 'good', worry: 'warn', ill: 'bad' } as const
const KINDS = { 1: 'item', 2: 'collection', 3: 'person' } as const

/** A value as people read it, by what it is: an address, a moment, a yes. */
export function Cell({ name, value }: CellProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const labels = useLabels()
  if (value === null || value === '') return <span className="muted">–</span>
  if (typeof value === 'boolean')
    return value ? <Tag tone="good">{t('operator.yes')}</Tag> : <span className="muted">{t('operator.no')}</span>
  const text = String(value)
  if (name === 'paused until') return value === 0 ? <span className="muted">–</span> : dayAndTime(Number(value), intl)
  // Big numbers come as text.
  if (FEES.has(name) && /^\d+$/.test(text)) return <span className="num">{feePercent(Number(text))}</span>
  if (name === 'chain') return <ChainName id={Number(value)} />
  if (name === 'kind' && text in KINDS) return <Tag>{t(`operator.kind.${KINDS[text as '1']}`)}</Tag>
  if (name === 'state' && text in FINDINGS)
    return <Tag tone={FINDINGS[text as keyof typeof FINDINGS]}>{t(`operator.state.${text as 'well'}`)}</Tag>
  if (name === 'role') return t(`operator.role.${text as 'viewer'}`)
  if (CHOSEN.has(name)) return labels.choice(text)
  if (ADDRESS.test(text)) return <Short text={text} shown={shortAddress(text)} what={labels.column(name)} />
  if (TIME.test(text)) return <time dateTime={text}>{dayAndTime(Date.parse(text) / 1_000, intl)}</time>
  if (/^0x[0-9a-f]{64,}$/i.test(text)) return <Short text={text} shown={`${text.slice(0, 18)}…`} what={labels.column(name)} />
  if (name === 'details') return text === '{}' ? <span className="muted">–</span> : <code className="addr operator-long">{text}</code>
  return (
    <span className="operator-text" title={name === 'subject' ? text : undefined} lang={langOf(text)}>
      {name === 'subject' ? text.replaceAll(/0x[0-9a-f]{40}/g, shortAddress) : text}
    </span>
  )
}

function Short({ text, shown, what }: { text: string; shown: string; what: string }) {
  return (
    <span className="row g4">
      <span className="addr" title={text}>
        {shown}
      </span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

function ChainName({ id }: { id: number }) {
  return useMarketNetwork(id)?.name ?? id
}
