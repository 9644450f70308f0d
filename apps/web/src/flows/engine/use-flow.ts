import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Flow, FlowState } from './engine.ts'
import { createRun, type FlowRun, type RunOptions } from './run.ts'

/** One run per mounted dialog: unmounting forgets it, as closing does. The newest options are read when they are needed. */
export function useFlow<C>(flow: Flow<C>, options: RunOptions<C>): { state: FlowState; run: FlowRun<C> } {
  const latest = useRef(options)
  latest.current = options
  const [run] = useState(() =>
    createRun(flow, { ...options, context: () => latest.current.context(), onDone: (context) => latest.current.onDone?.(context) }),
  )
  useEffect(() => () => run.reset(), [run])
  return { state: useStore(run.store), run }
}
