import { type AbiFunction, type AbiParameter, parseAbiItem, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import calldata from '../erc7730/calldata-exchange.json' with { type: 'json' }
import transfers from '../erc7730/calldata-many-transfers.json' with { type: 'json' }
import typedData from '../erc7730/eip712-order.json' with { type: 'json' }
import { exchangeAbi, manyTransfersAbi } from './abi/index.ts'
import { LOCAL_DEPLOYMENTS } from './addresses.generated.ts'
import { ASSET_TYPE, TOKEN_STANDARD } from './codes.ts'
import { CRITERIA_BID_TYPES } from './criteria.ts'
import { ORDER_TYPES, orderDomain } from './order-signing.ts'
import { PRIVATE_SALE_TYPES } from './private-sales.ts'

type Rule = string | { ifNotIn: readonly (string | number)[] }
type Field = { path: string; label?: string; format?: string; params?: Record<string, unknown>; visible?: Rule }
type Format = { intent: string; interpolatedIntent?: string; fields: readonly Field[] }
type Struct = { readonly name: string; readonly type: string; readonly parts?: readonly Struct[] }

/** Functions of the Exchange that users call; all others are the operator's. */
const USERS = [
  'exchange',
  'exchange',
  'exchange',
  'exchange',
  'acceptBid',
  'acceptBid',
  'acceptCriteriaBid',
  'acceptBids',
  'sweep',
  'sweepWith',
  'cancel',
  'cancelMany',
  'endEverything',
  'register',
  'claim',
]
const OPERATORS = [
  'acceptOwnership',
  'addFeeSigner',
  'applyBeneficiary',
  'applyMinimumSellerFee',
  'pause',
  'raiseFeeEpoch',
  'removeFeeSigner',
  'setBeneficiary',
  'setBuyerFee',
  'setMinimumSellerFee',
  'transferOwnership',
  'unpause',
  'withdraw',
  'withdrawTokens',
]
const FORMATS = ['raw', 'addressName', 'tokenAmount', 'amount', 'nftName', 'date', 'unit', 'enum']
/** What a wallet knows besides the calldata (ERC-7730, container values). */
const CONTAINER = ['@.value', '@.from', '@.to']

// The types inferred from the files differ format by format; tests below check their content.
const typedFormats = Object.entries(typedData.display.formats as unknown as Record<string, Format>)
const transferFormats = Object.entries(transfers.display.formats as unknown as Record<string, Format>)
const callFormats = Object.entries(calldata.display.formats as unknown as Record<string, Format>)
const isList = (type: string) => type.endsWith('[]')

/** The paths of all non-struct fields, in the notation of the descriptors. */
function leavesOf({ name, type, parts }: Struct, root: string): string[] {
  const path = `${root}${name}${isList(type) ? '.[]' : ''}`
  return parts ? parts.flatMap((part) => leavesOf(part, `${path}.`)) : [path]
}

const structOf = (parameter: AbiParameter): Struct => ({
  name: parameter.name ?? '',
  type: parameter.type,
  ...('components' in parameter ? { parts: parameter.components.map(structOf) } : {}),
})

const typedStruct = (name: string, type: string): Struct => {
  const parts = Object.entries(ORDER_TYPES).find(([key]) => key === type)?.[1]
  return { name, type, ...(parts ? { parts: parts.map((part) => typedStruct(part.name, part.type)) } : {}) }
}

/** Keys follow ethers and the schema, with the keyword `tuple`, which viem leaves out. */
const functionOf = (key: string) => parseAbiItem(`function ${key.replaceAll('tuple(', '(')}`) as AbiFunction

const functions = exchangeAbi.filter(
  (item) => item.type === 'function' && !['view', 'pure'].includes(item.stateMutability),
) as AbiFunction[]

function pathsIn({ params = {} }: Field): string[] {
  return Object.entries(params).flatMap(([name, value]) => (name.endsWith('Path') ? [String(value)] : []))
}

function constantsIn({ params = {} }: Field): string[] {
  return Object.values(params).filter((value): value is string => typeof value === 'string' && value.startsWith('$.'))
}

function valueAt(descriptor: object, path: string): unknown {
  return path
    .slice(2)
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], descriptor)
}

/** What makers sign on the Exchange, one order at a time. */
const SIGNED = { ...ORDER_TYPES, ...PRIVATE_SALE_TYPES, ...CRITERIA_BID_TYPES } as const
const KINDS = ['Order', 'PrivateSale', 'CriteriaBid'] as const

