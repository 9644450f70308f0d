import { type Address, shortAddress } from '@plinth/protocol'
import { useTranslation } from '../../../../i18n/translate.ts'
import { Identicon } from '../../../../kit/Identicon.tsx'
import './wallets.css'

/** Of a row: in which other wallet of the account it is. */
export function WalletName({ address }: { address: Address }) {
  const { t } = useTranslation()
  const short = shortAddress(address)
  return (
    <span className="wallet-name address" title={t('portfolio.wallets.of', { address })}>
      <Identicon seed={address} size={16} />
      {short}
    </span>
  )
}
