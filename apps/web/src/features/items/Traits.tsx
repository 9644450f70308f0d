import { type ItemRecord, type OfferRecord, readMetadata } from '@plinth/api'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { exactText } from '../../entities/price/amounts.ts'
import { useFloorText } from '../../entities/price/floor-text.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { countText } from '../../lib/numbers.ts'
import { useRarity } from './statistics-query.ts'
import { offerPath, shareText, topOfferFor, traitPath } from './traits.ts'
import './traits.css'

/** Each attribute with how many share it, what the cheapest of these costs and the top offer for them; without figures until these are here. */
export function Traits({ item, offers }: { item: ItemRecord; offers: readonly OfferRecord[] }) {
  const { t, locale } = useTranslation()
  const { attributes } = readMetadata(item.metadata)
  const { data, isError, refetch } = useRarity(item)
  const floorText = useFloorText(item.chainId)
  if (attributes.length === 0) return null
  const total = data?.total ?? 0
  return (
    <section className="item-traits" aria-labelledby="item-traits">
      <div className="row between baseline g12 wrap-row">
        <h2 className="d d22" id="item-traits">
          {t('work.traits')}
        </h2>
        <span className="muted s12">{t('work.traitsHint')}</span>
      </div>
      <table className="table tight traits">
        <caption className="visually-hidden">{t('work.traits')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('work.trait')}</th>
            <th scope="col">{t('work.traitValue')}</th>
            <th scope="col" className="end">
              {t('work.works')}
            </th>
            <th scope="col">{t('work.shareOfSupply')}</th>
            <th scope="col" className="end">
              {t('work.floor')}
            </th>
            <th scope="col" className="end">
              {t('work.topOffer')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('work.seeWorks')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {attributes.map(({ key, value }, index) => {
            const known = data?.attributes.find((attribute) => attribute.key === key && attribute.value === value)
            const top = topOfferFor(offers, key, value)
            const share = known && shareText(known.count, total, locale)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: metadata may repeat a key, and rows never move
              <tr key={`${key}-${index}`}>
                <td className="muted trait-key">
                  <span className="trait-text">{key}</span>
                </td>
                <td className="trait-value">
                  <Link to={traitPath(item, key, value)} title={value} className="trait-text">
                    {value}
                  </Link>
                </td>
                <td className="end num">{known && countText(known.count, locale)}</td>
                <td className="trait-share">
                  {known && share && (
                    <span className="row g12" title={t('work.attributeShare', { count: known.count, total })}>
                      <i className="meter" aria-hidden="true">
                        <i style={{ width: `${(100 * known.count) / Math.max(1, total)}%` }} />
                      </i>
                      <span className="num">{share}</span>
                    </span>
                  )}
                </td>
                <td className="end num">{known ? (floorText(known.floors) ?? '–') : ''}</td>
                <td className="end trait-offer">
                  {top && <span className="num">{exactText(top.unitPrice, top.payToken)}</span>}
                  {!item.isTradeLocked && (
                    <Link className="link" to={offerPath(item, key, value)} aria-label={t('work.offerFor', { key, value })}>
                      {t('work.offer')}
                    </Link>
                  )}
                </td>
                <td className="end trait-go">
                  <Link to={traitPath(item, key, value)} aria-label={t('work.worksWith', { key, value })}>
                    <Icon of={ArrowRight} size="small" />
                  </Link>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {isError && !data && <PartFailed text={t('work.traitsFailed')} retry={refetch} />}
    </section>
  )
}
