import type { Person } from '@plinth/api'
import { shortAddress } from '@plinth/protocol'
import { Link } from 'react-router'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { accountPath } from '../../lib/links.ts'
import { Marked } from './Marked.tsx'

export type PersonRowProps = { person: Person; keyword: string }

/** Picture, name and short address of somebody; leads to his page. */
export function PersonRow({ person, keyword }: PersonRowProps) {
  return (
    <Link className="found-row" to={accountPath(person.address)}>
      <Avatar person={person} size={48} />
      <span className="strong clip">
        <Marked name={personName(person)} keyword={keyword} />
      </span>
      <span className="address muted">{shortAddress(person.address)}</span>
    </Link>
  )
}
