import type { NoticeRecord } from '@plinth/api'
import { explorerTxUrl } from '@plinth/protocol'
import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { Ago } from '../../entities/Ago.tsx'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { personName } from '../../entities/person-name.ts'
import { Avatar } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Tag } from '../../kit/marks.tsx'
import { thumbnail } from '../../lib/media.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { noticeView, spaceBetween } from './notice-view.ts'

/** One thing that happened. The whole row leads to what it speaks of, and marks it read. */
export function Notice({ notice, onOpen }: { notice: NoticeRecord; onOpen: () => void }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const view = noticeView(notice, address, {
    untitled: (id) => t('item.untitled', { id }),
    list: (names, more) => new Intl.ListFormat(intl).format(more > 0 ? [...names, t('news.morePrizes', { count: more })] : names),
  })
  const act = t(view.act.key, view.act.values)
  const actor = view.isOwn ? t('news.you') : personName(notice.operator)
  return (
    <li className={notice.isRead ? 'notice' : 'notice unread'}>
      <span className="notice-dot">{!notice.isRead && <span className="dot" role="img" aria-label={t('news.isUnread')} />}</span>
      {view.cover === undefined ? <Avatar person={notice.operator} size={56} /> : <Thumb {...thumbnail(view.cover)} size={64} />}
      <div className="notice-words">
        <Link className="notice-link s16" to={view.to} onClick={onOpen}>
          {view.hasActor && (view.isOwn ? actor : <b>{actor}</b>)}
          {view.hasActor && spaceBetween(actor, act)}
          {act}
        </Link>
        {view.about && <div className="muted">{t(view.about.key, view.about.values)}</div>}
      </div>
      <Tag>{t(view.tag)}</Tag>
      <NoticeEnd notice={notice} />
    </li>
  )
}

function NoticeEnd({ notice: { content, createdAt } }: { notice: NoticeRecord }) {
  const { t } = useTranslation()
  const network = useNetwork(content.chainId ?? 0)
  const txUrl = network && content.txHash ? explorerTxUrl(network, content.txHash) : ''
  return (
    <div className="notice-end">
      <span className="muted">
        <Ago at={createdAt} />
      </span>
      {txUrl && (
        <a className="row g4 s12 muted notice-chain" href={txUrl} target="_blank" rel="noreferrer">
          {t('news.seeOnChain')}
          <Icon of={ArrowUpRight} size="tiny" />
        </a>
      )}
    </div>
  )
}
