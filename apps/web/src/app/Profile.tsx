import { formatHeaderBalance, shortAddress } from '@plinth/protocol'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { personName } from '../entities/person-name.ts'
import { Avatar } from '../entities/UserChip.tsx'
import { allTexts } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Icon } from '../kit/icons.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { Popover } from '../kit/Popover.tsx'
import { inTime } from '../lib/chunk.ts'
import { groupDigits } from '../lib/numbers.ts'
import type { Session } from '../lib/session.ts'
import { useNetwork } from '../lib/site.ts'
import { NewsLink } from './NewsLink.tsx'
import { TokenBalances } from './TokenBalances.tsx'

const FollowDialog = lazy(
  inTime(async () => {
    const [{ FollowDialog: dialog }] = await Promise.all([import('../features/account/FollowDialog.tsx'), allTexts()])
    return { default: dialog }
  }),
)

const COIN_DECIMALS = 18

/** The header with a wallet: notices, create, and the account. */
export function Profile({ session, address }: Known) {
  const { t } = useTranslation()
  return (
    <>
      <NewsLink />
      <ButtonLink to="/create" size="small">
        <Icon of={Plus} size="small" />
        {t('shell.create')}
      </ButtonLink>
      <ProfileMenu session={session} address={address} />
    </>
  )
}

type Known = { session: Session; address: NonNullable<Session['address']> }

function ProfileMenu({ session, address }: Known) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const person = personOf(session, address)
  const coin = useCoinText(session)
  const [isFollowing, setFollowing] = useState(false)
  const leave = async () => {
    setOpen(false)
    await session.disconnect()
  }
  const follow = () => {
    setOpen(false)
    setFollowing(true)
  }
  const popover = (
    <Popover
      label={t('shell.profile')}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="profile-chip">
          <Avatar person={person} />
          <span className="profile-words">
            <b className="strong clip">{personName(person)}</b>
            <span className="s12 muted num">{coin ?? t(session.byMail ? 'shell.byMail' : 'shell.signInNeeded')}</span>
          </span>
        </button>
      }
    >
      <div className="profile">
        <ProfileCard session={session} address={address} onFollow={() => setOpen(false)} />
        <hr className="rule" />
        <Link className="menu-item" to="/items" onClick={() => setOpen(false)}>
          {t('shell.myItems')}
        </Link>
        <ProfileItems session={session} onFollow={() => setOpen(false)} onFollowing={follow} />
        <button type="button" className="menu-item" onClick={leave}>
          {t(session.byMail ? 'shell.logOut' : 'shell.disconnect')}
        </button>
      </div>
    </Popover>
  )
  return (
    <>
      {popover}
      {isFollowing && <Following session={session} address={address} onClose={() => setFollowing(false)} />}
    </>
  )
}

type ItemsProps = {
  session: Session
  onFollow: () => void
  /** Asks for the popup of the accounts that this one follows. */
  onFollowing: () => void
}

/** What is one's own beside the items: in the popover, and in the menu of phones. */
export function ProfileItems({ session, onFollow, onFollowing }: ItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <button type="button" className="menu-item" onClick={onFollowing}>
        {t('shell.following')}
      </button>
      <Link className="menu-item" to="/profile" onClick={onFollow}>
        {t('shell.editProfile')}
      </Link>
      {session.byMail && (
        <Link className="menu-item" to="/connect" onClick={onFollow}>
          {t('shell.linkWallet')}
        </Link>
      )}
    </>
  )
}

/** The accounts that the connected one follows. */
export function Following({ session, address, onClose }: Known & { onClose: () => void }) {
  return (
    <LazyBoundary>
      <FollowDialog address={address} name={personName(personOf(session, address))} side="follows" onClose={onClose} />
    </LazyBoundary>
  )
}

/** Who is here and what is in the wallet. */
export function ProfileCard({ session, address, onFollow }: Known & { onFollow?: () => void }) {
  const { t } = useTranslation()
  const person = personOf(session, address)
  const balance = useCoinText(session)
  return (
    <div className="profile-card">
      <Avatar person={person} size={48} />
      <div className="grow">
        {person.nickname ? (
          <div className="d d18 clip">{person.nickname}</div>
        ) : (
          <Link className="profile-unnamed" to="/profile" onClick={onFollow}>
            {t('shell.nameYourself')}
          </Link>
        )}
        {session.byMail ? (
          <div className="muted">{t('shell.byMail')}</div>
        ) : (
          <div className="row g4 addr">
            {shortAddress(address)} <CopyButton text={address} what={t('shell.address')} />
          </div>
        )}
        {!session.byMail && (
          <>
            <div className="s14 muted num">
              {t('shell.balance')} {balance ?? '–'}
            </div>
            <TokenBalances session={session} />
          </>
        )}
      </div>
    </div>
  )
}

function personOf(session: Session, address: Known['address']) {
  return { address, nickname: session.user?.nickname ?? '', avatar: session.user?.avatar ?? '' }
}

/** "5.204 ETH": three decimals in the header (FMT-12). */
function useCoinText({ balances, chainId }: Session): string | undefined {
  const network = useNetwork(chainId ?? 0)
  if (balances.coin === undefined || !network) return undefined
  return `${groupDigits(formatHeaderBalance(balances.coin, COIN_DECIMALS))} ${network.symbol}`
}
