/** What goes with everything that is shared (document B §9). */
export const hashtagsOf = (product: string): string[] => [product.replaceAll(/[^\p{L}\p{N}]/gu, ''), 'ethereum', 'digitalasset', 'nft']

export type Shared = { text: string; url: string; product: string }

/** The sentence and its hashtags, for sites that have no field of their own for them. */
export function shareText({ text, product }: Omit<Shared, 'url'>): string {
  const tags = hashtagsOf(product).map((tag) => `#${tag}`)
  return `${text} ${tags.join(' ')}`
}

type Site = { name: string; urlOf: (shared: Shared) => string }

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

export const SHARE_SITES: readonly Site[] = [
  {
    name: 'X',
    urlOf: ({ text, url, product }) => `https://x.com/intent/post?${query({ text, url, hashtags: hashtagsOf(product).join(',') })}`,
  },
  {
    name: 'Facebook',
    urlOf: (shared) => `https://www.facebook.com/sharer/sharer.php?${query({ u: shared.url, quote: shareText(shared) })}`,
  },
  { name: 'Telegram', urlOf: (shared) => `https://t.me/share/url?${query({ url: shared.url, text: shareText(shared) })}` },
  { name: 'Weibo', urlOf: (shared) => `https://service.weibo.com/share/share.php?${query({ url: shared.url, title: shareText(shared) })}` },
]

const WIDTH = 600
const HEIGHT = 450

/** In a window of its own (document A §2), which learns nothing of this one. */
export function openShare(url: string): void {
  window.open(url, '_blank', `popup,width=${WIDTH},height=${HEIGHT},noopener,noreferrer`)
}
