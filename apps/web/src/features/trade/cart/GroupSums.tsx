import { feePercent } from '@plinth/protocol'
import { exactText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { useNetwork } from '../../../lib/site.ts'
import { Sums } from '../Sums.tsx'
import { type Group, sumsOf } from './judge.ts'
import type { GroupMoney } from './use-group-money.ts'

type Props = { group: Group; money: GroupMoney }

/** Sums the lines that can be bought, and shows the balance afterwards (CART-04). */
export function GroupSums({ group, money: { fee, after } }: Props) {
  const { t } = useTranslation()
  const network = useNetwork(group.chainId)
  const { works, price, fees, pays, royalty } = sumsOf(group.lines)
  const coin = { symbol: network?.symbol ?? '', decimals: 18 }
  const percent = feePercent(royalty.most)
  return (
    <>
      <Sums
        lines={[
          { key: 'works', label: t('cart.works', { count: works }), value: exactText(price, group.money) },
          ...(fees > 0n ? [{ key: 'fee', label: t('cart.fee'), value: `+ ${exactText(fees, group.money)}`, muted: true }] : []),
          ...(royalty.most > 0
            ? [
                {
                  key: 'royalties',
                  label: t(royalty.least === royalty.most ? 'cart.royalties' : 'cart.royaltiesUpTo', { percent }),
                  value: t('cart.bySellers'),
                  muted: true,
                },
              ]
            : []),
        ]}
        total={{
          label: t('cart.youPay', { network: network?.name ?? '' }),
          value: exactText(pays, group.money),
          worth: { of: { chainId: group.chainId, address: group.token, decimals: group.money.decimals }, amount: pays },
        }}
      />
      <dl className="sum">
        {fee !== undefined && (
          <div className="muted">
            <dt>{t('cart.networkFee')}</dt>
            <dd className="num">{exactText(rounded(fee), coin)}</dd>
          </div>
        )}
        {after !== undefined && after >= 0n && (
          <div className="muted">
            <dt>{t('cart.after')}</dt>
            <dd className="num">{exactText(rounded(after, group.money.decimals), group.money)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** Digits of an estimate after the point. */
const DIGITS = 6

/** Estimates claim no more digits than they know. */
function rounded(amount: bigint, decimals = 18): bigint {
  const unit = 10n ** BigInt(Math.max(0, decimals - DIGITS))
  return (amount / unit) * unit
}
