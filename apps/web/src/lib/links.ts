/** Where things live. Own links name the chain; they open without it too (decision 10). */
type ItemRef = { collection: string; tokenId: bigint; chainId: number }

export const itemPath = ({ collection, tokenId, chainId }: ItemRef) => `/detail/${collection}:${tokenId}?chain=${chainId}`
export const accountPath = (address: string) => `/account/${address}`
export const boxPath = ({ id, chainId }: { id: bigint; chainId: number }) => `/blindbox/detail/${id}?chain=${chainId}`
export const collectionPath = (address: string, chainId: number) => `/collection/${address}?chain=${chainId}`

/** Rankings by this filter or that; the first one without any. */
export const RANKINGS_PATH = '/rankings'

/** To the connect page, and back to `back` afterwards. */
export const connectPath = (back: string) => `/connect?redirect=${encodeURIComponent(back)}`

/** Another of the pages before the door, and in the end where this one would have led. */
export function doorPath(page: '/connect' | '/login' | '/regist' | '/setpwd', here: URLSearchParams): string {
  const back = safeRedirect(here.get('redirect'))
  return back === '/' ? page : `${page}?redirect=${encodeURIComponent(back)}`
}

export const categoryPath = (id: bigint) => `/salelist/${id}`

/** A page elsewhere over a line that cannot be changed on the way: what others are led to (COLP-11). */
export const isSecurePage = (url: string): boolean => /^https:\/\//i.test(url) && URL.canParse(url)

/** Same-origin paths only: a redirect never leaves the site (decision 19). */
export function safeRedirect(target: string | null): string {
  if (!target?.startsWith('/') || /^\/[/\\]/.test(target)) return '/'
  const url = new URL(target, 'http://same.origin')
  // "/.//x" and "/a/..//x" become "//x", which is another host.
  if (url.origin !== 'http://same.origin' || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
