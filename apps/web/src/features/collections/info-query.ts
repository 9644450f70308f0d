import type { Collection } from '@plinth/api'
import { type Address, isAddress } from '@plinth/protocol'
import { statistics } from '../../entities/statistics/calls.ts'
import { api, queryOf } from '../../lib/api.ts'

export type Ref = { address: Address; chainId: number | undefined }

/** The collection that an address of its page names; undefined where it names none. */
export function readRef(address: string, chain: string | null): Ref | undefined {
  const lower = address.toLocaleLowerCase('en')
  if (!isAddress(lower)) return undefined
  return { address: lower, chainId: chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined }
}

export const infoQuery = ({ address, chainId }: Ref) => queryOf(api.contract.info, { collection: address, chainId })

/** An unknown collection is answered as {} (decision 7). */
export const collectionOf = (data: Collection | object): Collection | undefined => ('address' in data ? data : undefined)

type Of = { collection: Address; chainId: number }

export const ownerQuery = ({ owner }: { owner: Address }) => queryOf(api.user.listbyaddr, { addresses: [owner] })
export const figuresQuery = (of: Of) => queryOf(statistics.collection, of)
export const statQuery = (of: Of) => queryOf(api.contract.stat, of)
