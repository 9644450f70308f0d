import { useSyncExternalStore } from 'react'
import { LOCAL, readStored, writeStored } from './storage.ts'

export type Theme = 'light' | 'dark' | 'system'
const listeners = new Set<() => void>()
const dark = () => matchMedia('(prefers-color-scheme: dark)')

export function getTheme(): Theme {
  const stored = readStored(LOCAL.theme)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** What is on screen: the choice, or the system's where none was made. */
export function shownTheme(theme: Theme = getTheme()): 'light' | 'dark' {
  if (theme !== 'system') return theme
  return dark().matches ? 'dark' : 'light'
}

export function setTheme(theme: Theme): void {
  writeStored(LOCAL.theme, theme === 'system' ? undefined : theme)
  paint()
}

function paint(): void {
  const shown = shownTheme()
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', shown === 'dark' ? '#121210' : '#FBFAF7')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const system = dark()
  listeners.add(listener)
  system.addEventListener('change', paint)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', paint)
  }
}

export const useTheme = () => useSyncExternalStore(subscribe, () => shownTheme())
