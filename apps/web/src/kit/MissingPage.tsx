import type { ReactNode } from 'react'
import { ButtonLink } from './Button.tsx'
import { NotFound } from './states.tsx'

type Props = {
  title: string
  text: string
  /** Where to go instead, and the link's text. */
  to: string
  way: string
  /** Below it. */
  children?: ReactNode
}

/** A page of one thing that does not exist. */
export function MissingPage({ title, text, to, way, children }: Props) {
  return (
    <main className="wrap page">
      <NotFound title={title} text={text}>
        <ButtonLink variant="primary" to={to}>
          {way}
        </ButtonLink>
      </NotFound>
      {children}
    </main>
  )
}
