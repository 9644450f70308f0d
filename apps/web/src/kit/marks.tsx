import type { ComponentProps, ReactNode } from 'react'

type Tone = 'plain' | 'good' | 'warn' | 'bad'

/** A quiet fact, 24 high. */
export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>
}

/** Sits on a mat, top left: a countdown or the kind of media. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="badge">{children}</span>
}

/** A choice among few. Pressed chips are ink. */
export function Chip({ on, children, ...rest }: { on?: boolean; children: ReactNode } & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button type="button" {...rest} aria-pressed={on} className={on ? 'chip on' : 'chip'}>
      {children}
    </button>
  )
}

export function Skeleton({ width, height }: { width?: number | string; height: number | string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />
}
