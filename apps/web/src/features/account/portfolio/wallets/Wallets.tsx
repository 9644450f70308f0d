import { type Address, shortAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Wallet as WalletIcon } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { useTranslation } from '../../../../i18n/translate.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select } from '../../../../kit/Field.tsx'
import { Icon } from '../../../../kit/icons.tsx'
import { LazyBoundary } from '../../../../kit/LazyBoundary.tsx'
import { inTime } from '../../../../lib/chunk.ts'
import { walletsQuery } from '../portfolio-query.ts'
import './wallets.css'

const WalletsDialog = lazy(inTime(async () => ({ default: (await import('./WalletsDialog.tsx')).WalletsDialog })))

type Props = { me: Address; wallet: Address | undefined; onChange: (wallet: Address | undefined) => void }

/** Which wallets count, all or one, and the way to add another (MORE-03). */
export function Wallets({ me, wallet, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(walletsQuery(me))
  const all = data && [me, ...data.wallets.map(({ address }) => address)]
  const isGone = wallet !== undefined && all !== undefined && !all.includes(wallet)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time
  useEffect(() => {
    if (isGone) onChange(undefined)
  }, [isGone])
  const seen = data?.seenBy.length ?? 0
  return (
    <div className="portfolio-wallets">
      {all && all.length > 1 && (
        <Select
          label={t('portfolio.wallets.which')}
          value={wallet ?? ''}
          options={[
            { value: '', label: t('portfolio.wallets.all', { count: all.length }) },
            ...all.map((address) => ({ value: address as string, label: shortAddress(address) })),
          ]}
          onChange={(value) => onChange(all.find((address) => address === value))}
        />
      )}
      <Button onClick={() => setOpen(true)}>
        <Icon of={WalletIcon} size="small" />
        {seen > 0 ? t('portfolio.wallets.seen', { count: seen }) : t('portfolio.wallets.title')}
      </Button>
      {isOpen && (
        <LazyBoundary>
          <WalletsDialog me={me} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </div>
  )
}
