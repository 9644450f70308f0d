import { create } from 'zustand'
import type { Wrapped } from './wrap.ts'

export const useUnwrapAsk = create<Wrapped | undefined>(() => undefined)

/** Opens the unwrap dialog over any page; undefined closes it. */
export const askUnwrap = (token: Wrapped | undefined): void => useUnwrapAsk.setState(token, true)
