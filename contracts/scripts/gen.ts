/**
 * Compiles the shipped contracts and writes what the other packages need of them: ABIs as TypeScript, bytecode as JSON.
 * Each contract is compiled alone with what it imports, so that a change elsewhere can't move its bytecode.
 * `--check` compares instead and lists what is stale. Names compile those contracts alone: `gen.ts BlindBox`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, posix, resolve } from 'node:path'
import { runForge } from './forge.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ABI_FOLDER = 'packages/protocol/src/abi'
const ARTIFACTS = 'contracts/artifacts'
/** EIP-170: a chain takes no larger code. The rest is room to grow. */
const MAX_CODE_BYTES = 24_576
const FREE_CODE_BYTES = 1_500
/** EIP-3860: nor does it make one from more, constructor arguments included. A factory carries what it makes. */
const MAX_CREATION_BYTES = 2 * MAX_CODE_BYTES
const FREE_CREATION_BYTES = 300

/**
 * `abi` is the module that carries the interface; none where another contract has the same one. `profile` is the one of
 * foundry.toml's that compiles the contract. `module` is the contract it delegates to: it is made by it, its functions are
 * part of its interface, and its storage must begin the contract's own.
 */
export const SHIPPED = [
  {
    name: 'Exchange',
    source: 'exchange/Exchange.sol',
    abi: 'exchange',
    profile: 'shipped',
    module: { name: 'ExchangeModule', source: 'exchange/ExchangeModule.sol' },
  },
  { name: 'ExchangeModule', source: 'exchange/ExchangeModule.sol', abi: undefined, profile: 'shipped' },
  { name: 'AuctionExchange', source: 'auction/AuctionExchange.sol', abi: 'auction-exchange', profile: 'auction' },
  {
    name: 'BlindBox',
    source: 'box/BlindBox.sol',
    abi: 'blind-box',
    profile: 'compact',
    module: { name: 'BlindBoxModule', source: 'box/BlindBoxModule.sol' },
  },
  { name: 'BlindBoxModule', source: 'box/BlindBoxModule.sol', abi: undefined, profile: 'compact' },
  { name: 'PrizeCollection', source: 'box/PrizeCollection.sol', abi: 'prize-collection', profile: 'shipped' },
  { name: 'TransferProxy', source: 'transfer/TransferProxy.sol', abi: 'transfer-proxy', profile: 'shipped' },
  { name: 'ManyTransfers', source: 'transfer/ManyTransfers.sol', abi: 'many-transfers', profile: 'shipped' },
  { name: 'Collection721', source: 'collection/Collection721.sol', abi: 'collection-721', profile: 'collection' },
  { name: 'OfficialCollection721', source: 'collection/OfficialCollection721.sol', abi: undefined, profile: 'collection' },
  { name: 'Collection1155', source: 'collection/Collection1155.sol', abi: 'collection-1155', profile: 'collection' },
  { name: 'OfficialCollection1155', source: 'collection/OfficialCollection1155.sol', abi: undefined, profile: 'collection' },
  { name: 'CollectionFactory', source: 'collection/CollectionFactory.sol', abi: 'collection-factory', profile: 'collection' },
  { name: 'WrappedCoin', source: 'devnet/WrappedCoin.sol', abi: 'wrapped-coin', profile: 'shipped' },
  { name: 'DollarToken', source: 'devnet/DollarToken.sol', abi: 'dollar-token', profile: 'shipped' },
  { name: 'PriceFeed', source: 'devnet/PriceFeed.sol', abi: 'price-feed', profile: 'shipped' },
] as const satisfies readonly Shipped[]

/** Tokens that the gas tests trade: compiled as those of the chains are, where all else of the tests is compiled the fast way. */
const MEASURED: readonly Shipped[] = ['PlainERC20', 'PlainERC721', 'PlainERC1155', 'RoyaltyERC721'].map((name) => ({
  name,
  source: '../test/base/PlainTokens.sol',
  abi: undefined,
  profile: 'shipped',
  folder: 'tokens',
}))

