import type { ReactNode } from 'react'

export type Definition = { key: string; label: ReactNode; value: ReactNode }

/** Label and value rows. `two` sets them in two columns on wide screens, `ends` pushes values right. */
export function DefinitionList({ facts, variant = '' }: { facts: readonly Definition[]; variant?: '' | 'two' | 'ends' }) {
  return (
    <dl className={`facts ${variant}`}>
      {facts.flatMap(({ key, label, value }) => [<dt key={`${key}-label`}>{label}</dt>, <dd key={key}>{value}</dd>])}
    </dl>
  )
}
