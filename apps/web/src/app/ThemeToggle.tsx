import { Moon, Sun } from 'lucide-react'
import { useTranslation } from '../i18n/translate.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { setTheme, useTheme } from '../lib/theme.ts'

/** Turns to the other theme; turning back to what the system shows forgets the choice, so the system leads again. */
export function ThemeToggle() {
  const { t } = useTranslation()
  const shown = useTheme()
  const isDark = shown === 'dark'
  const turn = () => {
    const next = isDark ? 'light' : 'dark'
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    setTheme(next === system ? 'system' : next)
  }
  return <IconButton icon={isDark ? Sun : Moon} label={t(isDark ? 'shell.toLight' : 'shell.toDark')} onClick={turn} className="muted" />
}