export type Shipped = {
  name: string
  source: string
  abi: string | undefined
  profile: string
  module?: { name: string; source: string }
  /** Of its artifact, below that of the others. */
  folder?: string
}
type AbiItem = { type: string; name?: string; inputs?: readonly { type: string }[]; [key: string]: unknown }
type Place = { start: number; length: number }
type Variable = { label: string; slot: string; offset: number; type: string }
type Layout = { storage: Variable[] }
type Compiled = {
  abi: AbiItem[]
  storageLayout: Layout
  transientStorageLayout: Layout
  evm: { bytecode: { object: string }; deployedBytecode: { object: string; immutableReferences: Record<string, Place[]> } }
}
type Answer = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, Compiled>>
}
export type Compiler = { compile: (input: string) => string }
/** A contract with all it imports, by path from the repository root. */
export type Sources = Record<string, { content: string }>
export type Config = { remapping: [from: string, to: string]; settings: (profile: string) => object }

/**
 * Every generated file: path from the repository root to content. Same sources, same result.
 * `only` names the contracts to compile while working on one; the index of the ABIs is left out then.
 */
export async function generate(only: readonly string[] = []): Promise<Map<string, string>> {
  const solc: Compiler = createRequire(import.meta.url)('solc')
  const config = await readConfig()
  const files = new Map<string, string>()
  const modules: string[] = []
  const contracts = [...SHIPPED, ...MEASURED].filter(({ name }) => only.length === 0 || only.includes(name))
  const answers = await compileGroups(solc, config, contracts)
  for (const contract of contracts) {
    const compiled = compiledOf(contract, answers.get(groupOf(contract)))
    checkSize(contract, compiled)
    const abi = sortedAbi(compiled)
    files.set(artifactPath(contract), artifactText(contract, compiled))
    if (contract.abi === undefined) continue
    modules.push(contract.abi)
    files.set(`${ABI_FOLDER}/${contract.abi}.ts`, abiModule(contract.abi, contract.name, abi))
  }
  if (only.length > 0) return files
  const exports = modules.map((module) => `export { ${constantOf(module)} } from './${module}.ts'\n`).join('')
  files.set(`${ABI_FOLDER}/index.ts`, `// Generated by contracts/scripts/gen.ts.\n${exports}`)
  return files
}

/** One compilation each, in which a collection that a factory makes is compiled once. At length every contract alone, as explorers do. */
const groupOf = ({ name, profile }: Shipped) => (process.env.PLINTH_LONG ? name : profile)

async function compileGroups(solc: Compiler, config: Config, contracts: readonly Shipped[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const [group, members] of Map.groupBy(contracts, groupOf)) {
    const sources: Sources = {}
    for (const contract of members) await collect(sourcePath(contract.source), config.remapping, sources)
    const [{ profile } = { profile: '' }] = members
    answers.set(group, compile(solc, members, sorted(sources), config.settings(profile)))
  }
  return answers
}

/** Which of these files differ from what is on disk. */
export async function listStale(files: ReadonlyMap<string, string>): Promise<string[]> {
  const stale: string[] = []
  for (const [path, content] of files) {
    const present = await readFile(join(ROOT, path), 'utf8').catch(() => undefined)
    if (present !== content) stale.push(path)
  }
  return stale
}

const artifactPath = ({ name, folder = '' }: Shipped) => posix.join(ARTIFACTS, folder, `${name}.json`)

const sourcePath = (source: string) => posix.join('contracts/src', source)

const sortedAbi = ({ abi }: Compiled) => sortOverloads(abi.map(withoutInternalTypes))

/** What tests deploy and the other packages read. */
function artifactText(contract: Shipped, compiled: Compiled): string {
  const artifact = {
    contractName: contract.name,
    abi: sortedAbi(compiled),
    bytecode: `0x${compiled.evm.bytecode.object}`,
    deployedBytecode: `0x${compiled.evm.deployedBytecode.object}`,
    immutables: listImmutables(compiled),
  }
  return `${JSON.stringify(artifact, null, 2)}\n`
}

