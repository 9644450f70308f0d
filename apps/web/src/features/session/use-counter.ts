import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** Seconds since `start`, counted up once a second and back to none at `end`; undefined while stopped (document A §2). */
export function useCounter(end: number): { seconds: number | undefined; start: () => void } {
  const [startedAt, setStartedAt] = useState<number>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (startedAt === undefined) return
    const timer = setInterval(() => {
      const passed = Math.floor((Date.now() - startedAt) / TICK_MS)
      setSeconds(passed)
      if (passed >= end) setStartedAt(undefined)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [startedAt, end])
  const start = () => {
    setSeconds(0)
    setStartedAt(Date.now())
  }
  return { seconds: startedAt === undefined ? undefined : seconds, start }
}
