import { looksOfficial } from '../../text/plain-names.ts'

/** First segments of the paths that web app and server answer, in small letters, and words for what a market may yet answer. */
const PATHS = [
  '404 about account activity admin api assets auction auctions auth blindbox blog box boxes bundles cart categories category collection',
  'collections connect contact contract contracts create dev detail doc docs embed events explore faq favicon feed guide healthz help home images',
  'img import-nft info ipfs item items legal license livez login logout lists mail message messages metrics mint networks news nft nfts noticedetail',
  'noticelist oembed openapi operator orders pages platnft portfolio privacy profile rankings readyz regist register robots root salelist search security settings',
  'setpwd signin signup sitemap static stats status store support system terms token tokens trade upload uploads user users wallet webhook www',
]
const RESERVED = new Set(PATHS.flatMap((line) => line.split(' ')))

/** A name of signs alone, or one that begins as an address does. */
const NAMELESS = /^(?:-+$|0x)/

/** Whether no account may take a short link: a path of the market's, its name or an office, or no name at all. */
export function isReservedLink(shortUrl: string, siteName: string): boolean {
  return RESERVED.has(shortUrl) || NAMELESS.test(shortUrl) || looksOfficial(shortUrl, siteName)
}
