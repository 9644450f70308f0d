import type { Address } from '@plinth/protocol'

/** The owner's texts and pictures of a collection. An absent field stays as it is. */
export type CollectionEdit = {
  readonly collection: Address
  readonly chainId?: number
  /** 0 for none. */
  readonly category?: bigint
  readonly links?: readonly string[]
  readonly description?: string
  /** Id of an upload of the owner, 0 for none. */
  readonly cover?: bigint
  readonly banner?: bigint
}

export type OwnerFieldName = Exclude<keyof CollectionEdit, 'collection' | 'chainId'>

type OwnerField = {
  readonly column: 'category_id' | 'links' | 'description' | 'cover' | 'banner_url'
  readonly kind: 'category' | 'links' | 'text' | 'picture'
  /** Collections made here have it in their contract (contract.describe). */
  readonly isOfImported: boolean
  /** A verified collection loses its mark by a change, until the operator has looked (COLP-11). */
  readonly costsMark: boolean
}

/** One row a field: a field of `contract.edit` without a row does not compile. */
const OWNER_FIELDS: Readonly<Record<OwnerFieldName, OwnerField>> = {
  category: { column: 'category_id', kind: 'category', isOfImported: false, costsMark: false },
  links: { column: 'links', kind: 'links', isOfImported: false, costsMark: true },
  description: { column: 'description', kind: 'text', isOfImported: true, costsMark: false },
  cover: { column: 'cover', kind: 'picture', isOfImported: true, costsMark: true },
  banner: { column: 'banner_url', kind: 'picture', isOfImported: true, costsMark: false },
}

export type SentField = OwnerField & { readonly name: OwnerFieldName; readonly value: bigint | string | readonly string[] }

/** The sent fields. */
export function sentFields(input: CollectionEdit): SentField[] {
  const names = Object.keys(OWNER_FIELDS) as OwnerFieldName[]
  return names.flatMap((name) => {
    const value = input[name]
    return value === undefined ? [] : [{ name, value, ...OWNER_FIELDS[name] }]
  })
}
