import type { Language } from '@plinth/api'
import type { PageHead } from '../read/pages/page-heads.ts'

type Site = {
  readonly name: string
  readonly origin: string
  readonly language: Language
  /** Files of the web app that this page needs besides the common ones, as paths below its root. */
  readonly files: readonly string[]
  /** A market of play money: on phones the app shows a strip that says so below its header. */
  readonly isPlayMoney: boolean
}

/** index.html with this page's head. Every text of the head is untrusted, so it is escaped. */
export function withHead(page: string, head: PageHead, { name, origin, language, files, isPlayMoney }: Site): string {
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
    ...(head.fact ? [meta('name', 'twitter:label1', head.fact.label), meta('name', 'twitter:data1', head.fact.text)] : []),
    ...(head.isEmbeddable
      ? [`<link rel="alternate" type="application/json+oembed" href="${escaped(`${origin}/oembed?${new URLSearchParams({ url })}`)}" />`]
      : []),
    ...(head.early === undefined ? [] : [`<link rel="preload" as="image" fetchpriority="high" href="${escaped(head.early)}" />`]),
  ]
  // Functions: a name may contain replacement patterns such as $&.
  return (
    page
      .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
      .replace(/\s*<meta name="description"[^>]*>/, () => '')
      .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
      // After the files that every page needs: those load first.
      .replace('</head>', () => `${files.map(ahead).join('')}</head>`)
      .replace('<body>', () => `<body>${head.isOnWall && head.early !== undefined ? firstSight(head.early, isPlayMoney) : ''}`)
  )
}

/** The item's picture at the position and size that the item page gives it (stage.css), until that page removes it. */
const firstSight = (picture: string, isUnderStrip: boolean): string => `
    <div id="first-sight"${isUnderStrip ? ' class="under-strip"' : ''} aria-hidden="true">
      <div class="wrap sight-page">
        <div class="wall sight-wall">
          <div class="wall-floor"></div>
          <img src="${escaped(picture)}" alt="" />
        </div>
      </div>
    </div>`

/** Styles are preloaded, not applied: the app applies them in its own order. */
function ahead(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `  <link ${kind} crossorigin href="/${escaped(file)}">\n  `
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
