import type { Person } from '@plinth/api'
import type { Address } from '@plinth/protocol'

/** A person always stands with an address, known here or not. */
export function personOf(people: ReadonlyMap<Address, Person>, address: Address): Person {
  return people.get(address) ?? { address, nickname: '', avatar: '' }
}
