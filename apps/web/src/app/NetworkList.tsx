import { useTranslation } from '../i18n/translate.ts'
import { ChainGlyph } from '../kit/ChainGlyph.tsx'
import { useNetworkChoice } from './use-networks.ts'

/** The same choice on a phone, laid open. */
export function NetworkList({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const { shown, networks, isElsewhere, choose } = useNetworkChoice()
  const take = (chainId: number) => {
    onFollow()
    choose(chainId)
  }
  return (
    <fieldset className="network-list" aria-label={t('shell.networks')}>
      {isElsewhere && <p className="elsewhere">{t('shell.wrongNetwork')}</p>}
      {networks.map(({ chainId, name, symbol }) => (
        <button key={chainId} type="button" aria-pressed={chainId === shown && !isElsewhere} onClick={() => take(chainId)}>
          <ChainGlyph symbol={symbol} />
          {name}
        </button>
      ))}
    </fieldset>
  )
}
