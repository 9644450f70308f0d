import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import type { Abi, Hex } from 'viem'

export interface Compiled {
  abi: Abi
  bytecode: Hex
}
export interface Recipe {
  /** Package name of the compiler here; default: ours. */
  solc?: string
  settings: object
  /** `file:Contract`, the file as it is imported, or under `root`. */
  contracts: readonly string[]
  /** Folder of imports by name and of the files; default: `node_modules` here. */
  root?: string
  /** Packages under `root` whose own imports count from their folder. */
  within?: readonly string[]
  /** Text replacements in the sources; each text occurs in its file once. */
  changes?: readonly Change[]
}
export interface Change {
  file: string
  find: string
  replace: string
}

const HERE = import.meta.dirname
const OUT = join(HERE, 'out')

/** Compiles a marketplace's own sources as its authors do; once, the result is kept under `out`. */
export function compile({
  solc = '',
  settings,
  contracts,
  root = join(HERE, 'node_modules'),
  within = [],
  changes = [],
}: Recipe): Compiled[] {
  const sources: Record<string, { content: string }> = {}
  const folders = ['', 'node_modules', ...within].map((folder) => join(root, folder))
  for (const contract of contracts) collect(contract.replace(/:.*/, ''), folders, sources)
  for (const change of changes) apply(change, sources)
  const input = JSON.stringify({
    language: 'Solidity',
    sources,
    settings: { ...settings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  })
  const path = join(OUT, `${createHash('sha256').update(solc).update(input).digest('hex').slice(0, 32)}.json`)
  if (!existsSync(path)) {
    mkdirSync(OUT, { recursive: true })
    writeFileSync(path, compilerOf(solc).compile(input))
  }
  const answer = JSON.parse(readFileSync(path, 'utf8'))
  return contracts.map((contract) => {
    const [file = '', name = ''] = contract.split(':')
    const found = answer.contracts?.[file]?.[name]
    if (!found) throw new Error(`${contract}: ${answer.errors?.find(({ severity = '' }) => severity === 'error')?.formattedMessage}`)
    return { abi: found.abi, bytecode: `0x${found.evm.bytecode.object}` }
  })
}

function apply({ file, find, replace }: Change, sources: Record<string, { content: string }>): void {
  const parts = sources[file]?.content.split(find) ?? []
  if (parts.length !== 2) throw new Error(`"${find}" does not stand in ${file} once`)
  sources[file] = { content: parts.join(replace) }
}

function compilerOf(solc: string): { compile: (input: string) => string } {
  const from = solc === '' ? join(HERE, '../../contracts/package.json') : join(HERE, 'package.json')
  return createRequire(from)(solc === '' ? 'solc' : solc)
}

function collect(path: string, folders: readonly string[], sources: Record<string, { content: string }>): void {
  if (sources[path]) return
  const file = folders.map((folder) => join(folder, path)).find((candidate) => existsSync(candidate))
  if (!file) throw new Error(`no source of ${path}`)
  const content = readFileSync(file, 'utf8')
  sources[path] = { content }
  for (const [, imported = ''] of content.matchAll(/^\s*(?:import\s[^;]*?|\}\s*from\s*)["']([^"']+)["'];/gm)) {
    collect(imported.startsWith('.') ? normalize(join(dirname(path), imported)) : imported, folders, sources)
  }
}
