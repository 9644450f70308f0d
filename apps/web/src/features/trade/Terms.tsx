import { ChevronDown } from 'lucide-react'
import { Icon } from '../../kit/icons.tsx'
import './terms.css'

/** Explains an order, sentence by sentence, before it is signed: under its own line, so that sums and button stay near the form. */
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
