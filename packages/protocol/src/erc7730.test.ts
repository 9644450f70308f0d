import { describe, expect, it } from 'vitest'
import typedData from '../erc7730/eip712-order.json' with { type: 'json' }
import { faultsOf, formatsOf, leavesOf, SCHEMA, type Struct } from '../test/descriptors.ts'
import { LOCAL_DEPLOYMENTS } from './addresses.generated.ts'
import { ASSET_TYPE } from './codes.ts'
import { CRITERIA_BID_TYPES } from './criteria.ts'
import { ORDER_TYPES, orderDomain } from './order-signing.ts'
import { PRIVATE_SALE_TYPES } from './private-sales.ts'

const typedFormats = formatsOf(typedData)

function typedStruct(name: string, type: string): Struct {
  const parts = Object.entries(ORDER_TYPES).find(([key]) => key === type)?.[1]
  return parts ? { name, type, parts: parts.map((part) => typedStruct(part.name, part.type)) } : { name, type }
}

/** What makers sign on the Exchange, one order at a time. */
const SIGNED = { ...ORDER_TYPES, ...PRIVATE_SALE_TYPES, ...CRITERIA_BID_TYPES } as const
const KINDS = ['Order', 'PrivateSale', 'CriteriaBid'] as const

describe('the typed data of an order', () => {
  it('[SIGN-04] is described under its own EIP-712 type, each kind of it', () => {
    const text = (name: keyof typeof SIGNED) => `${name}(${SIGNED[name].map((part) => `${part.type} ${part.name}`).join(',')})`
    expect(typedFormats.map(([key]) => key)).toEqual(KINDS.map((name) => text(name) + text('Asset')))
  })

  it.each(KINDS)('[SIGN-04] has every field described once, and no other: %s', (name) => {
    const fields = typedFormats.find(([key]) => key.startsWith(`${name}(`))?.[1].fields ?? []
    const leaves = SIGNED[name].flatMap((part) => leavesOf(typedStruct(part.name, part.type), ''))
    expect(fields.map(({ path }) => path).toSorted()).toEqual(leaves.toSorted())
  })

  it('[SIGN-04] is bound to the domain that is signed', () => {
    const { name, version } = orderDomain(31_337, LOCAL_DEPLOYMENTS[31_337].exchange)
    expect(typedData.context.eip712.domain).toEqual({ name, version })
  })

  it('[SIGN-04] hides nothing but the number the market gave it', () => {
    for (const [, { fields }] of typedFormats)
      expect(fields.filter(({ visible }) => visible === 'never').map(({ path }) => path)).toEqual(['salt'])
  })

  it('[SIGN-04] is shown in formats, and with references, that exist', () => {
    expect(typedFormats.flatMap(([, format]) => faultsOf(typedData, format))).toEqual([])
  })

  it('[SIGN-04] has a word for each kind of asset', () => {
    expect(Object.keys(typedData.metadata.enums.kinds).map(Number)).toEqual(Object.values(ASSET_TYPE).toSorted())
  })

  it('[SIGN-04] names the Exchange of the local chains, and the schema it keeps to', () => {
    const local = Object.entries(LOCAL_DEPLOYMENTS).map(([chainId, { exchange }]) => ({ chainId: Number(chainId), address: exchange }))
    expect(typedData.context.eip712.deployments).toEqual(local)
    expect(typedData.$schema).toBe(SCHEMA)
    expect(Object.keys(typedData)).toEqual(['$schema', 'context', 'metadata', 'display'])
  })
})
