import type { Person } from '@plinth/api'
import { shortAddress } from '@plinth/protocol'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountPath } from '../lib/links.ts'
import { personName } from './person-name.ts'
import { Avatar } from './UserChip.tsx'
import './live-list/rows.css'

export type PersonRowProps = {
  person: Person
  /** Instead of the plain name. */
  name?: ReactNode
  /** An act at the end, beside the link. */
  act?: ReactNode
}

/** Picture, name and short address of an account; leads to its page. */
export function PersonRow({ person, name = personName(person), act }: PersonRowProps) {
  return (
    <div className="list-row">
      <Link className="list-link" to={accountPath(person.address)}>
        <Avatar person={person} size={48} />
        <span className="strong clip">{name}</span>
        <span className="address muted">{shortAddress(person.address)}</span>
      </Link>
      {act}
    </div>
  )
}
