import { useEffect } from 'react'
import { useMediaQuery } from './media-query.ts'
import { LOCAL, readStored, writeStored } from './storage.ts'
import { useStored } from './use-stored.ts'

export type Theme = 'light' | 'dark' | 'system'
const DARK = '(prefers-color-scheme: dark)'

function getTheme(): Theme {
  const stored = readStored(LOCAL.theme)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** What is on screen: the choice, or the system's where none was made. */
function shownTheme(theme: Theme = getTheme()): 'light' | 'dark' {
  if (theme !== 'system') return theme
  return matchMedia(DARK).matches ? 'dark' : 'light'
}

export const setTheme = (theme: Theme): void => writeStored(LOCAL.theme, theme === 'system' ? undefined : theme)

function paint(shown: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', shown === 'dark' ? '#121210' : '#FBFAF7')
}

/** Paints the page in the theme that is chosen, here or in another tab, or that the system turned to. */
export function useTheme(): 'light' | 'dark' {
  useMediaQuery(DARK)
  const shown = useStored(LOCAL.theme, shownTheme)
  useEffect(() => paint(shown), [shown])
  return shown
}
