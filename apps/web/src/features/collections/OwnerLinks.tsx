import type { Collection } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'

/** Pages that its owner names: https only, each once, called by where it leads (COLP-11). */
function ownerLinks({ externalUrl, links }: Pick<Collection, 'externalUrl' | 'links'>): { url: string; host: string }[] {
  const found = [externalUrl, ...links].flatMap((url) => {
    if (!URL.canParse(url)) return []
    const { protocol, host, href } = new URL(url)
    return protocol === 'https:' ? [{ url: href, host }] : []
  })
  return [...new Map(found.map((link) => [link.url, link])).values()]
}

export function OwnerLinks({ collection }: { collection: Collection }) {
  const { t } = useTranslation()
  const links = ownerLinks(collection)
  if (links.length === 0) return null
  return (
    <ul className="row g16 collection-links" aria-label={t('collection.links')}>
      {links.map(({ url, host }) => (
        <li key={url}>
          <a className="link" href={url} target="_blank" rel="ugc nofollow noopener">
            {host}
            <span className="visually-hidden">{t('shell.newTab')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
