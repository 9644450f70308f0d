/** Pages that the documents name with these words and nothing else (document A §2). */
export const PLACEHOLDERS = { importnft: '从其他平台导入', createcatenft: '创建分类合集' } as const

/** Characters of a name in a title: more is shown nowhere. */
const LONGEST_NAME = 100

/** A page's title. The name may be anybody's. */
export function pageTitle(name: string, siteName: string): string {
  return `${plainText(name, LONGEST_NAME)} · ${siteName}`
}

/** In one line, without control characters and what turns the text around it, cut at so many characters. */
export function plainText(text: string, longest: number): string {
  const plain = text
    // Cut first: what is longer than all that may be dropped from it is not looked at.
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
