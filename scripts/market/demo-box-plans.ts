import type { DemoName } from '../../packages/devnet/src/accounts.ts'

export type PlannedPrize = { readonly work: string; readonly name: string; readonly amount: number; readonly isHeld?: boolean }
export type PlannedBox = {
  readonly chainId: number
  readonly name: string
  readonly description: string
  /** Item whose image is the box's cover. */
  readonly cover: string
  readonly money: 'coin' | 'dollar' | 'ticket'
  /** Price of one box; for tickets their number. */
  readonly price: string
  readonly opening: number
  readonly repeat: boolean
  readonly isSealed?: boolean
  /** Seconds from the chain's present time. */
  readonly startsIn: number
  readonly endsIn: number
  readonly prizes: readonly PlannedPrize[]
  readonly openers: readonly (readonly [DemoName, number])[]
}

const DAY = 86_400

/** The edition that pays for one box, and the one of which some copies are prizes of another. */
export const TICKET_WORK = 'papercut-magpies'
export const HELD_WORK = 'papercut-snow-lotus'

/** Boxes before, during and after, the last of them at the top of the list. They contain prints of the demo's own items. */
export const PLANNED_BOXES: readonly PlannedBox[] = [
  {
    chainId: 31337,
    name: 'Dress rehearsal',
    cover: 'amphora-ii',
    money: 'coin',
    price: '0.01',
    opening: 1,
    repeat: true,
    description: 'Opened for one evening only, before the show had its doors.',
    startsIn: -10,
    endsIn: 20,
    prizes: [
      { work: 'amphora-ii', name: 'Print: Amphora II', amount: 4 },
      { work: 'mosaic-two-fish', name: 'Print: Floor with two fish', amount: 2 },
    ],
    openers: [['Alice', 1]],
  },
  {
    chainId: 31337,
    name: 'First night',
    cover: 'lighthouse-blue-hour',
    money: 'coin',
    price: '0.05',
    opening: 2,
    repeat: false,
    description: 'Four boxes with two different prints each, for those who came early. All of them are gone.',
    startsIn: -10,
    endsIn: 30 * DAY,
    prizes: [
      { work: 'lighthouse-blue-hour', name: 'Night print: Lighthouse', amount: 3 },
      { work: 'harbour-six-pm', name: 'Night print: Harbour', amount: 3 },
      { work: 'moth-plate-twelve', name: 'Night print: Moths', amount: 2 },
    ],
    openers: [
      ['Dan', 2],
      ['Zhang Wei', 1],
      ['Alice', 1],
    ],
  },
  {
    chainId: 31337,
    name: 'Snow box',
    cover: 'snow-road-morning',
    money: 'coin',
    price: '0.03',
    opening: 3,
    repeat: false,
    description: 'Three different prints of winter in every box. On sale with the first frost.',
    startsIn: 3 * DAY,
    endsIn: 33 * DAY,
    prizes: [
      { work: 'snow-road-morning', name: 'Winter print: Snow road', amount: 20 },
      { work: 'village-first-snow', name: 'Winter print: Village', amount: 20 },
      { work: 'plum-first-snow', name: 'Winter print: Plum', amount: 15 },
      { work: 'river-in-snow', name: 'Winter print: River', amount: 5 },
    ],
    openers: [],
  },
  {
    chainId: 31338,
    name: '窗花之约',
    cover: TICKET_WORK,
    money: 'ticket',
    price: '1',
    opening: 1,
    repeat: true,
    isSealed: true,
    description: '凭一张《喜鹊登窗》剪纸开启，剪纸随开盒销毁。奖品在第一次被抽中之前保密。',
    startsIn: -10,
    endsIn: 60 * DAY,
    prizes: [
      { work: 'papercut-snow-lotus', name: '雪莲', amount: 6, isHeld: true },
      { work: 'autumn-geese', name: '秋雁·笺', amount: 10 },
      { work: 'moon-over-nine-bends', name: '九曲之月·笺', amount: 4 },
    ],
    openers: [['Dan', 1]],
  },
  {
    chainId: 31338,
    name: 'Garden tin',
    cover: 'lavender-rows',
    money: 'dollar',
    price: '4.5',
    opening: 1,
    repeat: true,
    description: 'Seeds, says the lid. Inside is one print of a garden.',
    startsIn: -10,
    endsIn: 45 * DAY,
    prizes: [
      { work: 'lavender-rows', name: 'Garden print: Lavender', amount: 30 },
      { work: 'lily-study', name: 'Garden print: Lilies', amount: 15 },
      { work: 'cranes-at-the-sun', name: 'Garden print: Cranes', amount: 5 },
    ],
    openers: [['Dan', 3]],
  },
  {
    chainId: 31337,
    name: 'Postcards from the opening',
    cover: 'koi-nine',
    money: 'coin',
    price: '0.02',
    opening: 1,
    repeat: true,
    description: 'One postcard in every box. Most people get lilies; one of forty brings the moon home.',
    startsIn: -10,
    endsIn: 30 * DAY,
    prizes: [
      { work: 'lily-study', name: 'Postcard: Lilies', amount: 18 },
      { work: 'koi-nine', name: 'Postcard: Nine koi', amount: 12 },
      { work: 'harbour-six-pm', name: 'Postcard: Harbour', amount: 7 },
      { work: 'bamboo-wind', name: 'Postcard: Bamboo', amount: 2 },
      { work: 'moon-over-nine-bends', name: 'Postcard: The moon', amount: 1 },
    ],
    openers: [
      ['Dan', 3],
      ['Zhang Wei', 1],
    ],
  },
]
