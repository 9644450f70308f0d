import { useEffect, useRef } from 'react'

/** 150 px, and 56 allowance (HOME-11). */
const NEAR_PX = 150 + 56
/** Counts a reader who has scrolled past the end of the list. */
const PASSED_PX = 100_000

/** Calls `onNear` each time the end of a list comes near the window's bottom. */
export function useNearEnd<E extends Element>(onNear: () => void, isActive: boolean) {
  const end = useRef<E>(null)
  const call = useRef(onNear)
  call.current = onNear
  useEffect(() => {
    const target = end.current
    if (!target || !isActive) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && call.current(), {
      rootMargin: `${PASSED_PX}px 0px ${NEAR_PX}px`,
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [isActive])
  return end
}
