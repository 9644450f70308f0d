import type { Person } from '@plinth/api'
import { Link } from 'react-router'
import { Identicon } from '../kit/Identicon.tsx'
import { useBroken } from '../kit/use-broken.ts'
import { accountPath } from '../lib/links.ts'
import { mediaUrl } from '../lib/media.ts'
import { personName } from './person-name.ts'

export function Avatar({ person, size = 32 }: { person: Pick<Person, 'address' | 'avatar'>; size?: number }) {
  const src = mediaUrl(person.avatar)
  const { isBroken, onError } = useBroken(src)
  if (src === '' || isBroken) return <Identicon seed={person.address} size={size} />
  return <img className="avatar" src={src} alt="" width={size} height={size} onError={onError} />
}

export type UserChipProps = {
  person: Person
  /** "Made by", before the name. */
  role?: string
  /** Instead of the name: "you". */
  name?: string
  /** False where the chip only says who. */
  linked?: boolean
}

export function UserChip({ person, role, name, linked = true }: UserChipProps) {
  const inside = (
    <>
      <Avatar person={person} />
      <span className="clip">
        {role && <span className="muted">{role} </span>}
        {name ?? personName(person)}
      </span>
    </>
  )
  if (!linked) return <span className="chip person">{inside}</span>
  return (
    <Link className="chip person" to={accountPath(person.address)}>
      {inside}
    </Link>
  )
}
