import { type Abi, type AbiFunction, type AbiParameter, parseAbiItem, toFunctionSelector } from 'viem'

/** What the tests read of an ERC-7730 descriptor (version 2 of its schema). */
export type Rule = string | { ifNotIn: readonly (string | number)[] }
export type Field = { path: string; label?: string; format?: string; params?: Record<string, unknown>; visible?: Rule }
export type Format = { intent: string; interpolatedIntent?: string; fields: readonly Field[] }
export type Deployment = { chainId: number; address: string }
export type Struct = { readonly name: string; readonly type: string; readonly parts?: readonly Struct[] }

export const SCHEMA = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'
export const FORMATS = ['raw', 'addressName', 'tokenAmount', 'amount', 'nftName', 'date', 'unit', 'enum']
/** What a wallet knows besides the calldata (ERC-7730, container values). */
export const CONTAINER = ['@.value', '@.from', '@.to']

/** The types inferred from the files differ format by format; tests check their content. */
export const formatsOf = (descriptor: { display: { formats: object } }) =>
  Object.entries(descriptor.display.formats as Record<string, Format>)

/** The paths of all non-struct fields, in the notation of the descriptors. */
export function leavesOf({ name, type, parts }: Struct, root: string): string[] {
  const path = `${root}${name}${type.endsWith('[]') ? '.[]' : ''}`
  return parts ? parts.flatMap((part) => leavesOf(part, `${path}.`)) : [path]
}

/** Keys follow ethers and the schema, with the keyword `tuple`, which viem leaves out. */
export const selectorOf = (key: string) => toFunctionSelector(parseAbiItem(`function ${key.replaceAll('tuple(', '(')}`) as AbiFunction)

/** The functions of these contracts that change state, by selector; of a shared one the first contract names the arguments. */
export function callsOf(abis: readonly Abi[]): ReadonlyMap<string, AbiFunction> {
  const calls = new Map<string, AbiFunction>()
  for (const item of abis.flat()) {
    if (item.type !== 'function' || ['view', 'pure'].includes(item.stateMutability)) continue
    const selector = toFunctionSelector(item)
    if (!calls.has(selector)) calls.set(selector, item)
  }
  return calls
}

/** No path leads to an argument without a name. */
export const argumentsOf = ({ inputs }: AbiFunction): string[] =>
  inputs.flatMap((input) => (input.name ? leavesOf(structOf(input), '#.') : []))

function structOf(parameter: AbiParameter): Struct {
  const { name = '', type } = parameter
  return 'components' in parameter ? { name, type, parts: parameter.components.map(structOf) } : { name, type }
}

/** What is wrong with how a format shows its fields: a line each. */
export function faultsOf(descriptor: object, { intent, interpolatedIntent = '', fields }: Format): string[] {
  const paths = fields.map(({ path }) => path)
  const isKnown = (path: string) => paths.includes(path) || CONTAINER.includes(path)
  const named = [...interpolatedIntent.matchAll(/\{([^}]+)\}/g)].map(([, path = '']) => path)
  const ofFields = fields.flatMap(({ path, label, format = '', params = {}, visible }) => {
    if (visible === 'never') return []
    const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return [
      ...(label ? [] : [`${path} has no label`]),
      ...(FORMATS.includes(format) ? [] : [`${path} has the format ${format}`]),
      ...texts.flatMap(([name, value]) => (name.endsWith('Path') && !isKnown(value) ? [`${path} refers to ${value}`] : [])),
      ...texts.flatMap(([, value]) =>
        value.startsWith('$.') && valueAt(descriptor, value) === undefined ? [`${path} refers to ${value}`] : [],
      ),
    ]
  })
  return [
    ...(intent ? [] : ['it has no intent']),
    ...named.flatMap((path) => (paths.includes(path) ? [] : [`its sentence names ${path}`])),
    ...ofFields,
  ]
}

function valueAt(descriptor: object, path: string): unknown {
  return path
    .slice(2)
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], descriptor)
}
