import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon, type IconSize } from './icons.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  /** What the button does: its accessible name and its tooltip. */
  label: string
  size?: IconSize
  line?: boolean
  tall?: boolean
  filled?: boolean
  dot?: boolean
}

export function IconButton({ icon, label, size, line, tall, filled, dot, className = '', type = 'button', ...rest }: IconButtonProps) {
  const classes = ['icon-button', line ? 'line' : '', tall ? 'tall' : '', className].filter(Boolean).join(' ')
  return (
    <button title={label} {...rest} type={type} aria-label={label} className={classes}>
      <Icon of={icon} size={size} filled={filled} />
      {dot && <span className="dot" />}
    </button>
  )
}
