import { useEffect, useRef } from 'react'
import '../lib/first-pop.ts'

const load = () => import('../lib/later.ts')

// A reload while something was open.
if (globalThis.history?.state?.layers) void load()

/** Makes what is open over the page an entry of the history: Back calls `close`, as the close button does. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    let isClosed = false
    let leave = () => {
      isClosed = true
    }
    void load().then(
      ({ enter }) => {
        if (!isClosed) leave = enter(() => latest.current())
      },
      () => undefined,
    )
    return () => leave()
  }, [isOpen])
}
