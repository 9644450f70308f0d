import { formatBalance } from '@plinth/protocol'
import { exactText, type Money } from '../../entities/price/amounts.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Switch } from '../../kit/choices.tsx'
import { groupDigits } from '../../lib/numbers.ts'
import { useNetwork } from '../../lib/site.ts'
import type { Spendable } from './use-spendable.ts'

type Props = {
  chainId: number
  money: Money
  spendable: Spendable
  isShort: boolean
  /** Of the coin, what is wrapped first; left out where the dialog wraps nothing. */
  wrap?: bigint
  /** Where some of it is wrapped coin that nothing needs: opens the dialog that turns it back. */
  onUnwrap?: (() => void) | undefined
  isUnlimited: boolean
  onUnlimited: ((isUnlimited: boolean) => void) | undefined
}

/** What the buyer has, what is missing, and how much the market may take. */
export function PaymentBalance({ chainId, money, spendable, isShort, wrap, onUnwrap, isUnlimited, onUnlimited }: Props) {
  const { t } = useTranslation()
  const { balance, committed, isAllowed } = spendable
  const coin = useNetwork(chainId)?.symbol ?? ''
  const { symbol } = money
  return (
    <div className="spendable">
      {balance === undefined ? (
        // Its line is kept free: nothing below it moves while it is read.
        <p className="hint">{'\u00a0'}</p>
      ) : (
        <div className="spendable-held">
          <p className={isShort ? 'field-error' : 'hint'} role={isShort ? 'alert' : undefined}>
            {isShort && `${t('dialog.noBalance', { symbol })}. `}
            {t('trade.balance', { amount: `${groupDigits(formatBalance(balance, money.decimals))} ${symbol}` })}
            {isShort && wrap === undefined && symbol === `W${coin}` && ` ${t('trade.wrapHint', { coin, symbol })}`}
          </p>
          {onUnwrap && (
            <button type="button" className="link muted s12" onClick={onUnwrap}>
              {t('trade.unwrapOffer', { coin, symbol })}
            </button>
          )}
        </div>
      )}
      {wrap !== undefined && wrap > 0n && (
        <p className="hint">{t('trade.wrapFirst', { amount: exactText(wrap, { ...money, symbol: coin }), symbol })}</p>
      )}
      {isAllowed === false && committed > 0n && <p className="hint">{t('trade.bidsNeed', { amount: exactText(committed, money) })}</p>}
      {isAllowed === false && onUnlimited && (
        <Switch label={t('trade.unlimited', { symbol })} hint={t('trade.unlimitedHint')} checked={isUnlimited} onChange={onUnlimited} />
      )}
    </div>
  )
}