describe('the typed data of an order', () => {
  it('[SIGN-04] is described under its own EIP-712 type, each kind of it', () => {
    const text = (name: keyof typeof SIGNED) => `${name}(${SIGNED[name].map((part) => `${part.type} ${part.name}`).join(',')})`
    expect(typedFormats.map(([key]) => key)).toEqual(KINDS.map((name) => text(name) + text('Asset')))
  })

  it.each(KINDS)('has every field described once, and no other: %s', (name) => {
    const fields = typedFormats.find(([key]) => key.startsWith(`${name}(`))?.[1].fields ?? []
    const leaves = SIGNED[name].flatMap((part) => leavesOf(typedStruct(part.name, part.type), ''))
    expect(fields.map(({ path }) => path).toSorted()).toEqual(leaves.toSorted())
  })

  it('is bound to the domain that is signed', () => {
    const { name, version } = orderDomain(31_337, LOCAL_DEPLOYMENTS[31_337].exchange)
    expect(typedData.context.eip712.domain).toEqual({ name, version })
  })

  it('hides nothing but the number the market gave it', () => {
    for (const [, { fields }] of typedFormats)
      expect(fields.filter(({ visible }) => visible === 'never').map(({ path }) => path)).toEqual(['salt'])
  })
})

describe('the calls of the exchange', () => {
  it('are described as far as users send them', () => {
    expect(callFormats.map(([key]) => functionOf(key).name)).toEqual(USERS)
    expect(functions.map(({ name }) => name).toSorted()).toEqual([...USERS, ...OPERATORS].toSorted())
  })

  it.each(callFormats)('are known by the selector of %s', (key) => {
    const selector = toFunctionSelector(functionOf(key))
    expect(functions.map((each) => toFunctionSelector(each))).toContain(selector)
  })

  it.each(callFormats)('have every argument described once, and no other: %s', (key, { fields }) => {
    const selector = toFunctionSelector(functionOf(key))
    const own = functions.find((each) => toFunctionSelector(each) === selector)
    const leaves = own?.inputs.flatMap((input) => leavesOf(structOf(input), '#.')) ?? []
    const paths = fields.map(({ path }) => path).filter((path) => !CONTAINER.includes(path))
    expect(paths.toSorted()).toEqual(leaves.toSorted())
    expect(fields.some(({ path }) => path === '@.value')).toBe(own?.stateMutability === 'payable')
  })

  it('hide proofs and the market’s own numbers, and nothing that moves', () => {
    const hidden = callFormats.flatMap(([, { fields }]) => fields.filter(({ visible }) => visible === 'never').map(({ path }) => path))
    for (const path of hidden) expect(path).toMatch(/[sS]ig\.[vrs]$|\.signature$|\.voucher$|\.proof\.\[\]$|\.salt$/)
  })
})

describe('the calls of many transfers', () => {
  it('[BULK-08] are described, with every field once and none hidden', () => {
    const [own] = manyTransfersAbi.filter((item) => item.type === 'function' && item.stateMutability === 'nonpayable') as AbiFunction[]
    const [[key, { fields }] = expect.fail('it has one')] = transferFormats
    expect(transferFormats).toHaveLength(1)
    expect(toFunctionSelector(functionOf(key))).toBe(toFunctionSelector(own ?? expect.fail('it has one')))
    expect(fields.map(({ path }) => path).toSorted()).toEqual(own?.inputs.flatMap((input) => leavesOf(structOf(input), '#.')).toSorted())
    expect(fields.every(({ visible }) => visible === undefined)).toBe(true)
  })
})

describe.each([
  ['typed data', typedData, typedFormats],
  ['calls', calldata, callFormats],
  ['transfers', transfers, transferFormats],
] as const)('the descriptor of %s', (_, descriptor, formats) => {
  it('says how each shown field is shown, in a format and with references that exist', () => {
    for (const [, { intent, fields }] of formats) {
      expect(intent).not.toBe('')
      const paths = fields.map(({ path }) => path)
      for (const field of fields) {
        if (field.visible === 'never') continue
        expect(field.label, field.path).toBeTruthy()
        expect(FORMATS, field.path).toContain(field.format)
        for (const path of pathsIn(field)) expect(paths, field.path).toContain(path)
        for (const path of constantsIn(field)) expect(valueAt(descriptor, path), path).toBeDefined()
      }
    }
  })

  it('fills its sentence from its own fields', () => {
    for (const [, { interpolatedIntent = '', fields }] of formats) {
      const named = [...interpolatedIntent.matchAll(/\{([^}]+)\}/g)].map(([, path]) => path)
      for (const path of named) expect(fields.map((field) => field.path)).toContain(path)
    }
  })

  const isTransfers = descriptor === transfers

  it('has a word for each kind of asset', () => {
    const kinds = isTransfers ? Object.values(TOKEN_STANDARD) : Object.values(ASSET_TYPE)
    expect(Object.keys(descriptor.metadata.enums.kinds).map(Number)).toEqual(kinds.toSorted())
  })

  it('names its contracts on the local chains, and the schema it keeps to', () => {
    const { deployments } = 'eip712' in descriptor.context ? descriptor.context.eip712 : descriptor.context.contract
    const local = Object.entries(LOCAL_DEPLOYMENTS).map(([chainId, { exchange, manyTransfers }]) => {
      return { chainId: Number(chainId), address: isTransfers ? manyTransfers : exchange }
    })
    expect(deployments).toEqual(local)
    expect(descriptor.$schema).toBe('https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json')
    expect(Object.keys(descriptor)).toEqual(['$schema', 'context', 'metadata', 'display'])
  })
})
