import { lazy, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { allTexts } from '../../i18n/index.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'
import { listenShortcuts } from '../../lib/shortcut-ask.ts'
import { isPlain, isShortcut } from '../../lib/shortcuts.ts'

const CommandPalette = lazy(
  inTime(async () => {
    const [{ CommandPalette: palette }] = await Promise.all([import('./CommandPalette.tsx'), allTexts()])
    return { default: palette }
  }),
)
const ShortcutList = lazy(
  inTime(async () => {
    const [{ ShortcutList: list }] = await Promise.all([import('./ShortcutList.tsx'), allTexts()])
    return { default: list }
  }),
)

/** Ctrl+K or Cmd+K opens the palette, `?` the list of all shortcuts (EXPL-14). */
export function Shortcuts() {
  const { key } = useLocation()
  // Open where it was opened, and no longer once another page was opened from there.
  const [open, setOpen] = useState<{ what: 'palette' | 'list'; at: string }>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const what = askedBy(event)
      if (!what || !isShortcut(event)) return
      event.preventDefault()
      setOpen({ what, at: key })
    }
    window.addEventListener('keydown', press)
    const leave = listenShortcuts(() => setOpen({ what: 'list', at: key }))
    return () => {
      window.removeEventListener('keydown', press)
      leave()
    }
  }, [key])
  const what = open?.at === key ? open.what : undefined
  const close = () => setOpen(undefined)
  return (
    <LazyBoundary>
      {what === 'palette' && <CommandPalette onClose={close} onList={() => setOpen({ what: 'list', at: key })} />}
      {what === 'list' && <ShortcutList onClose={close} />}
    </LazyBoundary>
  )
}

function askedBy(event: KeyboardEvent): 'palette' | 'list' | undefined {
  if (event.key === '?' && isPlain(event)) return 'list'
  const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return isK ? 'palette' : undefined
}
