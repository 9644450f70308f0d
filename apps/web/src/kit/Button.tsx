import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './Spinner.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 'normal' | 'small'
  full?: boolean
  /** The red dot: only on acts that move money or sign. One dotted button per screen. */
  dot?: boolean
  /** Pressing does nothing, a spinner turns, the label says what is going on. It keeps the focus, which `disabled` would lose. */
  busy?: boolean
}

type Children = { children: ReactNode; className?: string }

export type ButtonProps = Look & Children & Omit<ComponentProps<'button'>, 'children' | 'className'>

export function Button({ variant, size, full, dot, busy, children, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={looks({ variant, size, full }, className)}
    >
      {busy ? <Spinner /> : dot && <span className="dot" />}
      {children}
    </button>
  )
}

export type ButtonLinkProps = Omit<Look, 'busy'> & Children & Omit<LinkProps, 'children' | 'className'>

/** A link inside the app that looks like a button. */
export function ButtonLink({ variant, size, full, dot, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={looks({ variant, size, full }, className)}>
      {dot && <span className="dot" />}
      {children}
    </Link>
  )
}

function looks({ variant = 'secondary', size = 'normal', full }: Look, className = ''): string {
  return ['button', variant, size, full ? 'full' : '', className].filter(Boolean).join(' ')
}
