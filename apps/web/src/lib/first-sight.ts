import { useEffect } from 'react'

const opened = location.pathname
let waiting = 0

/** Each placeholder of the page keeps the picture that the server put there; it goes when the last of them does. */
export function useFirstSight(): void {
  useEffect(() => {
    waiting++
    return () => {
      waiting--
      // One may follow another.
      setTimeout(() => void takeAway())
    }
  }, [])
}

async function takeAway(): Promise<void> {
  const sight = document.getElementById('first-sight')
  if (!sight || (waiting > 0 && location.pathname === opened)) return
  // The page's own is painted first, so that the wall is never empty.
  const own = document.querySelector<HTMLImageElement>('.content .stage-work img')
  if (sight.querySelector('img')?.complete) await own?.decode().catch(() => undefined)
  sight.remove()
}