/** An artifact in the form of the shipped ones, of any sources and settings and of any size. */
export function makeArtifact(solc: Compiler, contract: Shipped, sources: Sources, settings: object): { path: string; text: string } {
  return { path: artifactPath(contract), text: artifactText(contract, compiledOf(contract, compile(solc, [contract], sources, settings))) }
}

function checkSize({ name }: Shipped, compiled: Compiled): void {
  const creation = compiled.evm.bytecode.object.length / 2
  if (creation > MAX_CREATION_BYTES - FREE_CREATION_BYTES)
    throw new Error(`${name} is made from ${creation} bytes, less than ${FREE_CREATION_BYTES} below the ${MAX_CREATION_BYTES} of EIP-3860`)
  const size = compiled.evm.deployedBytecode.object.length / 2
  if (size > MAX_CODE_BYTES - FREE_CODE_BYTES)
    throw new Error(`${name} has ${size} bytes of code, less than ${FREE_CODE_BYTES} below the ${MAX_CODE_BYTES} of EIP-170`)
}

/** The contract's source and all it imports, sorted, so that the input is the same everywhere. */
export async function readSourcesOf(config: Config, contract: Shipped): Promise<Sources> {
  const sources: Sources = {}
  await collect(sourcePath(contract.source), config.remapping, sources)
  return sorted(sources)
}

const sorted = (sources: Sources): Sources => Object.fromEntries(Object.entries(sources).sort(([a], [b]) => compareTexts(a, b)))

