import { type Address, shortAddress } from '@plinth/protocol'
import { useTranslation } from '../../../../i18n/translate.ts'
import { Identicon } from '../../../../kit/Identicon.tsx'
import './wallets.css'

const LAST = 4

/** Of a row: in which other wallet of the account it is. `isNarrow` beside other words of one line. */
export function WalletName({ address, isNarrow = false }: { address: Address; isNarrow?: boolean }) {
  const { t } = useTranslation()
  const text = t('portfolio.wallets.of', { address })
  return (
    <span className="wallet-name address" title={text}>
      <Identicon seed={address} size={16} />
      <span aria-hidden="true">{isNarrow ? `…${address.slice(-LAST)}` : shortAddress(address)}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
