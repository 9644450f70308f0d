import { isDeepStrictEqual } from 'node:util'
import { CATALOGUE, type Call } from '@plinth/api'
import { z } from 'zod'

const CALLS = new Map(
  Object.values<Record<string, Call>>(CATALOGUE).flatMap((calls) => Object.values(calls).map((call) => [call.path as string, call])),
)

/** An answer may be text that no schema has seen: what it holds must be what its call declares, no more and no less. */
export function requireDeclared(path: string, prefix: string, answer: string): void {
  const call = CALLS.get(path.startsWith(prefix) ? path.slice(prefix.length) : path)
  const { errno, data } = JSON.parse(answer) as { errno?: number; data?: unknown }
  if (!call || errno || data === undefined) return
  // From an answer: whether the schema takes it is the question.
  const again: unknown = z.encode(call.response, z.decode(call.response, data as never) as never)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(again)), data))
    throw new Error(`${path} does not answer as declared: ${answer.slice(0, 2_000)}`)
}
