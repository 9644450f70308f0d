import type { ItemRecord } from '@plinth/api'
import { Code, Link as LinkIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { toast } from '../kit/toast.tsx'
import { itemPath } from '../lib/links.ts'
import { openShare, SHARE_SITES } from '../lib/share.ts'
import { useConfig } from '../lib/site.ts'
import { EmbedDialog } from './EmbedDialog.tsx'

type Props = { item: Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId'>; title: string }

/** An item's address for others: on the sites people use, or copied. */
export function ShareMenu({ item, title }: Props) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [isEmbedding, setEmbedding] = useState(false)
  const url = `${location.origin}${itemPath(item)}`
  const shared = { text: t('hold.shareText', { title, site: site.name }), url, product: site.name }
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Share2} label={t('work.share')} />}>
        {SHARE_SITES.map(({ name, urlOf }) => (
          <MenuItem key={name} onSelect={() => openShare(urlOf(shared))}>
            {t('hold.shareOn', { site: name })}
          </MenuItem>
        ))}
        <li className="rule" aria-hidden="true" />
        <MenuItem onSelect={() => copy(url, t('work.shareCopied'), t('kit.copyFailed'))}>
          <Icon of={LinkIcon} size="small" />
          {t('hold.copyLink')}
        </MenuItem>
        <MenuItem onSelect={() => setEmbedding(true)}>
          <Icon of={Code} size="small" />
          {t('work.embed')}
        </MenuItem>
      </Menu>
      <EmbedDialog item={item} title={title} isOpen={isEmbedding} onClose={() => setEmbedding(false)} />
    </>
  )
}

async function copy(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(copied)
  } catch {
    toast(failed, 'bad')
  }
}
