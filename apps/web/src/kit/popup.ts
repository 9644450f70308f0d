import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLayer } from './use-layer.ts'

/**
 * What opens under a button: closes on Escape (focus returns to the button), on a press outside and when focus leaves.
 * Spread `frame` on the wrapper, `trigger` on the button and `id` on what opens.
 */
export function usePopup(controlled?: { open: boolean | undefined; onOpenChange: ((open: boolean) => void) | undefined }) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [own, setOwn] = useState(false)
  const isOpen = controlled?.open ?? own
  const setOpen = (open: boolean) => {
    setOwn(open)
    controlled?.onOpenChange?.(open)
  }
  /** Closes it, with the keyboard back at its button: what is done next may take it from there. */
  const leave = () => {
    setOpen(false)
    button.current?.focus()
  }
  useLayer(isOpen, leave)
  const close = useRef(setOpen)
  close.current = setOpen
  useEffect(() => {
    if (!isOpen) return
    const press = (event: PointerEvent) => !root.current?.contains(event.target as Node) && close.current(false)
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    leave()
  }
  const onBlur = (event: FocusEvent) => {
    if (isOpen && event.relatedTarget && !root.current?.contains(event.relatedTarget as Node)) setOpen(false)
  }
  return {
    id,
    isOpen,
    setOpen,
    leave,
    frame: { ref: root, onKeyDown, onBlur },
    trigger: { ref: button, 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined, onClick: () => setOpen(!isOpen) },
  }
}
