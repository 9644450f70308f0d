/** Page titles fixed by the documents (document A §2). */
export const PLACEHOLDERS = { importnft: '从其他平台导入', createcatenft: '创建分类合集' } as const

/** Most characters of a name in a title: no browser shows more. */
const LONGEST_NAME = 100

/** A page's title. The name is untrusted text. */
export function pageTitle(name: string, siteName: string): string {
  return `${plainText(name, LONGEST_NAME)} · ${siteName}`
}

/** One line without control characters and bidirectional controls, cut at so many characters. */
export function plainText(text: string, longest: number): string {
  const plain = text
    // Cut first, so that an overlong text is not scanned in full.
    .slice(0, longest * 8)
    .toWellFormed()
    .replaceAll(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = [...plain]
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : plain
}
