import type { ItemRecord, PrivateSaleOfItem } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { personName } from '../../../entities/person-name.ts'
import { privateSalePath } from '../../../entities/private-sales.ts'
import type { OwnOffer } from '../../../flows/acts/order/end-too.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { queryOf } from '../../../lib/api.ts'
import { priceText } from '../../../lib/numbers.ts'
import { privateSaleApi } from '../../../lib/private-sale-api.ts'
import { dayAndTime } from '../../../lib/time.ts'

type ActOf = (item: ItemRecord, ends?: OwnOffer) => ReactNode

/** Renders nothing if there is none. An account makes at most a hundred a day. */
export function PrivateListings({ actOf }: { actOf: ActOf }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...queryOf(privateSaleApi.mine, { page: 1, limit: 100 }), retry: false })
  if (!data || data.list.length === 0) return null
  return (
    <section className="private-listings" aria-labelledby="private-listings">
      <h2 id="private-listings" className="medium">
        {t('privateSale.yours')}
      </h2>
      <p className="muted">{t('privateSale.yoursText')}</p>
      <ul>
        {data.list.map((sale) => (
          <Listing key={sale.id.toString()} sale={sale} actOf={actOf} />
        ))}
      </ul>
    </section>
  )
}

function Listing({ sale, actOf }: { sale: PrivateSaleOfItem; actOf: ActOf }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { name } = useItemFace(sale.nft)
  const price = `${priceText(sale.unitPrice)} ${sale.payTokenSymbol}`
  return (
    <li className="row between g12">
      <span className="grow">
        <Link className="medium" to={privateSalePath(sale.nft)}>
          {name}
        </Link>{' '}
        {t('privateSale.rowFor', { name: personName(sale.buyer), price })}
        <span className="s12 muted private-until">
          {sale.isFundable ? t('work.untilDay', { until: dayAndTime(sale.validUntil, intl) }) : t('privateSale.inactive')}
        </span>
      </span>
      {actOf(sale.nft, { is: 'listing', order: sale })}
    </li>
  )
}
