import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUE, type Call } from '@plinth/api'
import type { CallExample } from '@plinth/api/openapi'
import { ROOT } from '../checks/sources.ts'
import { chooseExample, type Recorded } from './examples.ts'

/** `PLINTH_RECORD=/some/folder npm test -- server`, then `node scripts/docs/record-examples.ts /some/folder`: an example of each call. */
const [folder = ''] = process.argv.slice(2)
const PATH = join(ROOT, 'packages/api/src/examples.generated.json')

const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
const recorded = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded)
const known: Record<string, CallExample> = JSON.parse(readFileSync(PATH, 'utf8'))
const examples = Object.fromEntries(
  Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => {
      const id = `${segment}.${name}`
      const example = chooseExample(call, recorded, known[id])
      return example ? [[id, example]] : []
    }),
  ),
)
writeFileSync(PATH, `${JSON.stringify(examples, null, 1)}\n`)
console.log(`${Object.keys(examples).length} examples`)
