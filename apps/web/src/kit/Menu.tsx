import { cloneElement, createContext, type KeyboardEvent, type ReactElement, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { usePopup } from './popup.ts'

const CloseContext = createContext<() => void>(() => {})

type Trigger = ReactElement<Record<string, unknown>>

export type MenuProps = {
  /** The button that opens it. */
  trigger: Trigger
  children: ReactNode
  align?: 'start' | 'end'
}

/** A short list of acts or places under a button. Arrow keys walk it, Tab leaves it. */
export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  const popup = usePopup()
  return (
    <div className="popup-frame" {...popup.frame}>
      {cloneElement(trigger, { ...popup.trigger, 'data-popup-open': popup.isOpen || undefined })}
      {popup.isOpen && (
        <ul id={popup.id} className={`menu popup ${align}`} onKeyDown={walk}>
          <CloseContext value={popup.leave}>{children}</CloseContext>
        </ul>
      )}
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-item:not(:disabled)')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items.at((at + by) % items.length)?.focus()
}

export function MenuItem({ children, onSelect, disabled }: { children: ReactNode; onSelect: () => void; disabled?: boolean }) {
  const close = use(CloseContext)
  const select = () => {
    close()
    onSelect()
  }
  return (
    <li>
      <button type="button" className="menu-item" onClick={select} disabled={disabled}>
        {children}
      </button>
    </li>
  )
}

export function MenuLink({ children, to }: { children: ReactNode; to: string }) {
  const close = use(CloseContext)
  return (
    <li>
      <Link className="menu-item" to={to} onClick={close}>
        {children}
      </Link>
    </li>
  )
}

/** To an external site, in a tab of its own. */
export function MenuOut({ children, href }: { children: ReactNode; href: string }) {
  const close = use(CloseContext)
  return (
    <li>
      <a className="menu-item" href={href} target="_blank" rel="noreferrer" onClick={close}>
        {children}
      </a>
    </li>
  )
}
