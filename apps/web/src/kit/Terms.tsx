import { ChevronDown } from 'lucide-react'
import { Icon } from './icons.tsx'
import './terms.css'

/** Explains, sentence by sentence, under its own line: sums and button stay near a form. */
export function Terms({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <details className="terms">
      <summary className="s14 medium">
        {label}
        <Icon of={ChevronDown} size="small" />
      </summary>
      <ul className="s14" aria-label={label}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
