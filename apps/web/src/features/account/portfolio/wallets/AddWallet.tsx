import { type Address, shortAddress } from '@plinth/protocol'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../../../i18n/translate.ts'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/toast.tsx'
import { portfolioApi } from '../../../../lib/portfolio-api.ts'
import { useNetworks } from '../../../../lib/site.ts'
import { failureText } from '../../../../wallet/failure-text.ts'
import { loadWallet } from '../../../../wallet/load.ts'
import type { Wallet } from '../../../../wallet/types.ts'
import { refreshPortfolio } from './refresh.ts'

type Props = { me: Address; known: readonly Address[]; onDone: () => void }

/** Another account of the visitor's wallet signs that `me` may see it; until this closes the session stays with `me`. */
export function AddWallet({ me, known, onDone }: Props) {
  const { t } = useTranslation()
  const networks = useNetworks()
  const { wallet, accounts } = useHeldWallet(me)
  const [busy, setBusy] = useState<'wallet' | Address>()
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)
  const [inUse] = accounts
  const isBack = inUse === undefined || inUse === me
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time
  useEffect(() => {
    if (isOver && isBack) onDone()
  }, [isOver, isBack])
  const run = async (what: 'wallet' | Address, act: () => Promise<unknown>) => {
    setBusy(what)
    setProblem('')
    try {
      wallet?.hold(me)
      await act()
    } catch (error) {
      setProblem(await failureText(error))
    } finally {
      setBusy(undefined)
    }
  }
  const choose = () => run('wallet', async () => wallet?.askAccounts())
  const sign = (address: Address) =>
    run(address, async () => {
      if (!wallet) return
      const network = networks.find(({ chainId }) => chainId === wallet.state().chainId)
      const asked = { wallet: address, url: location.origin, ...(network && { chainId: network.chainId }) }
      const { message } = await portfolioApi.walletprepare(asked)
      const signature = await wallet.signText(message, address)
      await portfolioApi.walletadd({ wallet: address, message, signature })
      toast(t('portfolio.wallets.added'))
      await refreshPortfolio()
      setOver(true)
    })
  const others = accounts.filter((account) => account !== me)
  return (
    <section className="wallet-add" aria-label={t('portfolio.wallets.add')}>
      <div role="status">
        <p>{isOver ? t('portfolio.wallets.back', { address: shortAddress(me) }) : t('portfolio.wallets.addText')}</p>
        {!isOver && others.length === 0 && inUse && (
          <p className="hint">{t('portfolio.wallets.chosen', { address: shortAddress(inUse) })}</p>
        )}
        {!isOver &&
          others
            .filter((account) => known.includes(account))
            .map((account) => (
              <p key={account} className="hint">
                {t('portfolio.wallets.known', { address: shortAddress(account) })}
              </p>
            ))}
      </div>
      {problem !== '' && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="wallet-add-acts">
        {!isOver &&
          others
            .filter((account) => !known.includes(account))
            .map((account) => (
              <Button key={account} variant="primary" dot busy={busy === account} onClick={() => sign(account)}>
                {busy === account ? t('portfolio.wallets.signing') : t('portfolio.wallets.signWith', { address: shortAddress(account) })}
              </Button>
            ))}
        <Button busy={busy === 'wallet'} onClick={choose}>
          {t(isOver ? 'portfolio.wallets.backAct' : 'portfolio.wallets.choose')}
        </Button>
        {!isOver && (
          <Button variant="quiet" onClick={() => setOver(true)}>
            {t('portfolio.wallets.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The wallet with all accounts that it shows, while the session keeps `me`. */
function useHeldWallet(me: Address): { wallet: Wallet | undefined; accounts: readonly Address[] } {
  const [wallet, setWallet] = useState<Wallet>()
  useEffect(() => {
    let isHere = true
    let opened: Wallet | undefined
    const letGo = () => opened?.hold(undefined)
    void loadWallet().then(
      (loaded) => {
        if (!isHere) return
        opened = loaded
        loaded.hold(me)
        setWallet(loaded)
      },
      () => undefined,
    )
    window.addEventListener('pagehide', letGo)
    return () => {
      isHere = false
      window.removeEventListener('pagehide', letGo)
      letGo()
    }
  }, [me])
  const text = useSyncExternalStore(
    (listener) => wallet?.subscribe(listener) ?? (() => undefined),
    () => wallet?.accounts().join(' ') ?? '',
  )
  return { wallet, accounts: text === '' ? [] : (text.split(' ') as Address[]) }
}
