import type { LucideIcon } from 'lucide-react'

export type IconSize = 'tiny' | 'small' | 'normal' | 'large'
export type IconProps = { of: LucideIcon; size?: IconSize; className?: string; filled?: boolean }

/** An icon is decoration: its neighbour or its button carries the text. */
export function Icon({ of: Shape, size = 'normal', className = '', filled }: IconProps) {
  return <Shape className={`icon ${size} ${className}`} aria-hidden="true" fill={filled ? 'currentColor' : 'none'} />
}
