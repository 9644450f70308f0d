/** One plain block with a red dot above it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect x="4" y="14" width="20" height="11" fill="currentColor" />
      <circle cx="14" cy="7" r="4.2" fill="var(--dot)" />
    </svg>
  )
}

export function Logo({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span className="logo">
      <LogoMark size={size} />
      {name}
    </span>
  )
}
