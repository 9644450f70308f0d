import { createHash } from 'node:crypto'
import type { Language } from '@plinth/api'
import { EMBED_WORDS, withWord } from '../read/pages/embed-words.ts'
import type { Embed } from '../read/pages/item-embeds.ts'
import { escaped } from './page-head.ts'

/** Seconds after which the card is loaded again: it has no script that could follow the price. */
export const FRESH_S = 30

/** The site's colours (tokens.css), once for each theme. */
const LIGHT = '--paper:#fbfaf7;--mat:#f1eee6;--ink:#16150f;--muted:#5e5c54;--line:#e4e0d6'
const DARK = '--paper:#121210;--mat:#20201d;--ink:#f2f0e8;--muted:#a8a69c;--line:#2e2d29'

const STYLE = `
:root{${LIGHT};color-scheme:light}
@media (prefers-color-scheme:dark){:root{${DARK};color-scheme:dark}}
:root[data-theme=light]{${LIGHT};color-scheme:light}
:root[data-theme=dark]{${DARK};color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:14px/20px Inter,system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
a{color:inherit;text-decoration:none}
.card{display:flex;flex-direction:column;height:100vh;min-height:220px;border:1px solid var(--line)}
.mat{flex:1;min-height:0;display:grid;place-items:center;padding:24px;background:var(--mat)}
.mat img{display:block;max-width:100%;max-height:100%;min-height:0;object-fit:contain}
.cap{padding:16px 20px 12px}
.cap p,h1{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.muted{color:var(--muted);font-size:12px;line-height:18px}
h1{font:400 22px/30px Fraunces,Georgia,"Songti SC",serif}
.price{font-weight:560;font-variant-numeric:tabular-nums}
.price span{margin-right:8px;font-weight:400;color:var(--muted)}
.foot{display:block;padding:12px 20px;border-top:1px solid var(--line);font-weight:500}
a:focus-visible{outline:2px solid var(--ink);outline-offset:-2px}
`

/** The card runs nothing, loads nothing but the picture, and any site may frame it: it has no session, wallet or act. */
export const EMBED_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join(';'),
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': `public, max-age=${FRESH_S}`,
  refresh: String(FRESH_S),
} as const

type Site = { readonly name: string; readonly origin: string; readonly language: Language; readonly theme: 'light' | 'dark' | undefined }

/** Of an item that is not there the card says so. */
export function embedPage(embed: Embed | undefined, { name, origin, language, theme }: Site): string {
  const words = EMBED_WORDS[language]
  const see = (path: string) =>
    `<a class="foot" href="${escaped(origin + path)}" target="_blank" rel="noopener">${escaped(withWord(words.see, 'site', name))}</a>`
  const body = embed
    ? `<article class="card">
<a class="mat" href="${escaped(origin + embed.path)}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true">${
        embed.picture === undefined ? '' : `<img src="${escaped(embed.picture)}" alt="">`
      }</a>
<div class="cap">
<p class="muted">${escaped(embed.collection)}</p>
<h1 title="${escaped(embed.name)}">${escaped(embed.name)}</h1>
<p class="muted">${escaped(withWord(words.by, 'name', embed.maker))}</p>
<p class="price">${embed.price ? `<span>${words[embed.price.kind]}</span>${escaped(embed.price.text)}` : `<span>${words.none}</span>`}</p>
</div>
${see(embed.path)}
</article>`
    : `<article class="card"><div class="mat"><p class="muted">${words.missing}</p></div>${see('/')}</article>`
  return `<!doctype html>
<html lang="${language}"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(embed?.name ?? words.missing)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}
