import { lazy, useEffect, useState } from 'react'
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
  const [what, setWhat] = useState<'palette' | 'list'>()
  const [text, setText] = useState('')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The palette's line gets what is typed before it has the focus.
      if (what === 'palette' && event.key.length === 1 && isPlain(event) && !(event.target instanceof HTMLInputElement)) {
        event.preventDefault()
        setText((typed) => typed + event.key)
        return
      }
      const asked = askedBy(event)
      if (!asked || !isShortcut(event)) return
      event.preventDefault()
      setText('')
      setWhat(asked)
    }
    window.addEventListener('keydown', press)
    const leave = listenShortcuts(() => setWhat('list'))
    return () => {
      window.removeEventListener('keydown', press)
      leave()
    }
  }, [what])
  const close = () => setWhat(undefined)
  return (
    <LazyBoundary>
      {what === 'palette' && <CommandPalette text={text} onText={setText} onClose={close} onList={() => setWhat('list')} />}
      {what === 'list' && <ShortcutList onClose={close} />}
    </LazyBoundary>
  )
}

function askedBy(event: KeyboardEvent): 'palette' | 'list' | undefined {
  if (event.key === '?' && isPlain(event)) return 'list'
  const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return isK ? 'palette' : undefined
}
