import type { Context } from '../context.ts'

/** A recurring job; `run` returns whether there is more to do at once. */
export type Job = { readonly name: string; readonly everyMs: number; readonly run: (context: Context) => Promise<boolean> }
