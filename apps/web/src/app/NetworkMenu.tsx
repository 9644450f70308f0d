import { Check, ChevronDown } from 'lucide-react'
import { useTranslation } from '../i18n/translate.ts'
import { ChainGlyph } from '../kit/ChainGlyph.tsx'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { useSession } from '../lib/session.ts'
import { useConfig } from '../lib/site.ts'
import { gweiText } from './gwei.ts'
import { useNetworkChoice } from './use-networks.ts'

/** The network shown and its gas price; says so when the wallet is on another one. */
export function NetworkMenu() {
  const { t } = useTranslation()
  const { network } = useConfig()
  const { gasPrice } = useSession()
  const { shown, networks, isElsewhere, choose } = useNetworkChoice()
  const gas = gasPrice === undefined ? '' : t('shell.gas', { price: gweiText(gasPrice) })
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={isElsewhere ? 'network-button elsewhere' : 'network-button'}
          aria-label={isElsewhere ? undefined : `${t('shell.network', { name: network.name })} ${gas}`.trim()}
        >
          {isElsewhere ? (
            t('shell.wrongNetwork')
          ) : (
            <>
              <ChainGlyph symbol={network.symbol} />
              <span>{network.name}</span> {gas && <span className="num muted">{gas}</span>}
            </>
          )}
          <Icon of={ChevronDown} size="small" />
        </button>
      }
    >
      {networks.map(({ chainId, name, symbol }) => (
        <MenuItem key={chainId} onSelect={() => choose(chainId)}>
          <ChainGlyph symbol={symbol} />
          <span className="grow">{name}</span>
          {chainId === shown && !isElsewhere && (
            <>
              <Icon of={Check} size="small" />
              <span className="visually-hidden">{t('shell.networkNow')}</span>
            </>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}
