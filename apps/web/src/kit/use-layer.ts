import { useEffect, useRef } from 'react'
import { enter } from '../lib/history-layers.ts'

/** Makes what is open over the page an entry of the history: Back calls `close`, as the close button does. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (isOpen ? enter(() => latest.current()) : undefined), [isOpen])
}
