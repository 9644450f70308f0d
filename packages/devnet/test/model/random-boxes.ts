import { type Hex, keccak256 } from 'viem'
import { type BoxAct, hashBox, type Moment } from './box-model.ts'
import type { Series } from './box-series.ts'
import { type BoxAttempt, type BoxTable, NO_WORD, newWords, pick, register, type Spoiling, spoil, wordOf } from './random-series.ts'

const ZERO: Hex = `0x${'00'.repeat(20)}`
const LATE = 1_800n
/** Series that acts are about: the last so many. */
const WINDOW = 24
const TRIES = 6

const peopleOf = ({ cast }: BoxTable) => [...cast.makers, ...cast.takers]

/** An act that mostly could pass, with one thing wrong in about every fourth. */
export function randomBoxAct(table: BoxTable): BoxAttempt {
  for (let tries = 0; tries < TRIES; tries++) {
    const attempt = pick(table.random, ACTS)(table)
    if (attempt) return attempt
  }
  return register(table)
}

function find(table: BoxTable, isFit: (series: Series, at: Moment) => boolean): Series | undefined {
  const recent = [...table.world.series.values()].slice(-WINDOW)
  const fit = recent.filter((series) => isFit(series, table.at))
  if (fit.length > 0) return pick(table.random, fit)
  return recent.length > 0 && table.random(6) === 0 ? pick(table.random, recent) : undefined
}

const isWaiting = ({ head, next }: Series) => head !== next
const oldestOf = (series: Series) => series.requests.get(series.head)
const isLate = (series: Series, { time }: Moment) => time >= (oldestOf(series)?.time ?? time) + LATE
/** The next block is too late for another request. */
const isOverdue = (series: Series, { number }: Moment) => number > (oldestOf(series)?.blockNumber ?? number) + 11n
const isOn = ({ order }: Series, { time }: Moment) => time >= order.startTime && time < order.endTime
const roomOf = ({ bond, bondEach, pending, left }: Series) => {
  const covered = bond / bondEach - pending
  return covered < left ? covered : left
}
const dueOf = ({ order, price }: Series, boxes: bigint, fee: bigint) =>
  order.buy.assetType === 0 ? price * boxes + (price * boxes * fee) / 10_000n : 0n

function open(table: BoxTable): BoxAttempt | undefined {
  const isOpen = (one: Series, at: Moment) =>
    isOn(one, at) && roomOf(one) > 0n && !one.isStopped && one.next < one.chainEnd && !isLate(one, at) && !isOverdue(one, at)
  const series = find(table, isOpen)
  if (!series) return undefined
  const { random, world, cast } = table
  const room = roomOf(series)
  const boxes = BigInt(1 + random(room > 0n ? Number(room < 6n ? room : 6n) : 3))
  const { buy } = series.order
  const holder = buy.assetType === 3 ? world.holders.get(`${buy.token}:${buy.tokenId}`) : undefined
  const from = holder && world.approved.has(holder) ? holder : pick(random, peopleOf(table))
  if (random(2) === 0) {
    const act = { act: 'open', from, id: series.id, boxes, value: dueOf(series, boxes, world.defaultFee) } as const
    return { act: spoil<'open'>(table, { ...act }, OPEN) }
  }
  const isTicket = buy.assetType > 1
  const byOperator = random(2) === 0
  const fee = isTicket ? 0n : byOperator ? BigInt(random(1_001)) : world.defaultFee
  const buyer = random(4) === 0 ? pick(random, [...world.refusers]) : pick(random, [ZERO, ...peopleOf(table), ...cast.outsiders])
  const act = { act: 'openForm', from, order: series.order, boxes, buyer, fee, word: byOperator ? 'operator' : 'none', value: 0n } as const
  const spoilt = spoil<'openForm'>(table, { ...act }, FORM)
  return { act: { ...spoilt, value: spoilt.value + dueOf(series, spoilt.boxes, spoilt.fee) } }
}

