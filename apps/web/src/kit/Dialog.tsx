import { Dialog as Base } from '@base-ui/react/dialog'
import { ArrowRight, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { langOf } from '../lib/text-lang.ts'
import { Icon } from './icons.tsx'
import { useLayer } from './use-layer.ts'

export type DialogProps = {
  open: boolean
  /** Called by the close icon, Escape and the browser's Back: a press outside never closes (document B §2). */
  onClose: () => void
  /** Names the thing: the item, the collection. */
  title: string
  /** What is being done to it, above the title. */
  kicker?: string
  /** A 56 px thumb. */
  thumb?: ReactNode
  children: ReactNode
  /** Steps and the primary button. */
  foot?: ReactNode
  wide?: boolean
  /** Between head and body, edge to edge: what leaves you, what comes to you. */
  band?: ReactNode
}

/** One column, 480 wide, full screen on phones. */
export function Dialog({ open, onClose, title, kicker, thumb, children, foot, wide, band }: DialogProps) {
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  useLayer(open, onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-frame">
          <Base.Popup ref={popup} initialFocus={(by) => firstFocus(popup.current, by)} className={wide ? 'dialog wide' : 'dialog'}>
            <div className="dialog-head">
              {thumb}
              <div className="grow">
                {kicker && <div className="s12 muted">{kicker}</div>}
                <Base.Title className="d d22 dialog-title" lang={langOf(title)}>
                  {title}
                </Base.Title>
              </div>
              <Base.Close className="icon-button" aria-label={t('kit.close')}>
                <Icon of={X} />
              </Base.Close>
            </div>
            {band}
            <div className="dialog-body">{children}</div>
            {foot && <div className="dialog-foot">{foot}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The first field, so that one can type at once; the dialog itself where there is none, or a keyboard would cover the screen. */
function firstFocus(popup: HTMLElement | null, openedBy: string): HTMLElement | null {
  const isTouch = openedBy === 'touch' || matchMedia('(pointer: coarse)').matches
  const field = isTouch ? null : popup?.querySelector<HTMLElement>('.dialog-body :is(input, textarea, select):not(:disabled)')
  return field ?? popup
}

export type SwapProps = { leaves: ReactNode; comes: ReactNode }

/** "Leaves you → Comes to you", the first thing a confirm view says. */
export function SwapBand({ leaves, comes }: SwapProps) {
  const { t } = useTranslation()
  return (
    <div className="swap">
      <div>
        <div className="s12 muted">{t('kit.leavesYou')}</div>
        {leaves}
      </div>
      <span className="swap-arrow">
        <Icon of={ArrowRight} size="small" />
      </span>
      <div className="swap-get">
        <div className="s12 muted">{t('kit.comesToYou')}</div>
        {comes}
      </div>
    </div>
  )
}
