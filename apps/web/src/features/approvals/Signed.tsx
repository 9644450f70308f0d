import type { SignatureKind, SignatureRecord } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { useState } from 'react'
import { Link } from 'react-router'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { personName } from '../../entities/person-name.ts'
import { signatureKey } from '../../flows/acts/allowed/end-signed.ts'
import { useLocale } from '../../i18n/index.ts'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { collectionPath, itemPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useNetworks } from '../../lib/site.ts'
import { dayAndTime } from '../../lib/time.ts'
import type { AllowedView } from './use-allowed.ts'

type Props = { view: AllowedView; onEnd: (signed: readonly SignatureRecord[]) => void }

const FILTERS = { all: undefined, listing: ['listing'], bid: ['bid', 'auctionBid'], offer: ['offer'], auction: ['auction'] } as const
/** Of a long list; the others come when they are asked for. */
const FIRST = 50
type Filter = keyof typeof FILTERS
const isShown = (filter: Filter, kind: SignatureKind): boolean =>
  FILTERS[filter] === undefined || (FILTERS[filter] as readonly SignatureKind[]).includes(kind)

/** Of the item, or of the collection for an offer. */
export const signedTitle = ({ name, tokenId, collectionName }: SignatureRecord, t: Translate): string =>
  name || (tokenId === undefined ? collectionName || t('approvals.aCollection') : `#${tokenId}`)

/** All that is signed and could still be filled; one, several, or all of it is ended from here. */
export function Signed({ view, onEnd }: Props) {
  const { t } = useTranslation()
  const { status } = useSession()
  const { signed, isSignedFailed, retrySigned } = view
  const [filter, setFilter] = useState<Filter>('all')
  const [most, setMost] = useState(FIRST)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const list = signed?.list ?? []
  const shown = list.filter(({ kind }) => isShown(filter, kind))
  const picked = shown.filter((one) => chosen.includes(signatureKey(one)))
  const filters = (Object.keys(FILTERS) as Filter[]).filter((one) => one === 'all' || list.some(({ kind }) => isShown(one, kind)))
  const isAll = picked.length === shown.length && shown.length > 0
  return (
    <section className="approvals-part approvals-signed" aria-labelledby="signed-and-good">
      <div className="row between">
        <h2 id="signed-and-good" className="d d22">
          {t('approvals.signed')} {signed && <span className="s12 muted num">{signed.total}</span>}
        </h2>
        {filters.length > 2 && (
          <Segmented
            label={t('approvals.kinds')}
            value={filter}
            onChange={setFilter}
            options={filters.map((one) => ({
              value: one,
              label: `${t(`approvals.filter.${one}`)} ${list.filter(({ kind }) => isShown(one, kind)).length}`,
            }))}
          />
        )}
      </div>
      {isSignedFailed && <PartFailed text={t('approvals.noSignatures')} retry={retrySigned} />}
      {!signed && !isSignedFailed && (status === 'loggedIn' ? <Skeleton height={128} /> : <p className="muted">{t('approvals.signIn')}</p>)}
      {signed && list.length === 0 && <p className="muted">{t('approvals.noneSigned')}</p>}
      {signed && signed.total > list.length && <p className="muted">{t('approvals.newestOnly', { count: list.length })}</p>}
      {shown.length > 0 && (
        <>
          <div className="signed-bar">
            <label className="row g8 s14">
              <input type="checkbox" checked={isAll} onChange={() => setChosen(isAll ? [] : shown.map(signatureKey))} />
              {t('approvals.chooseAll')}
            </label>
            <Bar picked={picked} onEnd={onEnd} />
          </div>
          <ul className="approvals-list">
            {shown.slice(0, most).map((one) => {
              const key = signatureKey(one)
              const isChosen = chosen.includes(key)
              return (
                <Row
                  key={key}
                  one={one}
                  isChosen={isChosen}
                  onChoose={() => setChosen(isChosen ? chosen.filter((other) => other !== key) : [...chosen, key])}
                  onEnd={() => onEnd([one])}
                />
              )
            })}
          </ul>
          {shown.length > most && (
            <Button className="approvals-more" onClick={() => setMost(shown.length)}>
              {t('approvals.showRest', { count: shown.length - most })}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** Orders of one network end together; each network has its own button. */
function Bar({ picked, onEnd }: { picked: readonly SignatureRecord[]; onEnd: Props['onEnd'] }) {
  const { t } = useTranslation()
  const networks = useNetworks()
  const byChain = [...Map.groupBy(picked, ({ chainId }) => chainId)]
  return (
    <span className="row g8">
      {byChain.map(([chainId, some]) => (
        <Button key={chainId} size="small" onClick={() => onEnd(some)}>
          {t('approvals.endSome', { count: some.length, network: networks.find((one) => one.chainId === chainId)?.name ?? '' })}
        </Button>
      ))}
    </span>
  )
}

function Row({ one, isChosen, onChoose, onEnd }: { one: SignatureRecord; isChosen: boolean; onChoose: () => void; onEnd: () => void }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { kind, state, left, amount, payToken, validUntil, chainId, collection, tokenId, image, owner } = one
  const title = signedTitle(one, t)
  const each = left > 1n && (kind === 'offer' || kind === 'bid' || kind === 'listing')
  const price = `${priceText(formatUnits(each ? amount / left : amount, payToken.decimals))} ${payToken.symbol}`
  const to = tokenId === undefined ? collectionPath(collection, chainId) : itemPath({ collection, tokenId, chainId })
  const what = t(`approvals.can.${kind}`, { name: title, count: groupDigits(left.toString()), owner: owner ? personName(owner) : '' })
  return (
    <li className="signed-row">
      <input type="checkbox" checked={isChosen} aria-label={t('approvals.choose', { what })} onChange={onChoose} />
      <Link to={to} className="signed-thumb" aria-label={title}>
        <Thumb {...thumbnail(image)} size={40} />
      </Link>
      <span className="signed-kind medium">{t(`approvals.kind.${kind}`)}</span>
      <span className="signed-what">
        <span className="muted">{what}</span>
        {state !== 'live' && <span className="signed-state s12">{t(`approvals.state.${state}`)}</span>}
      </span>
      <span className="signed-price medium num">{each ? t('approvals.each', { price }) : price}</span>
      <span className="signed-until muted">{validUntil === 0 ? t('approvals.noEnd') : dayAndTime(validUntil, intl)}</span>
      <span className="signed-end">
        <Button size="small" variant="quiet" aria-label={t('approvals.cancelOf', { what })} onClick={onEnd}>
          {t('approvals.cancel')}
        </Button>
      </span>
    </li>
  )
}
