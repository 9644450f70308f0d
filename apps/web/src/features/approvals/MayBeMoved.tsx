import { formatUnits, MAX_UINT256, shortAddress } from '@plinth/protocol'
import { Images } from 'lucide-react'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Skeleton, Tag } from '../../kit/marks.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { collectionPath } from '../../lib/links.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { countsText, servedBy } from './needs.ts'
import { type AllowedRow, allowedKey } from './read-chain.ts'
import type { Taking } from './TakeBackDialog.tsx'
import type { AllowedView, ChainView } from './use-allowed.ts'

type Props = { view: AllowedView; onTake: (taking: Taking) => void }

/** Approvals and allowances that stand on each chain now. */
export function MayBeMoved({ view, onTake }: Props) {
  const { t } = useTranslation()
  return (
    <section className="approvals-part" aria-labelledby="may-be-moved">
      <h2 id="may-be-moved" className="d d22">
        {t('approvals.moved')}
      </h2>
      {view.chains.length === 0 && <Skeleton height={128} />}
      {view.chains.map((chain) => (
        <OfChain key={chain.config.network.chainId} chain={chain} view={view} onTake={onTake} />
      ))}
    </section>
  )
}

function OfChain({ chain, view, onTake }: Props & { chain: ChainView }) {
  const { t } = useTranslation()
  const { name, symbol, rows, looked, isFailed, retry, config } = chain
  const { explorer } = config.network
  const { transferProxy } = config.contract
  return (
    <div className="approvals-chain">
      <div className="row between">
        <h3 className="row g8 medium">
          <ChainGlyph symbol={symbol} />
          {name}
        </h3>
        <span className="s12 muted">
          {t('approvals.byOne')}{' '}
          {explorer === '' ? (
            <code>{shortAddress(transferProxy)}</code>
          ) : (
            <a href={`${explorer.replace(/\/$/, '')}/address/${transferProxy}`} target="_blank" rel="noreferrer">
              <code>{shortAddress(transferProxy)}</code>
            </a>
          )}
        </span>
      </div>
      {isFailed && <PartFailed text={t('approvals.noNode', { network: name })} retry={retry} />}
      {!isFailed && !rows && <Skeleton height={64} />}
      {rows?.length === 0 && <p className="muted approvals-none">{t('approvals.none', { network: name })}</p>}
      {rows && rows.length > 0 && (
        <>
          <div className="approvals-head s12 muted" aria-hidden="true">
            <span>{t('approvals.what')}</span>
            <span>{t('approvals.may')}</span>
            <span>{t('approvals.neededFor')}</span>
          </div>
          <ul className="approvals-list">
            {rows.map((row) => (
              <Row key={allowedKey(row)} row={row} chain={chain} view={view} onTake={onTake} />
            ))}
          </ul>
        </>
      )}
      {looked && <Looked network={name} {...looked} />}
    </div>
  )
}

function Looked({ network, from, to }: { network: string; from: bigint; to: bigint }) {
  const { t } = useTranslation()
  if (from === 0n) return null
  return (
    <p className="s12 muted">
      {from > to ? t('approvals.noLogs', { network }) : t('approvals.logsFrom', { network, block: groupDigits(from.toString()) })}
    </p>
  )
}

/** Tokens count their allowance down from the largest number. */
const isUnlimited = (amount: bigint): boolean => amount > MAX_UINT256 / 2n

function Row({ row, chain, view, onTake }: Props & { row: AllowedRow; chain: ChainView }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { of, name, decimals, amount, held, edition, address, chainId, tokenId } = row
  const { contract } = chain.config
  const set = edition === undefined ? contract : contract.former.find((one) => one.edition === edition)
  const served = servedBy(row, view.signed?.list ?? [], set ? [set.exchange, set.auctionExchange] : [])
  const counts = countsText(served, t, locale)
  const money = (units: bigint) => priceText(formatUnits(units, decimals))
  const needed = of === 'token' ? view.committedOf(row) : undefined
  const needText = needed !== undefined && needed > 0n ? t('approvals.needs', { what: counts, amount: money(needed) }) : counts
  const title = of === 'item' ? `${name} #${tokenId}` : name
  const isTooMuch = needed !== undefined && needed > 0n && needed < amount
  return (
    <li className="approvals-row">
      <div className="approvals-what">
        <span className={of === 'token' ? 'approvals-disc' : 'approvals-disc of-works'} aria-hidden="true">
          {of === 'token' ? <ChainGlyph symbol={name} /> : <Icon of={Images} size="small" />}
        </span>
        <span className="grow">
          {of === 'token' ? (
            <span className="medium">{name}</span>
          ) : (
            <a className="medium" href={collectionPath(address, chainId)}>
              {title}
            </a>
          )}
          <span className="s12 muted">
            {of === 'token' ? t('approvals.hold', { amount: money(held) }) : shortAddress(address)}
            {edition !== undefined && ` · ${t('approvals.byOld', { edition })}`}
          </span>
        </span>
      </div>
      <div>
        <span className="approvals-label s12 muted">{t('approvals.may')}</span>
        {of === 'collection' && t('approvals.everyWork')}
        {of === 'item' && t('approvals.oneWork')}
        {of === 'token' &&
          (isUnlimited(amount) ? <Tag tone="warn">{t('approvals.noLimit')}</Tag> : t('approvals.upTo', { amount: money(amount) }))}
      </div>
      <div className="muted">
        <span className="approvals-label s12 muted">{t('approvals.neededFor')}</span>
        {needText === '' ? t('approvals.nothing') : needText}
      </div>
      <div className="approvals-acts">
        {isTooMuch && (
          <Button size="small" onClick={() => onTake({ row, title, amount: needed })}>
            {t('approvals.setToNeeded')}
          </Button>
        )}
        <Button size="small" aria-label={t('approvals.takeBackOf', { name: title })} onClick={() => onTake({ row, title, amount: 0n })}>
          {t('approvals.takeBack')}
        </Button>
      </div>
    </li>
  )
}
