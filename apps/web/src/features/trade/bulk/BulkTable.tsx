import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import type { OpenAccept } from '../../../entities/offers/accept-line.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { BulkRowLine } from './BulkRowLine.tsx'
import type { BulkMode } from './draft.ts'
import { SOURCES, STEPS } from './fills.ts'
import type { Editor } from './use-editor.ts'

type Props = {
  editor: Editor
  mode: BulkMode
  /** Works that are not here: sold, sent away, listed or ended meanwhile. */
  leftOut: number
  accept: OpenAccept
  /** While its prices are being signed. */
  isFixed: boolean
}

/** One row a work. Tab goes across, Enter down. */
export function BulkTable({ editor, mode, leftOut, accept, isFixed }: Props) {
  const { t } = useTranslation()
  const { rows, picked } = editor
  const columns = ['work', ...SOURCES, 'price', 'receive'] as const
  return (
    <section className="bulk-main" aria-label={t('bulk.works')}>
      <fieldset disabled={isFixed}>
        <Fills editor={editor} />
        <table className="bulk-table" onKeyDown={goDown}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={column === 'work' || column === 'price' ? undefined : 'end'}>
                  {t(`bulk.column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('bulk.column.remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line
                key={row.draft.key}
                row={row}
                mode={mode}
                isPicked={picked.has(row.draft.key)}
                setRow={editor.setRow}
                remove={editor.remove}
                toggle={editor.toggle}
                accept={accept}
              />
            ))}
          </tbody>
        </table>
      </fieldset>
      {leftOut > 0 && <p className="hint">{t(mode === 'list' ? 'bulk.leftOutList' : 'bulk.leftOutChange', { count: leftOut })}</p>}
    </section>
  )
}

const Line = memo(BulkRowLine)

function Fills({ editor: { picked, fillFrom, moveBy, undo } }: { editor: Editor }) {
  const { t } = useTranslation()
  const count = picked.size
  return (
    <div className="bulk-fills">
      <fieldset className="row g8" aria-label={count > 0 ? t('bulk.setSome', { count }) : t('bulk.setAll')}>
        <span className="s12 muted">{count > 0 ? t('bulk.setSome', { count }) : t('bulk.setAll')}</span>
        {SOURCES.map((source) => (
          <button key={source} type="button" className="chip" onClick={() => fillFrom(source)}>
            {t(`bulk.column.${source}`)}
          </button>
        ))}
      </fieldset>
      <fieldset className="row g8" aria-label={t('bulk.moveBy')}>
        <span className="s12 muted">{t('bulk.moveBy')}</span>
        <span className="bulk-steps">
          {STEPS.map((percent) => (
            <button key={percent} type="button" onClick={() => moveBy(percent)}>
              {percent < 0 ? `−${-percent}%` : `+${percent}%`}
            </button>
          ))}
        </span>
      </fieldset>
      <Button variant="quiet" size="small" className="bulk-undo" disabled={!undo} onClick={undo}>
        <Icon of={Undo2} size="small" />
        {t('bulk.undo')}
      </Button>
    </div>
  )
}

/** Enter in a price goes to the next one below. */
function goDown(event: KeyboardEvent<HTMLTableElement>): void {
  const from = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(from instanceof HTMLInputElement) || !from.matches(PRICE)) return
  event.preventDefault()
  const prices = [...event.currentTarget.querySelectorAll<HTMLInputElement>(PRICE)]
  const next = prices[prices.indexOf(from) + (event.shiftKey ? -1 : 1)]
  next?.focus()
  next?.select()
}

const PRICE = '.bulk-price input'