const OPEN: readonly Spoiling<'open'>[] = [
  (a) => Object.assign(a, { value: a.value + 1n }),
  (a) => Object.assign(a, { value: a.value === 0n ? 2n : a.value - 1n }),
  (a, { random }) => Object.assign(a, { boxes: pick(random, [0n, 51n, 101n, 2n ** 200n]) }),
  (a) => Object.assign(a, { boxes: a.boxes + 20n }),
  (a) => Object.assign(a, { id: wordOf('no series') }),
  (a, { cast }) => Object.assign(a, { from: cast.takers[2] }),
]

const FORM: readonly Spoiling<'openForm'>[] = [
  (a) => Object.assign(a, { word: 'foreign' }),
  (a) => Object.assign(a, { word: 'none', fee: a.fee + 1n }),
  (a) => Object.assign(a, { word: 'operator', fee: 1_001n }),
  (a) => Object.assign(a, { order: { ...a.order, buying: a.order.buying / 2n } }),
  (a) => Object.assign(a, { order: { ...a.order, repeat: !a.order.repeat } }),
  (a) => Object.assign(a, { value: 1n }),
  (a) => Object.assign(a, { boxes: 0n }),
]

function reveal(table: BoxTable): BoxAttempt | undefined {
  const isDue = (one: Series, at: Moment) =>
    isWaiting(one) && !one.isStopped && !isLate(one, at) && at.number > (oldestOf(one)?.blockNumber ?? 0n) + BigInt(table.random(3))
  const series = find(table, isDue)
  if (!series) return undefined
  const { first = 0n, words = [] } = table.chains.get(series.id) ?? {}
  const word = words[Number(series.head - first)] ?? wordOf('none')
  const act = {
    act: 'reveal',
    from: pick(table.random, [...peopleOf(table), ...table.cast.outsiders]),
    id: series.id,
    word,
    value: 0n,
  } as const
  const wrong: Spoiling<'reveal'>[] = [
    (a) => Object.assign(a, { word: words[Number(series.head - first) + 1] ?? NO_WORD }),
    (a) => Object.assign(a, { word: series.anchor }),
    (a) => Object.assign(a, { id: wordOf('no series') }),
  ]
  return { act: spoil<'reveal'>(table, { ...act }, wrong) }
}

function refund(table: BoxTable): BoxAttempt | undefined {
  const series = find(table, (one, at) => isWaiting(one) && (one.isStopped || isLate(one, at)))
  return series && { act: { act: 'refund', from: pick(table.random, table.cast.outsiders), id: series.id, value: 0n } }
}

function depositBond(table: BoxTable): BoxAttempt | undefined {
  const series = find(table, (one, at) => isOn(one, at) && one.bond < (one.pending + one.left) * one.bondEach)
  if (!series) return undefined
  const amount = series.bondEach * BigInt(1 + table.random(5))
  const value = series.order.buy.assetType === 1 ? 0n : amount
  const act = { act: 'depositBond', from: pick(table.random, peopleOf(table)), id: series.id, amount, value } as const
  return {
    act: spoil<'depositBond'>(table, { ...act }, [
      (a) => Object.assign(a, { amount: 0n, value: 0n }),
      (a) => Object.assign(a, { value: a.value + 1n }),
      (a) => Object.assign(a, { id: wordOf('no series') }),
    ]),
  }
}

function withdrawBond(table: BoxTable): BoxAttempt | undefined {
  const series = find(table, (one) => one.bond > one.pending * one.bondEach)
  if (!series) return undefined
  const free = series.bond - series.pending * series.bondEach
  const amount = free / BigInt(2 + table.random(4)) + 1n
  const act = { act: 'withdrawBond', from: series.order.owner, id: series.id, amount, value: 0n } as const
  return {
    act: spoil<'withdrawBond'>(table, { ...act }, [
      (a) => Object.assign(a, { amount: free + 1n }),
      (a) => Object.assign(a, { amount: 0n }),
      (a, { cast }) => Object.assign(a, { from: cast.outsiders[0] }),
    ]),
  }
}

