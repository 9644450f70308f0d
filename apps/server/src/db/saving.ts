import { AsyncLocalStorage } from 'node:async_hooks'

const saving = new AsyncLocalStorage<true>()

/** Runs one statement that changes tables by itself: its end is a commit, which may wait for a standby. */
export const whileSaving = <T>(work: () => Promise<T>): Promise<T> => saving.run(true, work)

export const isSaving = (): boolean => saving.getStore() === true
