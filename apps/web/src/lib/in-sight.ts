import { useEffect, useRef, useState } from 'react'

/** Who scrolls will arrive: from then on a place counts as seen this long before. */
const AHEAD_PX = 800

/** Whether a place of the page has come into sight; it stays so. What stands there is asked for then. */
export function useInSight<E extends Element>() {
  const place = useRef<E>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const target = place.current
    if (isSeen || !target) return
    let observer: IntersectionObserver | undefined
    const watch = (aheadPx: number) => {
      observer?.disconnect()
      observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), {
        rootMargin: `0px 0px ${aheadPx}px`,
      })
      observer.observe(target)
    }
    const look = () => watch(AHEAD_PX)
    watch(window.scrollY > 0 ? AHEAD_PX : 0)
    window.addEventListener('scroll', look, { once: true, passive: true })
    return () => {
      observer?.disconnect()
      window.removeEventListener('scroll', look)
    }
  }, [isSeen])
  return { place, isSeen }
}
