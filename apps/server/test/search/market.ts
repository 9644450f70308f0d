/**
 * The market that the table of questions is asked in: collections of competing names, oldest first.
 * It says what is there; how it gets into a database is the business of the test.
 */

export interface SoughtCollection {
  key: string
  name: string
  /** The operator has verified it. */
  verified: boolean
  /** A key of PEOPLE. */
  creator: string
  /** How many works it has in the whole market, numbered from 1. */
  works: number
  /** The numbers that the small market keeps of it. */
  few: readonly number[]
  /** The name of a work by its number. */
  nameOf: (number: number) => string
  /** What every work of it says of itself. */
  description?: string
}

const numbered = (words: string) => (number: number) => `${words} #${number}`
const listed =
  (...names: readonly string[]) =>
  (number: number) =>
    names[number - 1] ?? `Sheet ${number}`

const MANNERS = ['Quiet', 'Amber', 'Hollow', 'Distant', 'Paper', 'Second', 'Silver', 'Unfinished'] as const
const THINGS = ['Drift', 'Harbour', 'Bridge', 'Star', 'Ridge', 'Field', 'Letter', 'Lines', 'Annals', 'Tide'] as const
/** "Quiet Drift 9": words that others have for a name, and a number that is theirs too. */
const ofManners = (number: number) =>
  `${MANNERS[number % MANNERS.length] ?? ''} ${THINGS[Math.floor(number / 8) % THINGS.length] ?? ''} ${number}`

/** Nicknames, oldest account first. */
export const PEOPLE: Readonly<Record<string, string>> = {
  mira: 'Mira',
  miraChen: 'Mira Chen',
  chenWei: 'Chen Wei',
  miranda: 'Miranda Okafor',
  admira: 'Admira',
  achenbach: 'Achenbach',
  otto: 'Otto Brandt',
  linWan: '林晚',
  linWanqiu: '林晚秋',
  copyist: 'Fast Copies',
  studio: 'The Print Room',
}

