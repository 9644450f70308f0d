/** One kind of prizes: minted when it is drawn, or copies of an item that the reveal operator holds. */
export type PrizeForm = {
  readonly id: number
  readonly from: 'minted' | 'held'
  readonly name: string
  readonly description: string
  readonly image: string
  readonly collection: string
  readonly tokenId: string
  readonly amount: string
}

/** A series as it is typed. */
export type SeriesForm = {
  readonly chain: string
  readonly name: string
  readonly description: string
  readonly image: string
  readonly anim1: string
  readonly anim2: string
  readonly sealed: boolean
  readonly price: string
  /** `coin`, `ticket`, or the address of a pay token. */
  readonly money: string
  readonly ticketCollection: string
  readonly ticketId: string
  readonly ticketSymbol: string
  readonly opening: string
  readonly repeats: boolean
  /** Local date and time of the browser. */
  readonly starts: string
  readonly ends: string
  readonly prizes: readonly PrizeForm[]
}

/** What is wrong, by the path of a series file: `prizes.0.image`. The server names its fields by the same. */
export type SeriesErrors = Readonly<Partial<Record<string, string>>>

/** Of a part of the form. */
export type SeriesPartProps = { form: SeriesForm; errors: SeriesErrors; onChange: (part: Partial<SeriesForm>) => void }

export const blankPrize = (id: number): PrizeForm => ({
  id,
  from: 'minted',
  name: '',
  description: '',
  image: '',
  collection: '',
  tokenId: '',
  amount: '',
})

export function blankSeries(chain: string): SeriesForm {
  return {
    chain,
    name: '',
    description: '',
    image: '',
    anim1: '',
    anim2: '',
    sealed: false,
    price: '',
    money: 'coin',
    ticketCollection: '',
    ticketId: '',
    ticketSymbol: '',
    opening: '1',
    repeats: true,
    starts: '',
    ends: '',
    prizes: [blankPrize(0)],
  }
}

/** The JSON that the server reads, as a file would have it. */
export function seriesJson(form: SeriesForm): string {
  const { chain, opening, starts, ends, prizes, anim1, anim2 } = form
  return JSON.stringify({
    chainId: Number(chain),
    name: form.name,
    description: form.description,
    image: form.image,
    sealed: form.sealed,
    ...(anim1 === '' ? {} : { anim1 }),
    ...(anim2 === '' ? {} : { anim2 }),
    price: form.price,
    money: moneyOf(form),
    prizesPerBox: Number(opening),
    repeats: form.repeats,
    starts: timeOf(starts),
    ends: timeOf(ends),
    prizes: prizes.map(prizeOf),
  })
}

function moneyOf({ money, ticketCollection, ticketId, ticketSymbol }: SeriesForm): unknown {
  if (money === 'coin') return money
  if (money !== 'ticket') return { token: money }
  return { ticket: { collection: ticketCollection.trim(), tokenId: ticketId.trim(), symbol: ticketSymbol } }
}

function prizeOf({ from, name, description, image, collection, tokenId, amount }: PrizeForm): unknown {
  if (from === 'held') return { collection: collection.trim(), tokenId: tokenId.trim(), amount: Number(amount) }
  return { name, description, image, amount: Number(amount) }
}

/** Input in the form the server reads everywhere; unreadable input unchanged, so that the server refuses it. */
function timeOf(local: string): string {
  const at = Date.parse(local)
  return Number.isNaN(at) ? local : new Date(at).toISOString()
}

/** Paths of what nothing was written into. */
export function missingIn(form: SeriesForm): string[] {
  const { name, image, price, money, ticketCollection, ticketId, ticketSymbol, opening, starts, ends, prizes } = form
  const always = { name, image, price, prizesPerBox: opening, starts, ends }
  const ticket = { 'money.ticket.collection': ticketCollection, 'money.ticket.tokenId': ticketId, 'money.ticket.symbol': ticketSymbol }
  const rows = prizes.flatMap((prize, at) => {
    const { name: called, image: picture, collection, tokenId, amount } = prize
    const said = prize.from === 'held' ? { collection, tokenId, amount } : { name: called, image: picture, amount }
    return Object.entries(said).map(([field, text]) => [`prizes.${at}.${field}`, text] as const)
  })
  const all = [...Object.entries({ ...always, ...(money === 'ticket' ? ticket : {}) }), ...rows]
  return all.flatMap(([path, text]) => (text.trim() === '' ? [path] : []))
}

/** How many boxes the prizes fill; undefined while they fill none evenly. */
export function boxesOf({ opening, prizes }: Pick<SeriesForm, 'opening' | 'prizes'>): { prizes: number; boxes: number } | undefined {
  const counts = [opening, ...prizes.map(({ amount }) => amount)]
  if (!counts.every((text) => /^[1-9]\d{0,5}$/.test(text.trim()))) return undefined
  const all = prizes.reduce((sum, { amount }) => sum + Number(amount), 0)
  return all % Number(opening) === 0 ? { prizes: all, boxes: all / Number(opening) } : undefined
}
