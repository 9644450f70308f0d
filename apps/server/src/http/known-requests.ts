import type { IncomingMessage } from 'node:http'

/** Requests whose answer is known by name, the latest ones. */
const MOST = 4_096
/** A longer request is read as all others. */
const MOST_LENGTH = 4_096

/** What a request asks for: a call or resource, its decoded form, and the name of its kept answer. */
export type Known = { readonly call: string; readonly form: unknown; readonly name: string }

/** Requests by their very bytes: one that has been read and decoded once need not be again. */
export type KnownRequests = {
  /** What these bytes asked for before. */
  find(bytes: string): Known | undefined
  /** This request has these bytes. */
  mark(request: IncomingMessage, bytes: string): void
  /** A marked request asked for this. */
  note(request: IncomingMessage, known: Known): void
}

export function createKnownRequests(): KnownRequests {
  const known = new Map<string, Known>()
  const bytesOf = new WeakMap<IncomingMessage, string>()
  return {
    find: (bytes) => known.get(bytes),
    mark: (request, bytes) => {
      if (bytes.length <= MOST_LENGTH) bytesOf.set(request, bytes)
    },
    note: (request, one) => {
      const bytes = bytesOf.get(request)
      if (bytes === undefined) return
      known.delete(bytes)
      const oldest = known.size >= MOST ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.set(bytes, one)
    },
  }
}
