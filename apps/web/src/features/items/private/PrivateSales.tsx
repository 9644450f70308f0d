import type { ItemRecord, PrivateSaleRecord } from '@plinth/api'
import { amountDue } from '@plinth/sdk'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { personName } from '../../../entities/person-name.ts'
import { paysText } from '../../../entities/price/amounts.ts'
import { Worth } from '../../../entities/price/Worth.tsx'
import { privateSalePath, usePrivateSales } from '../../../entities/private-sales.ts'
import { useSignedIn } from '../../../entities/use-signed-in.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { CopyButton } from '../../../kit/CopyButton.tsx'
import { priceText } from '../../../lib/numbers.ts'
import { useSession } from '../../../lib/session.ts'
import { dayAndTime } from '../../../lib/time.ts'
import type { OpenAct } from '../open-act.ts'
import './private-sales.css'

/** The viewer's part in a private sale of the item. */
export type PrivatePart = 'seller' | 'buyer'

type Props = {
  item: ItemRecord
  open: OpenAct
  onPart: (part: PrivatePart | undefined) => void
}

/** What its seller and its buyer see of private sales. By its link every other reader gets the sentence of an item without one. */
export function PrivateSales({ item, open, onPart }: Props) {
  const { t } = useTranslation()
  const { sales, isKnown, own } = usePrivateSales(item)
  const part = own ? 'seller' : sales.length > 0 ? 'buyer' : undefined
  useEffect(() => onPart(part), [onPart, part])
  const { address, status } = useSession()
  const isHolder = item.holdings.some(({ owner }) => owner === address)
  const isAsked = new URLSearchParams(useLocation().search).has('private')
  if (sales.length > 0) return sales.map((sale) => <Sale key={sale.id.toString()} item={item} sale={sale} open={open} />)
  // Its holder has bought it, or may sell it.
  if (!isAsked || isHolder || status === 'restoring') return null
  if (isKnown)
    return (
      <p className="private-sale s14" role="status">
        {t('privateSale.none')}
      </p>
    )
  return status === 'loggedIn' ? null : <SignIn />
}

const dueOf = (sale: PrivateSaleRecord): string =>
  paysText(amountDue(sale, 1n, BigInt(sale.buyerFee)), { decimals: sale.payTokenDecimals, symbol: sale.payTokenSymbol })

function SignIn() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  return (
    <div className="private-sale">
      <p className="s14">{t('privateSale.signIn')}</p>
      <Button onClick={() => void signedIn(() => undefined)}>{t('session.signInTitle')}</Button>
    </div>
  )
}

function Sale({ item, sale, open }: { item: ItemRecord; sale: PrivateSaleRecord; open: OpenAct }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const isOwn = sale.maker === address
  const until = dayAndTime(sale.validUntil, intl)
  const title = isOwn ? t('privateSale.forOther', { name: personName(sale.buyer) }) : t('privateSale.forYou')
  return (
    <section className="private-sale" aria-label={title}>
      <p className="row between g8">
        <span className="medium">{title}</span>
        {isOwn && <CopyButton text={`${location.origin}${privateSalePath(item)}`} what={t('privateSale.theLink')} />}
      </p>
      <p className="row baseline g12">
        <span className="d d22 num">
          {priceText(sale.unitPrice)} {sale.payTokenSymbol}
        </span>
        {sale.selling > 1n && <span className="muted">{t('work.each')}</span>}
        <Worth of={sale.payToken} amount={sale.unitPrice} />
      </p>
      <p className="s12 muted">
        {isOwn ? t('privateSale.until', { until }) : t('privateSale.byUntil', { name: personName(sale.user), until })}
      </p>
      {!sale.isFundable && <p className="warn-note">{t(sale.hasRisen ? 'work.royaltyAbove' : 'work.unfundable')}</p>}
      {isOwn ? (
        <p className="row g8">
          {sale.isFundable && <Button onClick={() => open('editSale', sale)}>{t('work.editPrice')}</Button>}
          <Button onClick={() => open('cancelSale', sale)}>{t('privateSale.cancel')}</Button>
        </p>
      ) : (
        <Button variant="primary" dot onClick={() => open('buy', sale)}>
          {t(sale.selling > 1n ? 'work.buyOne' : 'work.buyFor', { amount: dueOf(sale) })}
        </Button>
      )}
    </section>
  )
}
