import { Dialog } from '@base-ui/react/dialog'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { useLayer } from '../../kit/use-layer.ts'
import { countText } from '../../lib/numbers.ts'
import './filter-sheet.css'

type Props = {
  total: number | undefined
  isCounting: boolean
  clear: ReactNode
  chips: ReactNode
  children: ReactNode
  onClose: () => void
}

/** Dragged down by this much, the sheet closes. */
const DRAG_PX = 80

/**
 * Filters on a narrow window: a sheet from the foot. They apply at once. Close, Escape, the way back and a drag of the handle close
 * it; the focus stays inside.
 */
export function FilterSheet({ total, isCounting, clear, chips, children, onClose }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  useLayer(true, onClose)
  const popup = useRef<HTMLDivElement>(null)
  const from = useRef<number>(undefined)
  const drag = (event: PointerEvent) => {
    if (from.current === undefined || !popup.current) return
    const by = Math.max(0, event.clientY - from.current)
    popup.current.style.transform = `translateY(${by}px)`
  }
  const drop = (event: PointerEvent) => {
    if (from.current === undefined || !popup.current) return
    const by = event.clientY - from.current
    from.current = undefined
    popup.current.style.transform = ''
    if (by > DRAG_PX) onClose()
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup ref={popup} className="filter-sheet" initialFocus={popup}>
          <div
            className="sheet-handle"
            onPointerDown={(event) => {
              from.current = event.clientY
              event.currentTarget.setPointerCapture(event.pointerId)
            }}
            onPointerMove={drag}
            onPointerUp={drop}
            onPointerCancel={drop}
          >
            <i />
          </div>
          <div className="sheet-head">
            <div className="row between">
              <Dialog.Title className="d d22">{t('explore.filters')}</Dialog.Title>
              {clear}
            </div>
            {chips}
          </div>
          <div className="sheet-body">{children}</div>
          <div className="sheet-foot">
            <Dialog.Close className="button secondary">{t('kit.close')}</Dialog.Close>
            <Button variant="primary" onClick={onClose} aria-live="polite">
              {total === undefined || isCounting
                ? t('explore.showWorks')
                : t('explore.showCount', { count: total, formatted: countText(total, intl) })}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
