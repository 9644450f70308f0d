import type { Person } from '@plinth/api'
import { type Address, shortAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { personName } from '../../entities/person-name.ts'
import { api, queryOf } from '../../lib/api.ts'

/** The name of an account that a list names by its address alone, where none of its rows knows it. */
export function useAccountName(address: Address, known: Person | undefined): string {
  const { data } = useQuery({ ...queryOf(api.user.info, { address }), enabled: known === undefined, staleTime: 5 * 60_000 })
  if (known) return personName(known)
  return data?.address ? personName({ address, nickname: data.nickname ?? '' }) : shortAddress(address)
}
