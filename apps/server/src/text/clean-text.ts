/**
 * Text for display: no control characters, nothing invisible or changing the direction of later text, no stacked accents. Joiners
 * stay, scripts and emoji need them.
 */
export function cleanText(value: unknown, longest: number, hasLines = false): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  const text = String(value)
    // Cut first, with room for all that may be dropped: the rest is not read.
    .slice(0, longest * 4)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(hasLines ? /[^\P{Cc}\n\t]/gu : /\p{Cc}+/gu, hasLines ? '' : ' ')
    .replaceAll(
      /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
      '',
    )
    .replaceAll(/([\u200c\u200d])[\u200c\u200d]+/gu, '$1')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return text.slice(0, longest).toWellFormed()
}
