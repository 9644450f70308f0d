import { useEffect, useRef } from 'react'

/** A picture copied elsewhere and pasted here. Text that is pasted stays text, even where a picture of it comes along. */
export function usePastedFile(take: (file: File) => void, isOn: boolean): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!isOn) return
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      if (!file || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      latest.current(file)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [isOn])
}
