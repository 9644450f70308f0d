import type { Person } from '@plinth/api'
import { shortAddress } from '@plinth/protocol'

/** The nickname, or the first 11 characters, an ellipsis and the last 4 of the address (FMT-14). */
export const personName = (person: Pick<Person, 'nickname' | 'address'>): string => person.nickname || shortAddress(person.address)
