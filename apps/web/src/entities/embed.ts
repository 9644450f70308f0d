import type { ItemRecord } from '@plinth/api'

const SIZE = { width: 400, height: 560 } as const

export const embedPath = ({ collection, tokenId, chainId }: Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId'>): string =>
  `/embed/${collection}:${tokenId}?chain=${chainId}`

/** A name is untrusted, and the code is put into pages of others. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As /oembed gives it. */
export const embedCode = (url: string, title: string): string =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="${SIZE.width}" height="${SIZE.height}" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`