export const COLLECTIONS: readonly SoughtCollection[] = [
  collection('drift', 'Drift', true, 'miraChen', 500, [9, 19, 90], numbered('Drift')),
  collection('field', 'Field', true, 'studio', 8_000, [7777, 4242, 1984], numbered('Field')),
  collection('ridge', 'Ridge Lines', true, 'studio', 450, [4, 40, 400], numbered('Ridge Lines')),
  collection('cohort', 'Cohort', false, 'studio', 3_000, [9, 2024], numbered('Cohort')),
  collection('plates', 'Plates', true, 'studio', 800, [7, 70, 700], (n) => `Plate ${String(n).padStart(3, '0')}`),
  collection('postcards', 'Postcards', false, 'studio', 60, [9, 19], (n) => (n === 9 ? 'Lilies' : `Postcard: ${n} h`)),
  collection('letters', 'Letters', false, 'studio', 60, [3, 9], (n) => `Letter #${n * 3}`),
  collection('studio', 'Studio', true, 'studio', 100, [54], numbered('Studio')),
  collection('rooms', 'Rooms', false, 'studio', 4, [1, 2, 3, 4], listed('Kitchen', '1984', 'Studio 54', 'Room 7777')),
  collection('harbours', 'Harbours', false, 'studio', 3, [1, 2, 3], listed('Harbour at Night', 'Harbour', 'Night Tern')),
  collection('bridges', 'Bridges', false, 'studio', 3, [1, 2, 3], listed('Bridge of Sighs', 'Old Bridge', 'Sighs')),
  collection('stars', 'Stars', false, 'studio', 4, [1, 2, 3, 4], listed('Star', 'Star Map', 'Starling', 'Mustard')),
  collection('lamps', 'Lamps', false, 'studio', 1, [1], listed('Lantern at Sea')),
  collection('tideline', 'Tideline', true, 'miranda', 100, [1], numbered('Tideline')),
  collection('annals', 'The Annals', true, 'miranda', 100, [1], numbered('The Annals')),
  collection('shanshui', '山水', true, 'linWanqiu', 200, [9, 19, 90], numbered('山水')),
  collection('jiangnan', '江南', true, 'linWanqiu', 100, [1], numbered('江南')),
  collection('scrolls', '长卷', false, 'linWanqiu', 3, [1, 2, 3], listed('流水账', '春雪', '春雪初晴')),
  collection('alone', '独', false, 'linWan', 1, [1], listed('灯')),
  collection('machines', 'Machines', false, 'otto', 1, [1], listed('Slow Machine')),
  // From here on come the newer ones, which compete.
  collection('cohort2024', 'Cohort 2024', false, 'copyist', 100, [9, 90], numbered('Cohort 2024')),
  collection('driftwood', 'Driftwood', false, 'studio', 300, [9, 12, 120], numbered('Driftwood')),
  collection('blueRidge', 'Blue Ridge Lines', false, 'studio', 450, [40], numbered('Blue Ridge Lines')),
  collection('cambridge', 'Cambridge', false, 'studio', 600, [1], numbered('Cambridge')),
  collection('atlantic', 'Atlantic', false, 'studio', 600, [1], numbered('Atlantic')),
  collection('pattern', 'Pattern', false, 'studio', 300, [1], numbered('Pattern')),
  collection('lanternsAtSea', 'Old Lanterns', false, 'studio', 300, [1], numbered('Old Lantern')),
  collection('riptide', 'Riptide', false, 'studio', 100, [1], numbered('Riptide')),
  collection('gaoshan', '高山流水', false, 'copyist', 500, [9], numbered('高山流水')),
  collection('spring', '江南春雪', false, 'copyist', 200, [1], numbered('江南春雪')),
  collection('mountains', '山水长卷', false, 'copyist', 200, [9], numbered('山水长卷')),
  collection('driftCopy', 'Drift', false, 'copyist', 60, [9], numbered('Drift')),
  collection('driftCyrillic', 'Dr\u0456ft', false, 'copyist', 60, [9], numbered('Dr\u0456ft')),
  collection('driftWide', 'ＤＲＩＦＴ', false, 'copyist', 60, [9], numbered('ＤＲＩＦＴ')),
  collection('tidelineCopy', 'Tideline', false, 'copyist', 400, [1], numbered('Tideline')),
  collection('annalsCopy', 'THE ANNALS', false, 'copyist', 400, [1], numbered('THE ANNALS')),
  collection('fieldCopy', 'Field', false, 'copyist', 8_000, [7777, 4242, 1984], numbered('Field')),
  collection('ottoFan', 'Homages', false, 'copyist', 40, [1], numbered('Homage'), 'After Otto Brandt.'),
  collection('manners', 'Manners', false, 'copyist', 3_840, [9, 16, 24], ofManners, 'A harbour at night, a bridge, sighs.'),
]

/** Transactions: what each moved, and how. */
export const TRANSACTIONS = {
  mintOfLilies: { hash: `0x${'a1b2c3d4'.repeat(8)}`, work: 'postcards/9', kind: 'mint' },
  saleOfLilies: { hash: `0x${'0f1e2d3c'.repeat(8)}`, work: 'postcards/9', kind: 'sale' },
  saleOfDrift: { hash: `0x${'77770009'.repeat(8)}`, work: 'drift/90', kind: 'sale' },
  giftOfRoom: { hash: `0x${'deadbee5'.repeat(8)}`, work: 'rooms/1', kind: 'gift' },
} as const

function collection(
  key: string,
  name: string,
  verified: boolean,
  creator: string,
  works: number,
  few: readonly number[],
  nameOf: (number: number) => string,
  description?: string,
): SoughtCollection {
  return description === undefined
    ? { key, name, verified, creator, works, few, nameOf }
    : { key, name, verified, creator, works, few, nameOf, description }
}
