import { API_PREFIX, type Call } from '@plinth/api'
import type { CallExample } from '@plinth/api/openapi'
import { z } from 'zod'

/** A form sent by a test, and the answer. */
export type Recorded = CallExample & { readonly path: string }

const MOST_ROWS = 1

/**
 * The most informative recording that a client would send: tests of bad input put fields of other calls into a form,
 * which the call ignores. The first of equals; undefined where none is valid, or all that is known says less.
 */
export function chooseExample(call: Call, recorded: readonly Recorded[], known: CallExample | undefined): CallExample | undefined {
  const fields = fieldsOf(call)
  const isOwn = ({ request }: CallExample) => Object.keys(request).every((name) => fields.has(name))
  const own = recorded.filter(
    // Recorded, so untyped: the schema decides whether it is valid.
    (one) =>
      one.path === `${API_PREFIX}${call.path}` &&
      !one.answer.errno &&
      isOwn(one) &&
      // The recorded answer: decoding checks whether it is of the schema's type.
      z.safeDecode(call.request, one.request as never).success,
  )
  const candidates = own.map(({ request, answer }) => ({ request, answer: shortened(answer) as CallExample['answer'] }))
  const best = candidates.toSorted((a, b) => worth(b) - worth(a))[0]
  if (!best) return known && isOwn(known) ? known : undefined
  // Calls not recorded this time keep their earlier example, unless that was no form of this call.
  return known && isOwn(known) && worth(known) > worth(best) && saysMore(known, best) ? known : best
}

/** Wire names of the fields that a call reads. */
function fieldsOf(call: Call): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' })
  return new Set(Object.keys(properties))
}

function saysMore(one: CallExample, other: CallExample): boolean {
  return countFilled(one.answer) > countFilled(other.answer)
}

/** Compares by filled values of the answer first, then those of the form; among equals, the shorter one wins. */
function worth(example: CallExample): number {
  return countFilled(example.answer) * 1e9 + countFilled(example.request) * 1e6 - JSON.stringify(example).length
}

/** Number of different non-empty fields: an empty list or text shows no shape. */
function countFilled(value: unknown): number {
  const filled = new Set<string>()
  const look = (at: string, each: unknown): void => {
    if (Array.isArray(each)) {
      if (each.length > 0) filled.add(`${at}[]`)
      for (const one of each) look(`${at}[]`, one)
    } else if (typeof each === 'object' && each !== null) for (const [name, one] of Object.entries(each)) look(`${at}.${name}`, one)
    else if (each !== '' && each !== null && each !== undefined) filled.add(at)
  }
  look('', value)
  return filled.size
}

/** One row of a list stands for all: the one with the most filled fields, so that a tree shows its branches. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(shortened)
      .toSorted((a, b) => countFilled(b) - countFilled(a))
      .slice(0, MOST_ROWS)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

/** The answer of a resource with the first row of its list alone. */
export function withOneRow<T extends Readonly<Record<string, unknown>>>(answer: T): T {
  return Array.isArray(answer.list) ? { ...answer, list: answer.list.slice(0, MOST_ROWS) } : answer
}
