import './terms.css'

/** Explains an order, sentence by sentence, before it is signed. */
export function Terms({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <ul className="terms s14" aria-label={label}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
