import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_PREFIX, CATALOGUE, type Call } from '@plinth/api'
import type { CallExample } from '@plinth/api/openapi'
import { z } from 'zod'
import { ROOT } from './checks/sources.ts'

/** `PLINTH_RECORD=/some/folder npm test -- server`, then `node scripts/record-examples.ts /some/folder`: an example of each call. */
const [folder = ''] = process.argv.slice(2)
const PATH = join(ROOT, 'packages/api/src/examples.generated.json')
const MOST_ROWS = 1

type Recorded = CallExample & { readonly path: string }

const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
const recorded = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded)
const known: Record<string, CallExample> = JSON.parse(readFileSync(PATH, 'utf8'))
const examples = Object.fromEntries(
  Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => {
      const id = `${segment}.${name}`
      const example = chosen(call) ?? known[id]
      return example ? [[id, example]] : []
    }),
  ),
)
writeFileSync(PATH, `${JSON.stringify(examples, null, 1)}\n`)
console.log(`${Object.keys(examples).length} examples`)

/** The one that tells most, of those that a person would send; the first of equals. */
function chosen(call: Call): CallExample | undefined {
  const own = recorded.filter(({ path, answer }) => path === `${API_PREFIX}${call.path}` && !answer.errno)
  // Recorded, so of no type yet: whether the schema takes it is the question.
  const said = own.filter(({ request }) => z.safeDecode(call.request, request as never).success)
  const best = said
    .map(({ request, answer }) => ({ request, answer: shortened(answer) as CallExample['answer'] }))
    .toSorted((a, b) => worth(b) - worth(a))[0]
  return best
}

/** How many names of fields it shows; of as many, the shorter one. */
function worth(example: CallExample): number {
  const text = JSON.stringify(example)
  return new Set(text.match(/"\w+":/g)).size * 100_000 - text.length
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ROWS).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}
