import type { ItemRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Tag } from '../../kit/marks.tsx'
import { useSession } from '../../lib/session.ts'
import { loadWallet } from '../../wallet/load.ts'
import { isEdition } from './item-role.ts'

/** Says so where the chain, asked through the viewer's own wallet, knows the same supply and holding as the market. */
export function Checked({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const session = useSession()
  const { chainId, collection, tokenId, supply } = item
  const address = session.chainId === chainId ? session.address : undefined
  const quantityHeld = item.holdings.find(({ owner }) => owner === address)?.quantity ?? 0n
  const { data } = useQuery({
    queryKey: ['wallet.checked', chainId, collection, tokenId, supply, quantityHeld, address],
    queryFn: async () => {
      if (!address) return false
      const wallet = await loadWallet()
      const [total, own] = await Promise.all([
        isEdition(item) ? wallet.itemSupply(chainId, item) : 1n,
        wallet.itemBalance(chainId, item, address),
      ])
      return total === supply && own === quantityHeld
    },
    enabled: address !== undefined,
    retry: false,
  })
  if (!data) return null
  return (
    <Tag tone="good">
      <Icon of={ShieldCheck} size="tiny" />
      {t('work.checked')}
    </Tag>
  )
}
