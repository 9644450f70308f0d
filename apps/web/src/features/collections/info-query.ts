import { type Address, isAddress } from '@plinth/protocol'
import { api, queryOf } from '../../lib/api.ts'

export type Ref = { address: Address; chainId: number | undefined }

/** The collection that an address of its page names; undefined where it names none. */
export function readRef(address: string, chain: string | null): Ref | undefined {
  const lower = address.toLocaleLowerCase('en')
  if (!isAddress(lower)) return undefined
  return { address: lower, chainId: chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined }
}

export const infoQuery = ({ address, chainId }: Ref) => queryOf(api.contract.info, { collection: address, chainId })
