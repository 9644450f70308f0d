import type { Person } from '@plinth/api'
import type { Address } from '@plinth/protocol'

/** A person always has an address, with an account here or without. */
export function personOf(people: ReadonlyMap<Address, Person>, address: Address): Person {
  return people.get(address) ?? { address, nickname: '', avatar: '' }
}
