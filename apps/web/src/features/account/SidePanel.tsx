import { type Person, REPORT_KIND, type User, type UserStat } from '@plinth/api'
import { type Address, shortAddress } from '@plinth/protocol'
import { LogOut, Pencil } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { FollowButton, useFollowed } from '../../entities/FollowButton.tsx'
import { OwnerDraws } from '../../entities/OwnerDraws.tsx'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { askReport } from '../../flows/engine/report-ask.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { Icon } from '../../kit/icons.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { RichText } from '../../kit/RichText.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { inTime } from '../../lib/chunk.ts'
import { mediaUrl } from '../../lib/media.ts'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { useSession } from '../../lib/session.ts'
import { langOf } from '../../lib/text-lang.ts'
import type { FollowSide } from './FollowDialog.tsx'

/** The code that dialogs need weighs as much as half of the page. */
const FollowDialog = lazy(inTime(() => import('./FollowDialog.tsx').then((module) => ({ default: module.FollowDialog }))))

/** Reads through all that the account holds; the page does not wait for it. */
const FloorValue = lazy(inTime(() => import('./FloorValue.tsx').then((module) => ({ default: module.FloorValue }))))

/** The login of accounts that are no wallet: their address is no place to send anything to (decision 17). */
const BY_MAIL = '2'

type Props = {
  address: Address
  /** Undefined while it is on its way. */
  person: Person | undefined
  user: User | undefined
  stat: UserStat | undefined
  isOwn: boolean
  operatorActs?: ReactNode
  /** Given where it did not come. */
  retryPerson: (() => unknown) | undefined
  retryStat: (() => unknown) | undefined
}

/** The account's identity. Signing out is for the owner alone. What is below its text waits for it, so that it need not move. */
export function SidePanel({ address, person, user, stat, isOwn, operatorActs, retryPerson, retryStat }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const isPhone = useMediaQuery(PHONE)
  const signedIn = useSignedIn()
  const leave = async () => {
    await session.disconnect()
    navigate('/')
  }
  return (
    <aside className="account-side">
      <div className="account-who">
        {person ? <Avatar person={person} size={isPhone ? 72 : 96} /> : <Skeleton width={isPhone ? 72 : 96} height={isPhone ? 72 : 96} />}
        <div className="account-words">
          <h1 className="d d40 account-name" lang={langOf(person?.nickname ?? '')}>
            {person ? (
              <span className={person.nickname ? '' : 'clip'}>{personName(person)}</span>
            ) : (
              <Skeleton width={160} height={isPhone ? 36 : 48} />
            )}
          </h1>
          {user?.loginType === BY_MAIL ? (
            <div className="muted">{t('profile.noWallet')}</div>
          ) : (
            <div className="row g8 muted">
              <span className="addr">{shortAddress(address)}</span>
              <CopyButton text={address} what={t('account.address')} />
            </div>
          )}
        </div>
      </div>
      {retryPerson && <PartFailed text={t('account.personFailed')} retry={retryPerson} />}
      {user?.bannerUrl && <img className="account-banner" src={mediaUrl(user.bannerUrl)} alt="" />}
      {user?.brief && <p className="account-brief">{user.brief}</p>}
      {person && stat && <Stats address={address} name={personName(person)} stat={stat} since={user?.createdAt} />}
      {person && !stat && (retryStat ? <PartFailed text={t('account.countsFailed')} retry={retryStat} /> : <StatsSkeleton />)}
      {person && !isOwn && stat && stat.held > 0 && (
        <LazyBoundary fallback={<div className="account-value-place" />}>
          <FloorValue address={address} />
        </LazyBoundary>
      )}
      {person && stat && <OwnerDraws owner={address} />}
      {person && !isOwn && <Follow address={address} />}
      {!isOwn && user && (
        <button
          type="button"
          className="link muted account-report"
          onClick={() => signedIn(() => askReport({ kind: REPORT_KIND.ACCOUNT, address }))}
        >
          {t('report.account')}
        </button>
      )}
      {operatorActs}
      {person && isOwn && (
        <div className="account-leave account-own">
          <ButtonLink size="small" full to="/profile">
            <Icon of={Pencil} size="small" />
            {t('profile.edit')}
          </ButtonLink>
          <Button size="small" full onClick={leave}>
            <Icon of={LogOut} size="small" />
            {t('account.signOut')}
          </Button>
        </div>
      )}
    </aside>
  )
}

function Follow({ address }: { address: Address }) {
  const followed = useFollowed([address])
  return (
    <div className="account-leave">
      <FollowButton address={address} isFollowed={followed.has(address)} full />
    </div>
  )
}

type StatsProps = { address: Address; name: string; stat: UserStat; since: number | undefined }

function Stats({ address, name, stat, since }: StatsProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [side, setSide] = useState<FollowSide>()
  const items = (count: number) => t('account.works', { count })
  const facts = [
    { key: 'held', label: t('account.heldCount'), value: items(stat.held) },
    { key: 'created', label: t('account.createdCount'), value: items(stat.created) },
    { key: 'sale', label: t('account.onSaleCount'), value: items(stat.onSale) },
  ]
  const joined = since && new Intl.DateTimeFormat(intl, { month: 'short', year: 'numeric' }).format(since * 1_000)
  return (
    <>
      <div className="row g24 account-follow muted">
        <button type="button" onClick={() => setSide('followers')}>
          <RichText text={t('account.followers', { count: stat.followers })} />
        </button>
        <button type="button" onClick={() => setSide('follows')}>
          <RichText text={t('account.following', { count: stat.following })} />
        </button>
      </div>
      <LazyBoundary>
        {side && <FollowDialog key={side} address={address} name={name} side={side} onClose={() => setSide(undefined)} />}
      </LazyBoundary>
      <DefinitionList variant="ends" facts={joined ? [...facts, { key: 'since', label: t('account.since'), value: joined }] : facts} />
    </>
  )
}

/** The same lines, before anything is known. */
function StatsSkeleton() {
  const facts = ['held', 'created', 'sale', 'since'].map((key) => ({
    key,
    label: <Skeleton width={64} height={14} />,
    value: <Skeleton width={48} height={14} />,
  }))
  return (
    <div aria-hidden="true">
      <div className="row account-follow account-follow-place">
        <Skeleton width={180} height={14} />
      </div>
      <DefinitionList variant="ends" facts={facts} />
    </div>
  )
}
