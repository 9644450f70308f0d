import type { BoxCreditRecord, BoxHistoryRecord, BoxKeptRecord, BoxRecord, OpenedItem } from '@plinth/api'
import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { Link } from 'react-router'
import { Ago } from '../../entities/Ago.tsx'
import { creditText } from '../../entities/box.ts'
import type { BoxAct } from '../../entities/box-act.ts'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { openingsOnTheWay, useTransactions } from '../../flows/transactions/transactions.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { chainNow } from '../../lib/clock.ts'
import { itemPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { useSession } from '../../lib/session.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { useKept, useMyOpenings } from './box-query.ts'

type Open = (act: BoxAct) => void
type Props = { box: BoxRecord; open: Open }

/** The viewer's paid openings: what is on its way, what was drawn, what can be refunded or collected. */
export function YourOpenings({ box, open }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  useTransactions()
  const out = address ? openingsOnTheWay(address, box.id) : []
  const asked = useMyOpenings(box.id, address, out.length > 0)
  const waiting = useKept(box.id, address)
  const failed = [asked, waiting].filter(({ isError, data }) => isError && !data)
  const mine = asked.data?.list ?? []
  const kept = waiting.data?.list ?? []
  const credits = (waiting.data?.credits ?? []).filter(({ chainId }) => chainId === box.chainId)
  const sent = out.filter(({ hash }) => mine.every(({ openTx }) => openTx !== hash))
  const missed = mine.some(({ status }) => status === BOX_REQUEST_STATUS.WAITING)
  useChainNowAt(missed ? mine.map(({ refundableAt }) => refundableAt) : [])
  if (mine.length + kept.length + sent.length + credits.length + failed.length === 0) return null
  return (
    <section className="wrap box-yours" aria-labelledby="box-yours">
      <h2 id="box-yours" className="d d28">
        {t('box.yours')}
      </h2>
      {failed.length > 0 && <PartFailed text={t('box.yoursFailed')} retry={() => failed.map(({ refetch }) => refetch())} />}
      <ul>
        {sent.map(({ hash, boxes }) => (
          <Waiting key={hash} boxes={boxes} onWatch={() => open({ act: 'watch', openTx: hash, boxes, isMined: false })} />
        ))}
        {credits.map((credit) => (
          <Credit key={credit.contract + credit.token} credit={credit} open={open} />
        ))}
        {kept.map((one) => (
          <Kept key={one.index} kept={one} box={box} open={open} />
        ))}
        {mine.map((opening) => (
          <Opening key={opening.id} opening={opening} box={box} open={open} />
        ))}
      </ul>
    </section>
  )
}

function Opening({ opening, box, open }: { opening: BoxHistoryRecord } & Props) {
  const { t } = useTranslation()
  const boxes = Number(opening.amount)
  if (opening.status === BOX_REQUEST_STATUS.DRAWN)
    return (
      <li className="opening-row">
        <span className="grow">
          <span className="medium">{t('box.opens', { count: boxes })}</span>
          <small className="muted">
            <Ago at={opening.closedAt} />
          </small>
        </span>
        <Items items={opening.nfts} />
        <Button size="small" onClick={() => open({ act: 'check', opening })}>
          {t('box.check')}
        </Button>
      </li>
    )
  if (opening.status === BOX_REQUEST_STATUS.REFUNDED)
    return (
      <li className="opening-row">
        <span className="grow">
          <span className="medium">{t('box.opens', { count: boxes })}</span>
          <small className="muted">{t('box.yoursRefunded')}</small>
        </span>
      </li>
    )
  if (!box.isStopped && chainNow() < opening.refundableAt)
    return <Waiting boxes={boxes} onWatch={() => open({ act: 'watch', openTx: opening.openTx, boxes, isMined: true })} />
  return (
    <li className="opening-row">
      <span className="dot" />
      <span className="grow">
        <span className="medium">{t('box.opens', { count: boxes })}</span>
        <small className="muted">{t('box.yoursMissed')}</small>
      </span>
      <Button size="small" onClick={() => open({ act: 'refund', opening })}>
        {t('box.takeRefund')}
      </Button>
    </li>
  )
}

function Waiting({ boxes, onWatch }: { boxes: number; onWatch: () => void }) {
  const { t } = useTranslation()
  return (
    <li className="opening-row">
      <Spinner />
      <span className="grow">
        <span className="medium">{t('box.opens', { count: boxes })}</span>
        <small className="muted">{t('box.yoursWait')}</small>
      </span>
      <Button size="small" onClick={onWatch}>
        {t('box.watch')}
      </Button>
    </li>
  )
}

function Kept({ kept, box, open }: { kept: BoxKeptRecord } & Props) {
  const { t } = useTranslation()
  const name = kept.name || box.payTokenName
  return (
    <li className="opening-row">
      <span className="dot" />
      <Thumb {...thumbnail(kept.image)} size={48} />
      <span className="grow">{t('box.kept', { count: kept.count, name })}</span>
      <Button size="small" onClick={() => open({ act: 'collect', kept })}>
        {t('box.collect')}
      </Button>
    </li>
  )
}

function Credit({ credit, open }: { credit: BoxCreditRecord; open: Open }) {
  const { t } = useTranslation()
  const amount = creditText(credit)
  return (
    <li className="opening-row">
      <span className="dot" />
      <span className="grow">{t('box.credit', { amount })}</span>
      <Button size="small" onClick={() => open({ act: 'claim', credit })}>
        {t('box.refund', { amount })}
      </Button>
    </li>
  )
}

const SHOWN = 6

function Items({ items }: { items: readonly OpenedItem[] }) {
  const { t } = useTranslation()
  return (
    <span className="opening-items">
      {items.slice(0, SHOWN).map((item, at) => {
        const thumb = <Thumb {...thumbnail(item.image)} size={48} />
        const key = `${item.index} ${at}`
        if (item.tokenId === '') return <span key={key}>{thumb}</span>
        return (
          <Link key={key} to={itemPath({ ...item, tokenId: BigInt(item.tokenId) })} aria-label={t('box.seeWork', { name: item.name })}>
            {thumb}
          </Link>
        )
      })}
      {items.length > SHOWN && <span className="muted num">+ {items.length - SHOWN}</span>}
    </span>
  )
}
