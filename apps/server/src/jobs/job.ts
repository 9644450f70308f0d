import type { Context } from '../context.ts'

/** A piece of work that comes again; it answers whether there is more to do at once. */
export type Job = { readonly name: string; readonly everyMs: number; readonly run: (context: Context) => Promise<boolean> }
