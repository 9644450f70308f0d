import { formatUnits, TOKEN_STANDARD } from '@plinth/protocol'
import { TriangleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import type { OpenAccept } from '../../../entities/offers/accept-line.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { leastText } from '../../../entities/price/least-price.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { IconButton } from '../../../kit/IconButton.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { cleanDecimal } from '../../../kit/price-text.ts'
import { itemPath } from '../../../lib/links.ts'
import { thumbnail } from '../../../lib/media.ts'
import { priceText } from '../../../lib/numbers.ts'
import { langOf } from '../../../lib/text-lang.ts'
import type { BulkMode } from './draft.ts'
import { SOURCES } from './fills.ts'
import type { BulkRow } from './rows.ts'
import { useAcceptTop } from './use-accept-top.ts'
import type { Editor } from './use-editor.ts'

type Props = {
  row: BulkRow
  mode: BulkMode
  isPicked: boolean
  accept: OpenAccept
} & Pick<Editor, 'setRow' | 'remove' | 'toggle'>

/** A work with its sources of a price, its price, and under it a warning that wants an answer. */
export function BulkRowLine({ row, mode, isPicked, setRow, remove, toggle, accept }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { draft, facts, token, sources, error, warning, current, sums } = row
  const { key } = draft
  const name = facts.name === '' ? t('item.untitled', { id: facts.item.tokenId }) : facts.name
  const text = (price: bigint | undefined) => (price === undefined ? '–' : priceText(formatUnits(price, token.decimals)))
  // An empty field is no mistake yet: the button counts missing prices.
  const said = useSaid(row)
  const most = facts.held.toString()
  const isEdition = facts.standard === TOKEN_STANDARD.ERC1155 && mode === 'list'
  const note = `${id}-note`
  return (
    <>
      <tr className={isPicked ? 'picked' : undefined}>
        <th scope="row" className="bulk-work">
          <input type="checkbox" checked={isPicked} aria-label={t('bulk.pick', { name })} onChange={() => toggle(key)} />
          <Thumb {...thumbnail(facts.image)} size={36} />
          <span className="bulk-name">
            <Link to={itemPath(facts.item)} className="d clip" lang={langOf(name)}>
              {name}
            </Link>
            <span className="s12 muted clip">
              {current === undefined ? facts.collectionName : t('trade.nowAt', { price: exactText(current, token) })}
            </span>
          </span>
        </th>
        {SOURCES.map((source) => (
          <td key={source} className="end num" data-label={t(`bulk.column.${source}`)}>
            {text(sources[source])}
          </td>
        ))}
        <td className="bulk-price">
          <div className={said || warning ? 'field warn' : 'field'}>
            <input
              id={id}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              aria-label={t('bulk.priceOf', { name })}
              aria-invalid={said !== undefined || undefined}
              aria-describedby={said || warning ? note : undefined}
              value={draft.price}
              onChange={(event) => setRow(key, { price: cleanDecimal(event.target.value) })}
            />
            <span className="muted">{token.symbol}</span>
          </div>
          {isEdition && (
            <label className={row.quantityError ? 'bulk-units s12 invalid' : 'bulk-units s12'}>
              <span className="muted">{t('bulk.units')}</span>
              <input
                inputMode="numeric"
                autoComplete="off"
                aria-label={t('bulk.unitsOf', { name })}
                aria-invalid={row.quantityError !== undefined || undefined}
                value={draft.quantity ?? most}
                onChange={(event) => setRow(key, { quantity: event.target.value.replaceAll(/\D/g, '') })}
              />
              <span className="muted">{t('bulk.ofUnits', { count: most })}</span>
            </label>
          )}
        </td>
        <td className="end num" data-label={t('bulk.column.receive')}>
          {error ? '–' : priceText(formatUnits(sums.receives, token.decimals))}
        </td>
        <td className="end">
          <IconButton icon={X} size="small" label={t('bulk.remove', { name })} onClick={() => remove(key)} />
        </td>
      </tr>
      {(said || warning) && (
        <tr className="bulk-note">
          <td colSpan={SOURCES.length + 4}>
            <div className="bulk-warning" id={note} role="status">
              <Icon of={TriangleAlert} size="small" />
              {said ?? <Warned row={row} name={name} setRow={setRow} accept={accept} />}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** The fault of a typed price. */
function useSaid({ draft, error, token, current, quantityError }: BulkRow): string | undefined {
  const { t } = useTranslation()
  const now = current === undefined ? '' : exactText(current, token)
  if (quantityError) return t(quantityError)
  return draft.price !== '' && error ? t(error, { now, least: leastText(token) }) : undefined
}

type WarnedProps = { row: BulkRow; name: string } & Pick<Props, 'setRow' | 'accept'>

/** The number, the consequence and the likely intent; taken or kept. */
function Warned({ row, name, setRow, accept }: WarnedProps) {
  const { t } = useTranslation()
  const { draft, facts, token, warning, unitPrice } = row
  const acceptTop = useAcceptTop(facts, accept)
  if (!warning) return null
  const amount = (price: bigint) => priceText(formatUnits(price, token.decimals))
  const price = amount(unitPrice)
  const keep = (
    <button type="button" className="link" onClick={() => setRow(draft.key, { kept: draft.price })}>
      {t('bulk.keep', { price })}
      <span className="visually-hidden"> {name}</span>
    </button>
  )
  const use = (meant: bigint) => (
    <button type="button" className="link" onClick={() => setRow(draft.key, { price: formatUnits(meant, token.decimals) })}>
      {t('bulk.use', { price: amount(meant) })}
      <span className="visually-hidden"> {name}</span>
    </button>
  )
  switch (warning.is) {
    case 'low':
      return (
        <>
          <p>
            <b>{t(`bulk.warn.${warning.mark}`, { price, percent: warning.below, mark: amount(warning.price) })}</b> {t('bulk.warn.atOnce')}{' '}
            {t('bulk.warn.meant', { price: amount(warning.meant) })}
          </p>
          {use(warning.meant)}
          {keep}
        </>
      )
    case 'underOffer':
      return (
        <>
          <p>
            <b>{t('bulk.warn.underOffer', { price, mark: amount(warning.price) })}</b> {t('bulk.warn.sellNow')}
          </p>
          <button type="button" className="link" onClick={acceptTop}>
            {t('bulk.acceptTop')}
            <span className="visually-hidden"> {name}</span>
          </button>
          {keep}
        </>
      )
    case 'high':
      return (
        <>
          <p>
            <b>{t('bulk.warn.high', { price, times: warning.times, mark: amount(warning.price) })}</b>{' '}
            {t('bulk.warn.meant', { price: amount(warning.meant) })}
          </p>
          {use(warning.meant)}
          {keep}
        </>
      )
  }
}
