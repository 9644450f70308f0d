import type { Language } from '@plinth/api'
import type { PageHead } from '../views/page-heads.ts'

type Site = {
  readonly name: string
  readonly origin: string
  readonly language: Language
  /** Files of the web app that this page needs besides the common ones, as paths below its root. */
  readonly files: readonly string[]
  /** On phones the app shows it in a strip below its header. */
  readonly isPlayMoney: boolean
}

/** index.html with this page's head. All its texts are untrusted. */
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
    ...(head.early === undefined ? [] : [`<link rel="preload" as="image" href="${escaped(head.early)}" />`]),
  ]
  // Functions: a name may contain replacement patterns such as $&.
  return (
    page
      .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
      .replace(/\s*<meta name="description"[^>]*>/, () => '')
      .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
      // After what every page stands on: that is needed first.
      .replace('</head>', () => `${files.map(ahead).join('')}</head>`)
      .replace('<body>', () => `<body>${head.isOnWall && head.early !== undefined ? firstSight(head.early, isPlayMoney) : ''}`)
  )
}

/** The work on the wall, where and as large as the item's page will have it (stage.css); that page takes it away. */
const firstSight = (picture: string, isUnderStrip: boolean): string => `
    <div id="first-sight"${isUnderStrip ? ' class="under-strip"' : ''} aria-hidden="true">
      <div class="wrap sight-page">
        <div class="wall sight-wall">
          <div class="wall-floor"></div>
          <img src="${escaped(picture)}" alt="" />
        </div>
      </div>
    </div>`

/** Styles are only fetched: which of them comes first is the app's to say. */
function ahead(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `  <link ${kind} crossorigin href="/${escaped(file)}">\n  `
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
