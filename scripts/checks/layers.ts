import type { Import } from './import-graph.ts'

type Layer = readonly [name: string, files: RegExp]

const server = (rest: string) => new RegExp(`^apps/server/src/${rest}`)
const web = (rest: string) => new RegExp(`^apps/web/src/${rest}`)

/** From the outside in: an import, of types too, goes to its own layer or a later one. */
const LAYERS: Readonly<Record<'server' | 'web', readonly Layer[]>> = {
  server: [
    ['wiring', server('(main|networks|prepare-database)\\.ts$')],
    ['http', server('http/')],
    ['calls, operator', server('(calls|operator)/')],
    ['indexer, jobs', server('(indexer|jobs)/')],
    ['read', server('read/')],
    ['modules', server('modules/[^/]+/(?!store)')],
    ['stores of modules', server('modules/[^/]+/store[^/]*\\.ts$')],
    ['state', server('state/')],
    ['infrastructure', server('(chain|content|fetch|images|media|serve|signer|backup)/')],
    ['db', server('db/')],
  ],
  web: [
    ['app', web('(app/|main\\.tsx$)')],
    ['routes', web('routes/')],
    ['features', web('features/')],
    ['entities', web('entities/')],
    ['flows', web('flows/')],
    ['wallet, kit', web('(wallet|kit)/')],
    ['i18n, lib', web('(i18n|lib)/')],
  ],
}

/** The program whose layers an import climbs, if it does. */
export function climbedBy({ from, to }: Pick<Import, 'from' | 'to'>): 'server' | 'web' | undefined {
  for (const program of ['server', 'web'] as const) {
    const [above, below] = [layerOf(program, from), layerOf(program, to)]
    if (above >= 0 && below >= 0 && below < above) return program
  }
  return undefined
}

const layerOf = (program: keyof typeof LAYERS, path: string): number => LAYERS[program].findIndex(([, files]) => files.test(path))

/** The import graph for people: a line for each layer with what it imports and how often, files of the root as `·`. */
export function drawLayers(imports: readonly Import[]): string[] {
  return (['server', 'web'] as const).flatMap((program) => {
    const nameOf = (path: string) => LAYERS[program][layerOf(program, path)]?.[0]
    const lines = LAYERS[program].map(([name]) => {
      const used = imports.flatMap(({ from, to }) => (nameOf(from) === name && nameOf(to) !== name ? (nameOf(to) ?? []) : []))
      const counts = LAYERS[program].flatMap(([other]) => {
        const count = used.filter((one) => one === other).length
        return count === 0 ? [] : [`${other} ${count}`]
      })
      return `  ${name}${counts.length === 0 ? '' : ` → ${counts.join(' · ')}`}`
    })
    return [program, ...lines]
  })
}
