import type { Address } from '@plinth/protocol'
import { endEverythingCall, endingExchanges } from '@plinth/sdk'
import { ShieldCheck } from 'lucide-react'
import { CallCost } from '../../entities/price/CallCost.tsx'
import { useLocale } from '../../i18n/index.ts'
import { namesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { Icon } from '../../kit/icons.tsx'
import { groupDigits } from '../../lib/numbers.ts'
import type { EndingAll } from './EndEverythingDialog.tsx'
import type { AllowedView, ChainView } from './use-allowed.ts'

type Props = { view: AllowedView; onEnd: (ending: EndingAll) => void }

/** Exchanges of a chain at which something could still be filled: the present one always, a former one while it may move anything. */
function exchangesToEnd({ config, rows = [] }: ChainView, { signed }: AllowedView): Address[] {
  const { contract, network } = config
  const isNeeded = (exchange: Address) => {
    const set = contract.former.find((one) => one.exchange === exchange)
    if (!set) return true
    const isSigned = signed?.list.some(
      (one) => one.chainId === network.chainId && (one.exchange === set.exchange || one.exchange === set.auctionExchange),
    )
    return isSigned === true || rows.some(({ edition }) => edition === set.edition)
  }
  return endingExchanges(config).filter(isNeeded)
}

/** One transaction for each chain, or one more if a former contract needs it; the cost stands before the choice. */
export function EndEverything({ view, onEnd }: Props) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const read = view.chains.filter(({ rows, looked }) => rows && looked)
  const isFirstLeft = view.chains.some(({ rows = [] }) => rows.some(({ edition }) => edition === 1))
  const busiest = view.chains.find(({ config }) => knownOn(view, config.network.chainId) > 0)
  return (
    <aside className="approvals-aside" aria-labelledby="end-everything">
      <h2 id="end-everything" className="d d22">
        {t('approvals.everything')}
      </h2>
      <p>{t('approvals.everythingText')}</p>
      {view.chains.map((chain) => {
        const { chainId } = chain.config.network
        const exchanges = exchangesToEnd(chain, view)
        const known = knownOn(view, chainId)
        const text =
          known > 0 ? t('approvals.endAllOn', { count: known, network: chain.name }) : t('approvals.endOn', { network: chain.name })
        return (
          <div key={chainId} className="approvals-end">
            <DefinitionList
              variant="ends"
              facts={[
                { key: 'ended', label: t('approvals.signaturesEnded'), value: t('approvals.known', { count: known }) },
                { key: 'moves', label: t('approvals.movesOrSells'), value: t('approvals.movesNothing') },
                {
                  key: 'cost',
                  label: t('approvals.transactions', { count: exchanges.length }),
                  value: <CallCost chainId={chainId} calls={exchanges.map((one) => endEverythingCall(chainId, one))} />,
                },
              ]}
            />
            {exchanges.length > 1 && <p className="approvals-note s14">{t('approvals.twoNeeded')}</p>}
            <Button
              full
              {...(chain === busiest ? { variant: 'primary' as const, dot: true } : {})}
              onClick={() => onEnd({ chainId, network: chain.name, exchanges })}
            >
              {text}
            </Button>
          </div>
        )
      })}
      {isFirstLeft && <p className="approvals-note s14">{t('approvals.firstEdition')}</p>}
      {read.length > 0 && (
        <p className="approvals-read s14">
          <Icon of={ShieldCheck} />
          <span>
            {t('approvals.readHere', {
              blocks: namesText(
                read.map(({ name, looked }) => `${name} ${groupDigits(String(looked?.to ?? 0n))}`),
                locale,
              ),
            })}
          </span>
        </p>
      )}
      <p className="s12 muted">{t('approvals.elsewhere')}</p>
    </aside>
  )
}

const knownOn = ({ signed }: AllowedView, chainId: number): number => signed?.list.filter((one) => one.chainId === chainId).length ?? 0