function compile(solc: Compiler, contracts: readonly Shipped[], sources: Sources, settings: object): Answer {
  const layouts = ['abi', 'storageLayout', 'transientStorageLayout']
  const wanted = [...layouts, 'evm.bytecode.object', 'evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences']
  const outputSelection: Record<string, Record<string, string[]>> = {}
  const select = ({ name, source }: { name: string; source: string }, outputs: string[]) => {
    outputSelection[sourcePath(source)] = { [name]: outputs, ...outputSelection[sourcePath(source)] }
  }
  for (const contract of contracts) select(contract, wanted)
  for (const { module } of contracts) if (module) select(module, layouts)
  const input = { language: 'Solidity', sources, settings: { ...settings, outputSelection } }
  const answer: Answer = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = answer.errors?.filter((error) => error.severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return answer
}

function compiledOf({ name, source: path, module }: Shipped, answer: Answer | undefined): Compiled {
  const source = sourcePath(path)
  const compiled = answer?.contracts?.[source]?.[name]
  if (!compiled) throw new Error(`${source} has no contract ${name}`)
  const delegate = module && answer?.contracts?.[sourcePath(module.source)]?.[module.name]
  if (!delegate) return compiled
  const differences = [
    ...compareLayouts(compiled.storageLayout, delegate.storageLayout),
    ...compareLayouts(compiled.transientStorageLayout, delegate.transientStorageLayout),
  ]
  if (differences.length > 0) throw new Error(`${name} and ${module.name} lay out storage differently: ${differences.join('; ')}`)
  return { ...compiled, abi: joinAbis(compiled.abi, delegate.abi) }
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** What a delegate would read or write elsewhere than the contract that delegates to it: each of its variables must be there too. */
export function compareLayouts(contract: Layout, delegate: Layout): string[] {
  const placeOf = ({ label, slot, offset, type }: Variable) => `${label} at ${slot}:${offset} as ${type.replace(/\)\d+/g, ')')}`
  const places = new Set(contract.storage.map(placeOf))
  return delegate.storage.map(placeOf).filter((place) => !places.has(place))
}

/** The functions that a fallback runs belong to the interface of the address. */
function joinAbis(abi: readonly AbiItem[], delegate: readonly AbiItem[]): AbiItem[] {
  const present = new Set(abi.map((item) => JSON.stringify(withoutInternalTypes(item))))
  const isNew = (item: AbiItem) => item.type !== 'constructor' && !present.has(JSON.stringify(withoutInternalTypes(item)))
  const rank = ({ type }: AbiItem) => ['constructor', 'error', 'event', 'fallback', 'function', 'receive'].indexOf(type)
  return [...abi, ...delegate.filter(isNew)].sort((a, b) => rank(a) - rank(b) || compareTexts(a.name ?? '', b.name ?? ''))
}

/** Adds a source and all it imports, under their paths from the repository root. */
async function collect(path: string, remapping: Config['remapping'], sources: Sources): Promise<void> {
  if (sources[path]) return
  const content = await readFile(join(ROOT, path), 'utf8')
  sources[path] = { content }
  for (const [, imported = ''] of content.matchAll(/^import\s[^;]*?["']([^"']+)["'];/gm)) {
    const [from, to] = remapping
    const target = imported.startsWith('.') ? join(dirname(path), imported) : imported.replace(from, to)
    await collect(target.replaceAll('\\', '/'), remapping, sources)
  }
}

/** foundry.toml is the only place that says how the shipped contracts are compiled. */
export async function readConfig(): Promise<Config> {
  const { stdout, stderr, code } = await runForge(['config', '--json'])
  if (code !== 0) throw new Error(`forge config: ${stderr}`)
  const config = JSON.parse(stdout)
  const profileOf = (wanted: string) => config.additional_compiler_profiles.find(({ name }: { name: string }) => name === wanted)
  const [from, to] = config.remappings[0].split('=')
  return {
    remapping: [from, to],
    settings: (profile) => ({
      remappings: config.remappings,
      optimizer: { enabled: config.optimizer, runs: profileOf(profile).optimizer_runs },
      viaIR: profileOf(profile).via_ir,
      evmVersion: config.evm_version,
      metadata: { bytecodeHash: config.bytecode_hash, appendCBOR: config.cbor_metadata },
    }),
  }
}

/** Bytes of the deployed code that the constructor fills in. */
function listImmutables({ evm }: Compiled): Place[] {
  return Object.values(evm.deployedBytecode.immutableReferences)
    .flat()
    .map(({ start, length }) => ({ start, length }))
    .sort((a, b) => a.start - b.start)
}

/** viem takes the first of a name where the arguments leave it in doubt: the shortest, which is the documented one. */
function sortOverloads(abi: readonly AbiItem[]): AbiItem[] {
  const lengthOf = ({ inputs = [] }: AbiItem) => inputs.length + inputs.filter(({ type }) => /^(bytes|string)$|\]$/.test(type)).length / 100
  const nameOf = ({ type, name }: AbiItem) => `${type} ${name}`
  return abi.map((item) => {
    const same = abi.filter((other) => nameOf(other) === nameOf(item))
    const rank = same.indexOf(item)
    return [...same].sort((a, b) => lengthOf(a) - lengthOf(b))[rank] ?? item
  })
}

function withoutInternalTypes(item: AbiItem): AbiItem {
  return JSON.parse(JSON.stringify(item, (key, value) => (key === 'internalType' ? undefined : value)))
}

function abiModule(module: string, name: string, abi: readonly AbiItem[]): string {
  const rows = abi.map((item) => `  ${JSON.stringify(item)},\n`).join('')
  return `// Generated by contracts/scripts/gen.ts from ${name}.sol.\nexport const ${constantOf(module)} = [\n${rows}] as const\n`
}

/** "transfer-proxy" gives transferProxyAbi. */
function constantOf(module: string): string {
  return `${module.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Abi`
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const files = await generate(args.filter((arg) => !arg.startsWith('--')))
  const stale = await listStale(files)
  const isCheck = args.includes('--check')
  for (const path of stale) {
    if (isCheck) {
      console.error(`stale: ${path}`)
    } else {
      await mkdir(dirname(join(ROOT, path)), { recursive: true })
      await writeFile(join(ROOT, path), files.get(path) ?? '')
      console.log(`wrote ${path}`)
    }
  }
  if (isCheck && stale.length > 0) process.exitCode = 1
}
