import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { usePopup } from './popup.ts'

export type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  /** Accessible name of what opens. */
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
}

/** A small card under a button. */
export function Popover({ trigger, label, children, open, onOpenChange, align = 'end' }: PopoverProps) {
  const popup = usePopup({ open, onOpenChange })
  return (
    <div className="popup-frame" {...popup.frame}>
      {cloneElement(trigger, popup.trigger)}
      {popup.isOpen && (
        <section id={popup.id} className={`menu popover popup ${align}`} aria-label={label}>
          {children}
        </section>
      )}
    </div>
  )
}
