import { thumbnailUrl } from '@plinth/protocol'

/** Where the browser can fetch a metadata address; "" for schemes that the app does not load. */
export function mediaUrl(address: string): string {
  const ipfs = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(address)
  if (ipfs) return `/ipfs/${ipfs[1]}`
  if (/^(https?:\/\/|\/(?!\/)|blob:)/i.test(address)) return address
  return /^data:image\/(png|jpeg|gif|webp|avif);/i.test(address) ? address : ''
}

/** A smaller copy for cards, and a sharper one for dense screens. */
export function thumbnail(address: string): { src: string; srcSet?: string } {
  const url = mediaUrl(address)
  const src = thumbnailUrl(url)
  if (src === url) return { src }
  return { src, srcSet: `${src} 1x, ${thumbnailUrl(url, '600x600')} 2x` }
}
