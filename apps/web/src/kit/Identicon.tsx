import { type IdenticonPlan, planIdenticon } from './identicon.ts'

/** A picture for accounts without one, drawn from the address. */
export function Identicon({ seed, size = 32, label }: { seed: string; size?: number; label?: string }) {
  const plan = planIdenticon(seed)
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={label} aria-hidden={label === undefined}>
      <rect width="32" height="32" fill={plan.ground} />
      <Figure plan={plan} />
    </svg>
  )
}

function Figure({ plan: { shape, figure } }: { plan: IdenticonPlan }) {
  if (shape === 'hill') return <circle cx="10" cy="22" r="13" fill={figure} />
  if (shape === 'slope') return <path d="M0 32 32 0v32z" fill={figure} />
  if (shape === 'sun') return <circle cx="16" cy="16" r="8.5" fill={figure} />
  return (
    <>
      <rect y="16" width="32" height="16" fill={figure} />
      <circle cx="22" cy="10" r="5" fill={figure} />
    </>
  )
}
