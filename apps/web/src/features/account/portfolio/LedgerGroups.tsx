import type { PortfolioCollection } from '@plinth/api'
import { type Address, formatUnits } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { Worth } from '../../../entities/price/Worth.tsx'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { ChainGlyph } from '../../../kit/ChainGlyph.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { FailedState } from '../../../kit/states.tsx'
import { thumbnail } from '../../../lib/media.ts'
import { countText, groupDigits, priceText } from '../../../lib/numbers.ts'
import { useNetworks } from '../../../lib/site.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { LedgerBoxes } from './LedgerBoxes.tsx'
import type { LedgerView } from './portfolio-address.ts'
import { collectionsQuery } from './portfolio-query.ts'

type Props = { me: Address | undefined; view: LedgerView; onChange: (part: Partial<LedgerView>) => void }

/** What is held of each collection; a press leads to its works. */
export function LedgerGroups({ me, view, onChange }: Props) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(collectionsQuery(view, me))
  if (!data) return isError ? <FailedState title={t('portfolio.worksFailed')} retry={refetch} /> : <LedgerBoxes />
  return (
    <ul className="ledger-groups" aria-label={t('portfolio.grouped')}>
      {data.map((one) => (
        <li key={`${one.chainId}:${one.collection}`}>
          <Group of={one} onOpen={() => onChange({ collection: one.collection, chainId: one.chainId })} />
        </li>
      ))}
    </ul>
  )
}

function Group({ of, onOpen }: { of: PortfolioCollection; onOpen: () => void }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const network = useNetworks().find(({ chainId }) => chainId === of.chainId)
  const { name, cover, works, units, floor, isValued, isThin } = of
  const value = floor && { amount: floor.unitPrice * units, of: { chainId: of.chainId, address: floor.payToken, decimals: floor.decimals } }
  return (
    <button type="button" className="ledger-group" onClick={onOpen}>
      <Thumb {...thumbnail(cover)} size={48} />
      <span className="dense-name">
        <span className="d clip ledger-group-name" lang={langOf(name)}>
          {name}
        </span>
        <span className="dense-second">
          {network && <ChainGlyph symbol={network.symbol} label={network.name} />}
          {t('portfolio.works', { count: works, formatted: countText(works, intl) })}
          {units > BigInt(works) && ` · ${t('portfolio.units', { count: groupDigits(units.toString()) })}`}
        </span>
      </span>
      <span className="ledger-group-figures num">
        {floor ? (
          <>
            <b className="money">
              {priceText(formatUnits(floor.unitPrice * units, floor.decimals))} {floor.symbol}
            </b>
            <span className="dense-under muted">
              {isValued
                ? t('portfolio.floorOf', { price: `${priceText(formatUnits(floor.unitPrice, floor.decimals))} ${floor.symbol}` })
                : t(isThin ? 'portfolio.thin' : 'portfolio.notValued')}
            </span>
          </>
        ) : (
          <span className="muted">{t('portfolio.noFloor')}</span>
        )}
      </span>
      {value && isValued && (
        <span className="ledger-group-worth muted">
          <Worth of={value.of} amount={value.amount} inCard />
        </span>
      )}
      <Icon of={ChevronRight} size="small" />
    </button>
  )
}
