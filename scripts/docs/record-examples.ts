import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUE, type Call } from '@plinth/api'
import type { CallExample } from '@plinth/api/openapi'
import { type Resource, V1 } from '@plinth/api/v1'
import type { V1Example } from '@plinth/api/v1/openapi'
import { z } from 'zod'
import { ROOT } from '../checks/sources.ts'
import { chooseExample, type Recorded, withOneRow } from './examples.ts'

/** `PLINTH_RECORD=/some/folder npm test -- server`, then `node scripts/docs/record-examples.ts /some/folder`: an example of each call and resource. */
const [folder = ''] = process.argv.slice(2)
const PATH = join(ROOT, 'packages/api/src/examples.generated.json')

const OF_RESOURCE = /\.v1\.jsonl$/
const V1_PATH = join(ROOT, 'packages/api/src/v1/examples.generated.json')

/** What these files of the folder have recorded. */
function read<T>(isOf: (name: string) => boolean): T[] {
  const lines = readdirSync(folder)
    .filter(isOf)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

const recorded = read<Recorded>((name) => !OF_RESOURCE.test(name))
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

const ofResources = read<V1Example & { readonly name: string }>((name) => OF_RESOURCE.test(name))
const v1: Record<string, V1Example> = JSON.parse(readFileSync(V1_PATH, 'utf8'))
for (const { name, path, answer } of ofResources) {
  const resource: Resource | undefined = (V1 as Record<string, Resource>)[name]
  // One that still fits stays, so that the file changes with the resources alone.
  const fits = resource && z.safeDecode(resource.response, v1[name]?.answer as never).success
  if (resource && !fits) v1[name] = { path, answer: withOneRow(answer) }
}
writeFileSync(V1_PATH, `${JSON.stringify(v1, null, 1)}\n`)
console.log(`${Object.keys(examples).length} examples`)
