import type { Language } from '@plinth/api'
import type { PageHead } from '../views/page-heads.ts'

type Site = { readonly name: string; readonly origin: string; readonly language: Language }

/** index.html with what this page says of itself. Every word may be a stranger's. */
export function withHead(page: string, head: PageHead, { name, origin, language }: Site): string {
  const url = origin + head.path
  const tags = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escaped(url)}" />`,
    meta('property', 'og:site_name', name),
    meta('property', 'og:type', head.type),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', origin + head.image),
    meta('name', 'twitter:card', head.hasOwnImage ? 'summary_large_image' : 'summary'),
    ...(head.early === undefined ? [] : [`<link rel="preload" as="image" href="${escaped(head.early)}" />`]),
  ]
  // Functions: a name may hold what a replacement text gives a meaning.
  return page
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(/\s*<meta name="description"[^>]*>/, () => '')
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
