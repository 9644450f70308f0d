import { type Address, feePercent, sumOf } from '@plinth/protocol'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { type AcceptLine, type ChosenLine, lineKey, type OwnWork, offerSums } from '../../../entities/offers/accept-line.ts'
import { personName } from '../../../entities/person-name.ts'
import { columnTexts, exactText } from '../../../entities/price/amounts.ts'
import type { TextKey } from '../../../i18n/translate.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Select } from '../../../kit/Field.tsx'
import { thumbnail } from '../../../lib/media.ts'
import { QuantityField } from '../QuantityField.tsx'
import { Sums } from '../Sums.tsx'
import './accept.css'

type Quantity = { typed: string; amount: bigint; most: bigint; error: TextKey | undefined; onChange: (typed: string) => void }
type OneProps = { line: ChosenLine; quantity: Quantity; owner: Address; isFixed: boolean; choose: (work: OwnWork) => void }

/** One offer: work, quantity, and proceeds line by line. */
export function OneLine({ line, quantity, owner, isFixed, choose }: OneProps) {
  const { t } = useTranslation()
  const { offer, work } = line
  const { amount, most } = quantity
  const sums = offerSums(offer, work, amount, owner)
  const [price = '', fee = '', royalty = ''] = columnTexts([sums.price, sums.sellerFee, sumOf(sums.shares)], offer.payToken)
  const leaving = work.royalties.reduce((sum, bps, at) => (at === 0 && work.creator === owner ? sum : sum + bps), 0)
  return (
    <>
      {(line.works.length > 1 || most > 1n) && (
        <fieldset className="dialog-form" disabled={isFixed}>
          {line.works.length > 1 && <WorkSelect line={line} choose={choose} />}
          {most > 1n && (
            <QuantityField
              aside={t('hold.canSell', { count: most.toString() })}
              value={quantity.typed}
              onChange={quantity.onChange}
              max={most}
              error={quantity.error}
            />
          )}
        </fieldset>
      )}
      <Sums
        lines={[
          { key: 'price', label: t('inbox.pays', { name: personName(offer.user) }), value: price },
          { key: 'fee', label: t('trade.serviceFee', { percent: feePercent(offer.sellerFee) }), value: `− ${fee}`, muted: true },
          ...(leaving > 0
            ? [{ key: 'royalty', label: t('inbox.royalties', { percent: feePercent(leaving) }), value: `− ${royalty}`, muted: true }]
            : []),
        ]}
        total={{
          label: t('inbox.total'),
          value: exactText(sums.receives, offer.payToken),
          worth: { of: offer.payToken, amount: sums.receives },
        }}
      />
    </>
  )
}

type ManyProps = {
  lines: readonly ChosenLine[]
  owner: Address
  totals: readonly string[]
  isFixed: boolean
  choose: (line: AcceptLine, work: OwnWork) => void
}

/** Several offers: each with work and proceeds, and the sum in each money. */
export function AcceptedLines({ lines, owner, totals, isFixed, choose }: ManyProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="accept-lines">
        {lines.map((line) => (
          <li key={lineKey(line)}>
            <Thumb {...thumbnail(line.work.image)} size={48} />
            <div className="grow">
              {line.works.length > 1 ? (
                <fieldset className="accept-work" disabled={isFixed}>
                  <WorkSelect line={line} choose={(work) => choose(line, work)} isBare />
                </fieldset>
              ) : (
                <p className="clip strong">{line.work.name}</p>
              )}
              <p className="s12 muted clip">
                {personName(line.offer.user)} · {exactText(line.offer.unitPrice, line.offer.payToken)}
              </p>
            </div>
            <span className="num">{exactText(offerSums(line.offer, line.work, 1n, owner).receives, line.offer.payToken)}</span>
          </li>
        ))}
      </ul>
      <dl className="sum sums">
        {totals.map((total) => (
          <div key={total} className="total">
            <dt className="strong">{t('inbox.total')}</dt>
            <dd>
              <span className="d d22">{total}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function WorkSelect({ line, choose, isBare }: { line: ChosenLine; choose: (work: OwnWork) => void; isBare?: boolean }) {
  const { t } = useTranslation()
  return (
    <Select
      label={isBare ? t('inbox.work') : t('inbox.which')}
      value={line.work.tokenId.toString()}
      options={line.works.map(({ tokenId, name }) => ({ value: tokenId.toString(), label: name }))}
      onChange={(value) => {
        const work = line.works.find(({ tokenId }) => tokenId.toString() === value)
        if (work) choose(work)
      }}
    />
  )
}