function commit(table: BoxTable): BoxAttempt | undefined {
  const series = find(table, (one) => one.pending === 0n && (one.isStopped || one.next === one.chainEnd))
  if (!series) return undefined
  const words = newWords(table)
  const anchor = keccak256(words[0] as Hex)
  const { first = 0n, words: old = [] } = table.chains.get(series.id) ?? {}
  const withheld = series.missed === 0n ? NO_WORD : (old[Number(series.next - 1n - first)] ?? NO_WORD)
  const named = { from: series.order.owner, id: series.id, withheld, anchor }
  const act = { act: 'commit', ...named, requests: BigInt(words.length), value: 0n } as const
  const wrong: Spoiling<'commit'>[] = [
    (a) => Object.assign(a, { withheld: a.withheld === NO_WORD ? series.anchor : NO_WORD }),
    (a) => Object.assign(a, { withheld: keccak256(a.withheld) }),
    (a, { cast }) => Object.assign(a, { from: cast.outsiders[0] }),
    (a, { random }) => Object.assign(a, { requests: pick(random, [0n, 2n ** 32n]) }),
    (a) => Object.assign(a, { anchor: NO_WORD }),
  ]
  return { act: spoil<'commit'>(table, { ...act }, wrong), words }
}

function collect(table: BoxTable): BoxAttempt | undefined {
  const { world, random, cast } = table
  const waiting = [...world.kept].filter(([, count]) => count > 0n)
  if (waiting.length === 0) return undefined
  const [name, count] = pick(random, waiting)
  const [id, account, kind = '0'] = name.split(':') as [Hex, Hex, string]
  const [from, to] = random(4) === 0 ? [cast.outsiders[0] as Hex, account] : [account, pick(random, peopleOf(table))]
  const act = { act: 'collect', from, id, kind: BigInt(kind), count: 1n + BigInt(random(Number(count))), account, to, value: 0n } as const
  return {
    act: spoil<'collect'>(table, { ...act }, [
      (a) => Object.assign(a, { count: 0n }),
      (a) => Object.assign(a, { count: count + 1n }),
      (a) => Object.assign(a, { from: cast.outsiders[1], to: cast.outsiders[1] }),
      (a) => Object.assign(a, { kind: 7n }),
    ]),
  }
}

function takeBack(table: BoxTable): BoxAttempt | undefined {
  const series = find(table, (one, { time }) => time >= one.order.endTime && one.pending === 0n && one.stock.some((count) => count > 0))
  if (!series) return undefined
  const kinds = series.order.sells.flatMap((_, kind) => (table.random(5) === 0 ? [] : [BigInt(kind), BigInt(kind)]))
  const act = { act: 'takeBack', from: series.order.owner, id: series.id, kinds: [...kinds, 40n], value: 0n } as const
  return { act: spoil<'takeBack'>(table, { ...act }, [(a, { cast }) => Object.assign(a, { from: cast.outsiders[0] })]) }
}

function claim({ world, random, cast }: BoxTable): BoxAttempt | undefined {
  const account = pick(random, [...world.refusers])
  if (!world.credits.get(account) && random(8) > 0) return undefined
  const [outsider] = cast.outsiders as readonly [Hex]
  const ways = [
    [account, outsider],
    [account, account],
    [outsider, account],
    [outsider, outsider],
  ] as const
  const [from, to] = pick(random, ways)
  return { act: { act: 'claim', from, account, to, value: 0n } }
}

function withdraw({ world, random, cast }: BoxTable): BoxAttempt | undefined {
  if (world.fees.collected === 0n && random(8) > 0) return undefined
  return { act: { act: 'withdraw', from: cast.outsiders[0] as Hex, value: 0n } }
}

/** Repeated entries are more likely. */
const ACTS: readonly ((table: BoxTable) => BoxAttempt | undefined)[] = [
  register,
  register,
  depositBond,
  depositBond,
  open,
  open,
  open,
  open,
  open,
  open,
  reveal,
  reveal,
  reveal,
  reveal,
  reveal,
  refund,
  refund,
  commit,
  withdrawBond,
  collect,
  takeBack,
  claim,
  withdraw,
]

export const idOf = (act: BoxAct): Hex | undefined => {
  if (act.act === 'register' || act.act === 'openForm') return hashBox(act.order)
  return 'id' in act ? act.id : undefined
}
