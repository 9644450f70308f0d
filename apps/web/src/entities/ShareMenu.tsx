import { Code, Link as LinkIcon, Share2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Icon } from '../kit/icons.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { toast } from '../kit/toast.tsx'
import { inTime } from '../lib/chunk.ts'
import { openShare, SHARE_SITES } from '../lib/share.ts'
import { useConfig } from '../lib/site.ts'
import { embedPathOf } from './embed.ts'

const load = inTime(async () => ({ default: (await import('./EmbedDialog.tsx')).EmbedDialog }))
const EmbedDialog = lazy(load)

type Props = { /** Of the page. */ path: string; title: string; label?: string; line?: boolean }

/** A page's address for others: on the sites people use, or copied. */
export function ShareMenu({ path, title, label, line = false }: Props) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [isEmbedding, setEmbedding] = useState(false)
  const card = embedPathOf(path)
  const url = `${location.origin}${path}`
  const shared = { text: t('hold.shareText', { title, site: site.name }), url, product: site.name }
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Share2} label={label ?? t('work.share')} className={line ? 'line' : ''} />}>
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
        {card && (
          <MenuItem onSelect={() => setEmbedding(true)}>
            <Icon of={Code} size="small" />
            {t('work.embed')}
          </MenuItem>
        )}
      </Menu>
      <LazyBoundary>{card && isEmbedding && <EmbedDialog path={card} title={title} onClose={() => setEmbedding(false)} />}</LazyBoundary>
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
