import type { PayToken } from '@plinth/api'
import { formatHeaderBalance } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Plus, Undo2 } from 'lucide-react'
import { askUnwrap } from '../flows/acts/money/unwrap-ask.ts'
import { useAct } from '../flows/engine/use-act.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { toast } from '../kit/toast.tsx'
import { groupDigits } from '../lib/numbers.ts'
import type { Session } from '../lib/session.ts'
import { payTokensQuery, useNetwork } from '../lib/site.ts'
import { isWrappedCoin } from '../lib/wrapped-coin.ts'
import { failureOf } from '../wallet/errors.ts'
import { loadWallet } from '../wallet/load.ts'

/** The pay tokens of the wallet's chain, the default one first; each can be shown in the wallet itself. */
export function TokenBalances({ session: { balances, chainId } }: { session: Session }) {
  const { data = [] } = useQuery({ ...payTokensQuery(chainId ?? 0), enabled: chainId !== undefined })
  const tokens = data.filter((token) => token.isErc20 && token.chainId === chainId && balances.tokens[token.address] !== undefined)
  if (tokens.length === 0) return null
  return (
    <ul className="token-balances">
      {tokens
        .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
        .map((token) => (
          <Row key={token.address} token={token} balance={balances.tokens[token.address] ?? 0n} />
        ))}
    </ul>
  )
}

function Row({ token, balance }: { token: PayToken; balance: bigint }) {
  const { t } = useTranslation()
  const { symbol, decimals, address, chainId } = token
  const act = useAct()
  const coin = useNetwork(chainId)?.symbol ?? ''
  const watch = async () => {
    try {
      await (await loadWallet()).watchToken({ chainId, address, symbol, decimals })
      toast(t('wallet.watched', { symbol }))
    } catch (error) {
      toast(failureOf(error).text, 'bad')
    }
  }
  return (
    <li className="row g8 s14 muted num">
      <span className="grow">
        {groupDigits(formatHeaderBalance(balance, decimals))} {symbol}
      </span>
      {balance > 0n && isWrappedCoin(token, coin) && (
        <Act
          icon={Undo2}
          text={t('wallet.unwrapShort')}
          label={t('wallet.unwrap', { symbol, coin })}
          onClick={() => void act({ chainId, run: () => askUnwrap(token) })}
        />
      )}
      <Act icon={Plus} text={t('wallet.watchShort')} label={t('wallet.watchToken', { symbol })} onClick={watch} />
    </li>
  )
}

/** In words: nothing points at an icon on a touch screen. */
function Act({ icon, text, label, onClick }: { icon: LucideIcon; text: string; label: string; onClick: () => void }) {
  return (
    <button type="button" className="token-act" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} size="tiny" />
      {text}
    </button>
  )
}
