import { createHash } from 'node:crypto'

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel))
/** A search term in the name of every hundredth item. */
export const COMMON_WORD = 'aurora'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const addressBytes = (text: string): Buffer => digest(text).subarray(0, 20)

export const personBytes = (index: number): Buffer => addressBytes(`person ${index}`)
export const collectionBytes = (index: number): Buffer => addressBytes(`collection ${index}`)
export const addressText = (bytes: Buffer): `0x${string}` => `0x${bytes.toString('hex')}`

/** Four random syllables: the more items there are, the more distinct terms. */
export function latinWord(index: number): string {
  return [...digest(`word ${index}`).subarray(0, 4)].map((byte) => SYLLABLES[byte % SYLLABLES.length]).join('')
}

/** Two Chinese characters. */
export function chineseWord(index: number): string {
  const bytes = digest(`字 ${index}`)
  return String.fromCodePoint(0x4e00 + (bytes.readUInt16BE(0) % 6_000), 0x4e00 + (bytes.readUInt16BE(2) % 6_000))
}
