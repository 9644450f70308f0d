import { useEffect, useState, useSyncExternalStore } from 'react'

type ToastView = { id: number; text: string; tone: 'plain' | 'bad' }

const TOAST_MS = 2_000
let current: ToastView | undefined
let next = 1
const listeners = new Set<() => void>()

function set(view: ToastView | undefined): void {
  current = view
  for (const listener of listeners) listener()
}

/** Shows one sentence for 2 s and replaces any other. Nothing important lives only here (decision 42). */
export function toast(text: string, tone: ToastView['tone'] = 'plain'): void {
  set({ id: next++, text, tone })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mounted once, in the shell. */
export function Toaster() {
  const view = useSyncExternalStore(subscribe, () => current)
  return (
    <div aria-live="polite" role="status">
      {view && <Toast key={view.id} view={view} />}
    </div>
  )
}

function Toast({ view }: { view: ToastView }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => current?.id === view.id && set(undefined), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld, view.id])
  return (
    <button
      type="button"
      className={`toast ${view.tone}`}
      onClick={() => set(undefined)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {view.tone === 'bad' && <span className="dot" />}
      {view.text}
    </button>
  )
}
