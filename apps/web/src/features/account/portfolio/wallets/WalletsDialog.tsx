import { type Address, shortAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocale } from '../../../../i18n/index.ts'
import { useTranslation } from '../../../../i18n/translate.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/Dialog.tsx'
import { Identicon } from '../../../../kit/Identicon.tsx'
import { Skeleton } from '../../../../kit/marks.tsx'
import { PartFailed } from '../../../../kit/states.tsx'
import { toast } from '../../../../kit/toast.tsx'
import { portfolioApi } from '../../../../lib/portfolio-api.ts'
import { useSession } from '../../../../lib/session.ts'
import { failureText } from '../../../../wallet/failure-text.ts'
import { walletsQuery } from '../portfolio-query.ts'
import { AddWallet } from './AddWallet.tsx'
import { refreshPortfolio } from './refresh.ts'

const MOST_WALLETS = 10

/** The wallets that count, and the accounts that see the caller's; each ends with one press. */
export function WalletsDialog({ me, onClose }: { me: Address; onClose: () => void }) {
  const { t } = useTranslation()
  const { byMail } = useSession()
  const [isAdding, setAdding] = useState(false)
  const { data, isError, refetch } = useQuery(walletsQuery(me))
  const end = async (act: () => Promise<unknown>, text: string) => {
    try {
      await act()
      toast(text)
    } catch (error) {
      toast(await failureText(error), 'bad')
    }
    await refreshPortfolio()
  }
  const canAdd = data !== undefined && !byMail && data.wallets.length < MOST_WALLETS
  const foot = !isAdding && (
    <>
      {byMail && <p className="hint">{t('portfolio.wallets.byMail')}</p>}
      {data && data.wallets.length >= MOST_WALLETS && <p className="hint">{t('portfolio.wallets.most')}</p>}
      {canAdd && (
        <Button variant="primary" full onClick={() => setAdding(true)}>
          {t('portfolio.wallets.add')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('portfolio.wallets.title')} foot={foot}>
      <p className="muted">{t('portfolio.wallets.text')}</p>
      {!data && (isError ? <PartFailed text={t('portfolio.wallets.failed')} retry={refetch} /> : <Skeleton height={56} width="100%" />)}
      {data && (
        <ul className="wallet-list" aria-label={t('portfolio.wallets.which')}>
          <Row address={me} text={t('portfolio.wallets.own')} />
          {data.wallets.map(({ address, createdAt }) => (
            <Row key={address} address={address} since={createdAt}>
              <Button
                size="small"
                aria-label={t('portfolio.wallets.removeOf', { address: shortAddress(address) })}
                onClick={() => end(() => portfolioApi.walletremove({ wallet: address }), t('portfolio.wallets.removed'))}
              >
                {t('portfolio.wallets.remove')}
              </Button>
            </Row>
          ))}
        </ul>
      )}
      {isAdding && data && <AddWallet me={me} known={data.wallets.map(({ address }) => address)} onDone={() => setAdding(false)} />}
      {data && data.seenBy.length > 0 && (
        <section className="wallet-viewers" aria-label={t('portfolio.wallets.seenBy')}>
          <h3 className="strong">{t('portfolio.wallets.seenBy')}</h3>
          <p className="muted">{t('portfolio.wallets.seenByText')}</p>
          <ul className="wallet-list">
            {data.seenBy.map(({ address, createdAt }) => (
              <Row key={address} address={address} since={createdAt}>
                <Button
                  size="small"
                  aria-label={t('portfolio.wallets.endOf', { address: shortAddress(address) })}
                  onClick={() => end(() => portfolioApi.walletdeny({ account: address }), t('portfolio.wallets.ended'))}
                >
                  {t('portfolio.wallets.end')}
                </Button>
              </Row>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

type RowProps = { address: Address; since?: number; text?: string; children?: ReactNode }

function Row({ address, since, text, children }: RowProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const day = since !== undefined && new Intl.DateTimeFormat(intl, { dateStyle: 'medium' }).format(since * 1_000)
  return (
    <li className="wallet-row">
      <Identicon seed={address} size={32} />
      <span className="wallet-row-name">
        <span className="address" title={address}>
          {shortAddress(address)}
        </span>
        <span className="hint">{day ? t('portfolio.wallets.since', { day }) : text}</span>
      </span>
      {children}
    </li>
  )
}
