import { ASSET_TYPE, type BlindBox, toBoxOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, numberToHex, zeroHash } from 'viem'
import { type Db, transact } from '../../src/db/database.ts'
import { insertBox } from '../../src/state/boxes/store.ts'
import { CONTRACTS, type Ledger, NEW_BOX, PEOPLE, type SimBox } from './ledger.ts'
import { boxLog, type SimLog } from './logs.ts'
import type { Random } from './random.ts'

const BOND_EACH = 10n
export const BOXES: readonly Hex[] = [1n, 2n].map((number) => numberToHex(0xb000n + number, { size: 32 }))

const ORDER: BlindBox = {
  owner: PEOPLE[0] ?? ZERO_ADDRESS,
  salt: 1n,
  opening: 1,
  repeat: true,
  startTime: 0,
  endTime: 0,
  buying: 800n,
  sellerFee: 0n,
  sellAssets: NEW_BOX.rest.map((_, kind) => ({ token: CONTRACTS.prizeCollection, tokenId: BigInt(kind), assetType: ASSET_TYPE.ERC1155 })),
  buyAsset: { token: ZERO_ADDRESS, tokenId: 0n, assetType: ASSET_TYPE.COIN },
  assetAmounts: NEW_BOX.rest,
  uris: NEW_BOX.rest.map((_, kind) => `/${kind}`),
}

const waiting = ({ requests }: SimBox) => requests.findIndex(({ fate }) => fate === 'waiting')
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const asked = ({ requests }: SimBox, fate: 'waiting' | 'refunded') =>
  sum(requests.filter((request) => request.fate === fate).map(({ boxes }) => boxes))

function decide(box: SimBox, request: number, fate: 'revealed' | 'refunded'): SimBox['requests'] {
  return box.requests.map((one, number) => (number === request ? { ...one, fate } : one))
}

/** The next event of a series, as far as its contract allows it. */
export function openBoxes(ledger: Ledger, random: Random): SimLog[] {
  const hash = random.pick(BOXES)
  const box = ledger.box(hash)
  if (!box.isRegistered) {
    ledger.setBox(hash, { ...box, isRegistered: true, bond: 100n })
    const { owner } = ORDER
    return [
      boxLog('BoxRegistered', { box: hash, owner, order: toBoxOrder(ORDER), bondEach: BOND_EACH }),
      boxLog('BondDeposited', { box: hash, from: owner, amount: 100n }),
    ]
  }
  const [logs, next] = random.pick([request, request, reveal, reveal, refund, commit, commit, moveBond, takeBack, keep])(hash, box, random)
  ledger.setBox(hash, next)
  return logs
}

type Turn = (hash: Hex, box: SimBox, random: Random) => [SimLog[], SimBox]

const commit: Turn = (hash, box, random) => {
  const [first, end] = [box.requests.length, box.requests.length + random.between(1, 4)]
  const log = boxLog('ChainCommitted', { box: hash, anchor: random.hash(), first: BigInt(first), end: BigInt(end) })
  return [[log], { ...box, chainEnd: end, isStopped: false }]
}

const request: Turn = (hash, box, random) => {
  const left = sum(box.rest) - asked(box, 'waiting')
  if (box.isStopped || box.requests.length >= box.chainEnd || left === 0) return [[], box]
  const [buyer, boxes, number] = [random.pick(PEOPLE), random.between(1, Math.min(left, 3)), BigInt(box.requests.length)]
  const log = boxLog('Requested', { box: hash, request: number, buyer, boxes: BigInt(boxes), fee: 250n })
  return [[log], { ...box, requests: [...box.requests, { buyer, boxes, fate: 'waiting' }] }]
}

const reveal: Turn = (hash, box, random) => {
  const number = waiting(box)
  const boxes = box.requests[number]?.boxes
  if (boxes === undefined) return [[], box]
  const rest = [...box.rest]
  const kinds = Array.from({ length: boxes }, () => {
    const kind = random.pick(rest.flatMap((copies, place) => (copies > 0 ? [place] : [])))
    rest[kind] = (rest[kind] ?? 0) - 1
    return kind
  })
  const revealed = boxLog('Revealed', { box: hash, request: BigInt(number), preimage: random.hash(), blockHash: random.hash() })
  const drawn = kinds.map((kind) => boxLog('OpenIndex', { index: BigInt(kind) }))
  return [[revealed, ...drawn], { ...box, rest, requests: decide(box, number, 'revealed') }]
}

const refund: Turn = (hash, box) => {
  const number = waiting(box)
  const missed = box.requests[number]
  if (!missed) return [[], box]
  const { buyer, boxes } = missed
  const log = boxLog('Refunded', { box: hash, request: BigInt(number), buyer, boxes: BigInt(boxes) })
  const bond = box.bond - BOND_EACH * BigInt(boxes)
  return [[log], { ...box, bond, isStopped: true, requests: decide(box, number, 'refunded') }]
}

const moveBond: Turn = (hash, box, random) => {
  const amount = BigInt(random.between(1, 20))
  return random.chance(0.5)
    ? [[boxLog('BondDeposited', { box: hash, from: ORDER.owner, amount })], { ...box, bond: box.bond + amount }]
    : [[boxLog('BondWithdrawn', { box: hash, to: ORDER.owner, amount })], { ...box, bond: box.bond - amount }]
}

const takeBack: Turn = (hash, box, random) => {
  const kind = random.below(NEW_BOX.rest.length)
  const free = Math.min(box.rest[kind] ?? 0, sum(box.rest) - asked(box, 'waiting'))
  if (free === 0 || random.chance(0.5)) return [[], box]
  const rest = box.rest.map((copies, place) => (place === kind ? copies - 1 : copies))
  return [[boxLog('PrizesTakenBack', { box: hash, kind: BigInt(kind), count: 1n })], { ...box, rest }]
}

/** An undelivered prize does not change the series. */
const keep: Turn = (hash, box, random) => {
  const prize = { box: hash, account: random.pick(PEOPLE), kind: 0n, count: 1n }
  const logs = [boxLog('PrizeKept', prize), boxLog('PrizeCollected', { ...prize, to: prize.account })]
  return [random.chance(0.5) ? logs : logs.slice(0, 1), box]
}

/** Their rows, as blindbox.create leaves them. */
export async function writeBoxes(db: Db, chainId: number, now: number): Promise<void> {
  const text = { name: 'Series', image: '', description: '', property: '', anim1: '', anim2: '', isSealed: false }
  const prizes = NEW_BOX.rest.map((_, kind) => ({ name: `Kind ${kind}`, description: '', image: '', animation: '', metadata: '' }))
  for (const hash of BOXES) {
    const series = { chainId, contract: CONTRACTS.blindBox, hash, digest: zeroHash, signature: zeroHash }
    await transact(db, (tx) => insertBox(tx, { series, box: ORDER, text, prizes, now }))
  }
}

/** The expected state of a series. */
export function boxWord(box: SimBox): string {
  const { requests, rest, isRegistered, chainEnd, isStopped, bond } = box
  const opened = sum(requests.map(({ boxes }) => boxes)) - asked(box, 'refunded')
  const missed = requests.filter(({ fate }) => fate === 'refunded').length
  return JSON.stringify([isRegistered, requests.length, opened, asked(box, 'waiting'), missed, chainEnd, isStopped, `${bond}`, rest])
}
