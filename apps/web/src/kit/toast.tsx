import { useEffect, useState } from 'react'
import { create } from 'zustand'

type ToastView = { id: number; text: string; tone: 'plain' | 'bad' }

const TOAST_MS = 2_000
const useShown = create<ToastView | undefined>(() => undefined)
const show = (view: ToastView | undefined): void => useShown.setState(view, true)
let next = 1

/** Shows one sentence for 2 s and replaces any other. Nothing important lives only here (decision 42). */
export function toast(text: string, tone: ToastView['tone'] = 'plain'): void {
  show({ id: next++, text, tone })
}

/** Mounted once, in the shell. */
export function Toaster() {
  const view = useShown()
  return (
    <div aria-live="polite" role="status">
      {view && <Toast key={view.id} view={view} />}
    </div>
  )
}

function Toast({ view }: { view: ToastView }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => useShown.getState()?.id === view.id && show(undefined), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isPaused, view.id])
  return (
    <button
      type="button"
      className={`toast ${view.tone}`}
      onClick={() => show(undefined)}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {view.tone === 'bad' && <span className="dot" />}
      {view.text}
    </button>
  )
}
