import { networkLabel } from '@plinth/protocol'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Flow } from '../../flows/engine/engine.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { askChain, type ChainAsk } from '../../flows/session/chain-ask.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { LogoMark } from '../../kit/Logo.tsx'
import { toast } from '../../kit/toast.tsx'
import { connectPath } from '../../lib/links.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { loadWallet } from '../../wallet/load.ts'
import './chain-dialog.css'

const close = () => askChain(undefined)

/** Reports a missing wallet, or one on another network, and offers the way (document B §2). Mounted once, in the app. */
export function ChainDialog({ ask }: { ask: ChainAsk }) {
  return ask.reason === 'noWallet' ? <NoWallet /> : <WrongChain key={ask.chainId} {...ask} />
}

function NoWallet() {
  const { t } = useTranslation()
  const { byMail } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const toConnect = () => {
    close()
    navigate(byMail ? connectPath(pathname + search) : '/connect')
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t(byMail ? 'session.linkTitle' : 'session.noWalletTitle')}
      thumb={<LogoMark size={40} />}
      foot={
        <Button variant="primary" full onClick={toConnect}>
          {t(byMail ? 'session.link' : 'session.noWalletWay')}
        </Button>
      }
    >
      <p className="s16 muted">{t(byMail ? 'session.needsLink' : 'session.noWalletText')}</p>
    </Dialog>
  )
}

type Bring = { chainId: number; isAdded: boolean }

const bringFlow: Flow<Bring> = {
  steps: [
    {
      key: 'bring',
      run: async ({ chainId, isAdded }) => {
        const wallet = await loadWallet()
        await (isAdded ? wallet.addChain(chainId) : wallet.switchChain(chainId))
      },
    },
  ],
}

/** The switch is asked for at once; a wallet that does not know the network can be taught it. Then the act goes on by itself. */
function WrongChain({ chainId, goOn }: Omit<Extract<ChainAsk, { reason: 'wrongChain' }>, 'reason'>) {
  const { t } = useTranslation()
  const network = useNetwork(chainId)
  const session = useSession()
  const known = useNetwork(session.chainId ?? 0)
  const connectedNetwork = known?.name ?? networkLabel(session.chainId ?? 0) ?? t('session.otherNetwork')
  const name = network?.name ?? String(chainId)
  const change = useFlow(bringFlow, { context: () => ({ chainId, isAdded: false }) })
  const add = useFlow(bringFlow, { context: () => ({ chainId, isAdded: true }) })
  const { run } = change
  useEffect(() => run.submit(), [run])
  // However it got there, also by hand.
  const isThere = session.chainId === chainId
  useEffect(() => {
    if (!isThere) return
    close()
    if (goOn) goOn()
    else toast(t('session.onNetwork', { name }))
  }, [isThere, goOn, name, t])
  const isBusy = [change, add].some(({ state }) => state.phase === 'opening' || state.phase === 'running')
  const failed = [add, change].map(({ state }) => state.steps.bring).find((step) => step?.at === 'failed')
  return (
    <Dialog
      open
      onClose={close}
      kicker={t('session.wrongChain')}
      title={t('wallet.changeNetwork', { name })}
      thumb={<span className="chain-mark">{network && <ChainGlyph symbol={network.symbol} />}</span>}
      foot={
        <>
          <Button variant="primary" full busy={isBusy} onClick={run.submit}>
            {isBusy ? t('session.signing') : t('session.switchTo', { name })}
          </Button>
          <Button full disabled={isBusy} onClick={add.run.submit}>
            {t('session.addNetwork', { name })}
          </Button>
        </>
      }
    >
      <p className="s16 muted">{t('session.wrongChainText', { name, standing: connectedNetwork })}</p>
      {failed?.at === 'failed' && (
        <p className="field-error" role="alert">
          {failed.text}
        </p>
      )}
      {network && <DefinitionList variant="ends" facts={factsOf(network, t)} />}
    </Dialog>
  )
}

type Network = NonNullable<ReturnType<typeof useNetwork>>

/** For adding the network by hand. */
function factsOf({ chainId, rpc, symbol }: Network, t: ReturnType<typeof useTranslation>['t']) {
  return [
    { key: 'id', label: t('session.chainId'), value: <span className="num">{chainId}</span> },
    { key: 'coin', label: t('session.coin'), value: symbol },
    { key: 'rpc', label: t('session.rpc'), value: <span className="addr chain-rpc">{rpc}</span> },
  ]
}
