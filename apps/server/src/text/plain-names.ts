/**
 * Names that people give: of an account, a collection, an item. The rules are those of the PRECIS Nickname profile (RFC 8266) and
 * the skeleton of UTS 39 for one comparison, with JavaScript's own Unicode properties: npm has no PRECIS library that is kept up,
 * and those for look-alikes map single characters of far more than this one name needs.
 */
type NameProblem = 'NAME_BLANK' | 'NAME_UNREADABLE' | 'NAME_RESERVED'

/** Control characters, line ends, private and unassigned ones, and halves of a pair. */
const UNREADABLE = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/u
/** Invisible ones and marks of direction; what is left of them after the joiners that scripts and emoji need. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u
/** Between parts of an emoji, after a virama, between letters that join; which form of an emoji or of a Chinese character. */
const NEEDED_JOINERS = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gu,
  /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/gu,
  /(?<=\p{Emoji})\ufe0f/gu,
  /(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu,
  // Flags of England, Scotland and Wales.
  /(?<=\u{1f3f4})[\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu,
]
/** More marks on one letter than any language writes reach into the lines around it. */
const STACKED = /\p{M}{5}/u

/** As it is stored: every kind of blank a plain one, single, and none around the name (RFC 8266, section 2.1). */
export function plainName(name: string): string {
  return name.replaceAll(/\p{Zs}+/gu, ' ').trim()
}

/** Why a name is refused; undefined for one that is readable and can't be taken for the market's own. */
export function findNameProblem(name: string, siteName: string): NameProblem | undefined {
  return findTextProblem(name) ?? (looksOfficial(name, siteName) ? 'NAME_RESERVED' : undefined)
}

/** The same for a name that may be anybody's, such as a work's. */
export function findTextProblem(name: string): Exclude<NameProblem, 'NAME_RESERVED'> | undefined {
  const visible = NEEDED_JOINERS.reduce((rest, joiner) => rest.replaceAll(joiner, ''), name)
  if (UNREADABLE.test(visible) || INVISIBLE.test(visible) || STACKED.test(visible.normalize('NFD'))) return 'NAME_UNREADABLE'
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(visible) ? undefined : 'NAME_BLANK'
}

const ROLES = [
  'administrator',
  'admin',
  'operator',
  'moderator',
  'support',
  'official',
  'staff',
  '官方',
  '客服',
  '管理员',
  '管理員',
  '运营',
]
/** Say nothing by themselves. */
const FILLERS = ['team', 'help', 'the', 'service', 'desk', 'account', 'market', 'nft', '团队', '市场', '平台']

/** The site's name or an office, written in whatever letters look like it: `РIinth Support` is `Plinth support`. */
export function looksOfficial(name: string, siteName: string): boolean {
  const marks = [siteName, ...ROLES].map(skeleton).filter(Boolean)
  const words = new Set([...marks, ...FILLERS.map(skeleton)])
  const text = skeleton(name)
  // By position: whether words alone lead there, and whether one of them is a mark. No pattern: one over words that are made of
  // each other, as for a site named NFT, would try each way to cut the text.
  const reached: ('no' | 'plain' | 'marked')[] = Array.from({ length: text.length + 1 }, () => 'no')
  reached[0] = 'plain'
  for (const [at, state] of reached.entries()) {
    if (state === 'no') continue
    for (const word of words) {
      if (!text.startsWith(word, at)) continue
      const end = at + word.length
      if (state === 'marked' || marks.includes(word)) reached[end] = 'marked'
      else if (reached[end] === 'no') reached[end] = 'plain'
    }
  }
  return text !== '' && reached[text.length] === 'marked'
}

/** Letters and digits alone, each as the Latin one that it is taken for. */
function skeleton(text: string): string {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFKC')
  const seen = [...folded].map((letter) => LATIN.get(letter) ?? LATIN.get(letter.toLowerCase()) ?? letter.toLowerCase())
  return seen
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Look-alikes of Latin letters, from UTS 39's confusables: of Latin, digits, Greek, Cyrillic, Armenian and Cherokee. */
const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'ɑαаᴀ4@',
    b: 'ƅьʙᏏ',
    c: 'ϲсᴄⅽᏟ',
    d: 'ԁđᴅᏧ',
    e: 'еєεҽᴇᎬ3',
    f: 'ſꜰƒϝ',
    g: 'ɡցɢᏀ',
    h: 'һհʜнᎻ',
    j: 'јϳᴊᎫ',
    k: 'κкᴋᏦ',
    // i and l are one: capital I, small l and the digit 1 are drawn alike.
    l: 'iI|1ıɩɪӏіιłʟᏞᎥ',
    m: 'мᴍᎷ',
    n: 'ոηпɴ',
    o: '0οоσօøᴏΟ',
    p: 'ρрᴘᏢþ',
    q: 'ԛզ',
    r: 'гᴦʀᏒ',
    s: 'ѕꜱᏚ5$',
    t: 'тτᴛᎢ',
    u: 'υսᴜц',
    v: 'νѵᴠᏙ',
    w: 'ԝωᴡᏔ',
    x: 'хχ×',
    y: 'уγʏүᎩ',
    z: 'ᴢᏃ',
  }).flatMap(([latin, alike]) => [...alike].map((letter) => [letter, latin] as const)),
)
