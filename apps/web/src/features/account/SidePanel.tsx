import type { Person, User, UserStat } from '@plinth/api'
import { shortAddress } from '@plinth/protocol'
import { LogOut } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Avatar, personName } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Rich } from '../../kit/Rich.tsx'
import { useSession } from '../../lib/session.ts'
import { dayOf } from '../../lib/time.ts'

type Props = { person: Person; user: User | undefined; stat: UserStat | undefined }

/** Who this is. Signing out is for the owner alone. */
export function SidePanel({ person, user, stat }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const session = useSession()
  const navigate = useNavigate()
  const isOwn = session.address === person.address
  const leave = async () => {
    await session.disconnect()
    navigate('/')
  }
  const works = (count: number) => t('account.works', { count })
  return (
    <aside className="account-side">
      <Avatar person={person} size={96} />
      <h1 className="d d40 account-name">{personName(person)}</h1>
      <div className="row g8 muted">
        <span className="addr">{shortAddress(person.address)}</span>
        <CopyButton text={person.address} what={t('account.address')} />
      </div>
      {user?.brief && <p className="account-brief">{user.brief}</p>}
      {stat && (
        <>
          <div className="row g24 account-follow">
            <span className="muted">
              <Rich text={t('account.followers', { count: stat.followers })} />
            </span>
            <span className="muted">
              <Rich text={t('account.following', { count: stat.following })} />
            </span>
          </div>
          <Facts
            look="ends"
            facts={[
              { key: 'held', label: t('account.heldCount'), value: works(stat.held) },
              { key: 'created', label: t('account.createdCount'), value: works(stat.created) },
              { key: 'sale', label: t('account.onSaleCount'), value: works(stat.onSale) },
              ...(user ? [{ key: 'since', label: t('account.since'), value: dayOf(user.createdAt, intl) }] : []),
            ]}
          />
        </>
      )}
      {isOwn && (
        <Button size="small" full className="account-leave" onClick={leave}>
          <Icon of={LogOut} size="small" />
          {t('account.signOut')}
        </Button>
      )}
    </aside>
  )
}
