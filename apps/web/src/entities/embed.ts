const SIZE = { width: 400, height: 560 } as const

/** The card of a work, by the path of its page; other pages have none. */
export const embedPathOf = (path: string): string | undefined =>
  path.startsWith('/detail/') ? path.replace('/detail/', '/embed/') : undefined

/** A name is untrusted, and the code is put into pages of others. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As /oembed gives it. */
export const embedCode = (url: string, title: string): string =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="${SIZE.width}" height="${SIZE.height}" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`
