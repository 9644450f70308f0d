import { type ItemRecord, REPORT_KIND } from '@plinth/api'
import { openseaUrl } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Ellipsis, Flag, Gavel, RotateCw } from 'lucide-react'
import { shownAs } from '../../entities/hold-act.ts'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { askReport } from '../../flows/engine/report-ask.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Menu, MenuItem, MenuOut } from '../../kit/Menu.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, queryClient } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { useChainConfigQuery, useNetwork } from '../../lib/site.ts'
import { failureText } from '../../wallet/failure-text.ts'
import { roleOf } from './item-role.ts'
import type { OpenAct } from './open-act.ts'

/** Acts of holders, such as a transfer; the rest for every visitor (document A §2). */
export function ItemMenu({ item, open }: { item: ItemRecord; open: OpenAct }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const network = useNetwork(item.chainId)
  const { holds, own, owned } = roleOf(item, address, chainNow())
  // A holder's dialogs need it too.
  const { data: config } = useQuery({ ...useChainConfigQuery(item.chainId), enabled: address !== undefined })
  const hasAuctions = config !== undefined && config.contract.auctionExchange !== ''
  const elsewhere = network ? openseaUrl(network, item.collection, item.tokenId) : ''
  const signedIn = useSignedIn()
  const refreshed = t('request.refreshSuccess')
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('hold.more')} />}>
      {holds.map((act) => {
        const { label, icon } = shownAs(act)
        return (
          icon && (
            <MenuItem key={act} onSelect={() => open(act)}>
              <Icon of={icon} size="small" />
              {t(label)}
            </MenuItem>
          )
        )
      })}
      {own && owned > 0n && hasAuctions && (
        <MenuItem onSelect={() => open('startAuction')}>
          <Icon of={Gavel} size="small" />
          {t('auction.instead')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => refresh(item, refreshed)}>
        <Icon of={RotateCw} size="small" />
        {t('hold.refresh')}
      </MenuItem>
      {elsewhere !== '' && (
        <MenuOut href={elsewhere}>
          <Icon of={ArrowUpRight} size="small" />
          {t('hold.elsewhere')}
        </MenuOut>
      )}
      <MenuItem
        onSelect={() =>
          signedIn(() => askReport({ kind: REPORT_KIND.ITEM, address: item.collection, tokenId: item.tokenId, chainId: item.chainId }))
        }
      >
        <Icon of={Flag} size="small" />
        {t('report.item')}
      </MenuItem>
    </Menu>
  )
}

async function refresh({ collection, tokenId, chainId }: ItemRecord, refreshed: string): Promise<void> {
  try {
    await api.nft.refreshmeta({ collection, tokenId, chainId })
    toast(refreshed)
    await queryClient.invalidateQueries({ refetchType: 'active' })
  } catch (error) {
    toast(await failureText(error), 'bad')
  }
}
