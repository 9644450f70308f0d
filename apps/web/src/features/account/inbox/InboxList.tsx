import type { InboxRow } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { Link } from 'react-router'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { type AcceptLine, lineKey, offerSums } from '../../../entities/offers/accept-line.ts'
import { OfferKind } from '../../../entities/offers/offer-kind.tsx'
import { PassMenu } from '../../../entities/offers/PassMenu.tsx'
import { personName } from '../../../entities/person-name.ts'
import { exactText, receivesText } from '../../../entities/price/amounts.ts'
import { Avatar } from '../../../entities/UserChip.tsx'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { accountPath, itemPath } from '../../../lib/links.ts'
import { thumbnail } from '../../../lib/media.ts'
import { countText, shortPercent } from '../../../lib/numbers.ts'
import { dayAndTime } from '../../../lib/time.ts'
import { lineOf } from './inbox-query.ts'

type Props = {
  rows: readonly InboxRow[]
  owner: Address
  chosen: ReadonlySet<string>
  onChoose: (key: string, isChosen: boolean) => void
  accept: (line: AcceptLine) => void
  /** The best of all has the dot, while none is chosen. */
  hasDot: boolean
}

/** Offers with a work that each would buy. */
export function InboxList({ rows, owner, chosen, onChoose, accept, hasDot }: Props) {
  const { t } = useTranslation()
  return (
    <ul className="inbox-list" aria-label={t('inbox.received')}>
      {rows.map((row, at) => {
        const key = lineKey(row)
        const { offer } = row
        const price = exactText(offer.unitPrice, offer.payToken)
        const line = lineOf(row, t)
        return (
          <li key={key} className={chosen.has(key) ? 'inbox-row on' : 'inbox-row'}>
            <label className="inbox-pick">
              <input
                type="checkbox"
                checked={chosen.has(key)}
                aria-label={t('inbox.select', { price })}
                onChange={(event) => onChoose(key, event.target.checked)}
              />
            </label>
            <Work line={line} />
            <Offer row={row} owner={owner} line={line} price={price} />
            <Maker row={row} />
            <div className="inbox-acts">
              <Button
                size="small"
                dot={hasDot && at === 0}
                aria-label={t('inbox.acceptOf', { price, name: personName(offer.user) })}
                onClick={() => accept(line)}
              >
                {t('inbox.accept')}
              </Button>
              <PassMenu offer={offer} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Work({ line: { offer, collectionName, works } }: { line: AcceptLine }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [work] = works
  if (!work) return null
  const others = works.length - 1
  return (
    <div className="inbox-work">
      <Thumb {...thumbnail(work.image)} size={48} />
      <span className="inbox-cell">
        <Link className="strong clip" to={itemPath({ chainId: offer.chainId, collection: offer.collection, tokenId: work.tokenId })}>
          {work.name}
        </Link>
        <span className="s12 muted clip">
          {others > 0 ? t('inbox.others', { count: others, formatted: countText(others, intl) }) : collectionName}
        </span>
      </span>
    </div>
  )
}

function Offer({ row: { offer, toFloor }, owner, line, price }: { row: InboxRow; owner: Address; line: AcceptLine; price: string }) {
  const { t } = useTranslation()
  const [work] = line.works
  const percent = shortPercent(Math.abs(toFloor ?? 0))
  const difference =
    toFloor === undefined ? 'inbox.noFloor' : toFloor === 0 ? 'inbox.atFloor' : toFloor > 0 ? 'inbox.above' : ('inbox.below' as const)
  return (
    <span className="inbox-cell inbox-price">
      <b className="num">{price}</b>
      <span className="s12 muted">
        {work && t('inbox.youGet', { amount: receivesText(offerSums(offer, work, 1n, owner).receives, offer.payToken) })}
      </span>
      <span className={toFloor !== undefined && toFloor >= 0 ? 's12 inbox-above' : 's12 muted'}>{t(difference, { percent })}</span>
    </span>
  )
}

function Maker({ row: { offer, collectionName } }: { row: InboxRow }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  return (
    <span className="inbox-cell inbox-maker">
      <OfferKind offer={offer} collectionName={collectionName} />
      <Link className="row g8" to={accountPath(offer.maker)}>
        <Avatar person={offer.user} size={20} />
        <span className="clip">{personName(offer.user)}</span>
      </Link>
      <span className="s12 muted">
        {offer.left > 1n && `${t('inbox.leftOf', { count: offer.left })} · `}
        {t('inbox.until', { until: dayAndTime(offer.validUntil, intl) })}
      </span>
      {offer.sharesMoney && <span className="s12 inbox-warn">{t('inbox.shares')}</span>}
    </span>
  )
}
