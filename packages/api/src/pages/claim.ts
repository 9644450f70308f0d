import type { Announcement } from '../schemas/catalogue.ts'

const LONGEST_TITLE = 300
const LONGEST_CONTENT = 20_000

/** The announcement that a link claims to show. Untrusted: any account can write one. */
export type Claimed = Pick<Announcement, 'title' | 'content'> & { lang: string }

/** Undefined where the text is no announcement. */
export function readClaim(text: string | null): Claimed | undefined {
  const claim = parse(text)
  if (typeof claim !== 'object' || claim === null) return undefined
  const word = (...names: string[]) => {
    const found = names.map((name) => Reflect.get(claim, name)).find((value) => typeof value === 'string')
    return clean(typeof found === 'string' ? found : '')
  }
  const title = word('tittle', 'title').replaceAll('\n', ' ').slice(0, LONGEST_TITLE).trim()
  return title === '' ? undefined : { title, content: word('content').slice(0, LONGEST_CONTENT), lang: word('lang') }
}

/** The server's announcement that the claim refers to: only its texts are the market's. */
export function findClaimed(list: readonly Announcement[], { title, lang }: Claimed): Announcement | undefined {
  const named = list.filter((each) => clean(each.title) === title)
  return named.find((each) => each.lang === lang) ?? named[0]
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Strips invisible characters and bidirectional controls. */
const clean = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : '')).trim()
