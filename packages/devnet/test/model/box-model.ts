/**
 * A second implementation of the BlindBox, written from contracts/README.md in plain TypeScript: the hash of a series,
 * whether an act passes or which error it reverts with, and the balances afterwards. It shares no code with the
 * contracts or with `packages/protocol`.
 */
import { concat, type Hex, keccak256, pad, stringToBytes, toHex } from 'viem'
import { type BoxWorld, type Change, changeOf, giveItem, moveMoney, payMoney, put, refusal, take, takeItem, undo } from './box-books.ts'
import { drawByHand } from './box-draw.ts'
import type { ModelBox, ModelRequest, Series } from './box-series.ts'
import type { ModelAsset } from './exchange-model.ts'

export type FeeWord = 'none' | 'operator' | 'foreign'
export type BoxAct = { from: Hex; value: bigint } & (
  | { act: 'register'; order: ModelBox; anchor: Hex; requests: bigint; bondEach: bigint }
  | { act: 'depositBond'; id: Hex; amount: bigint }
  | { act: 'withdrawBond'; id: Hex; amount: bigint }
  | { act: 'commit'; id: Hex; withheld: Hex; anchor: Hex; requests: bigint }
  | { act: 'open'; id: Hex; boxes: bigint }
  | { act: 'openForm'; order: ModelBox; fee: bigint; word: FeeWord; boxes: bigint; buyer: Hex }
  | { act: 'reveal'; id: Hex; word: Hex }
  | { act: 'refund'; id: Hex }
  | { act: 'collect'; id: Hex; kind: bigint; count: bigint; account: Hex; to: Hex }
  | { act: 'takeBack'; id: Hex; kinds: readonly bigint[] }
  | { act: 'claim'; account: Hex; to: Hex }
  | { act: 'withdraw' }
)
type ActOf<Name extends BoxAct['act']> = Extract<BoxAct, { act: Name }>
/** The block that an act is in. */
export interface Moment {
  time: bigint
  number: bigint
}

const ZERO: Hex = `0x${'00'.repeat(20)}`
const NO_WORD: Hex = `0x${'00'.repeat(32)}`
const BURNT: Hex = pad('0x1', { size: 20 })
const BPS = 10_000n
const MOST_FEE = 1_000n
const MOST = 100n
const MOST_ORDERED = 1_500n
const REVEAL_TIME = 1_800n
const DRAW_BLOCKS = 10n
const TICKET = 255n
const word = (value: Hex | bigint | number) => (typeof value === 'string' ? pad(value) : toHex(value, { size: 32 }))
const hashOf = (text: string) => keccak256(stringToBytes(text))
const ASSET = 'Asset(address token,uint256 tokenId,uint8 assetType)'
const BOX =
  'BlindBox(address owner,uint256 salt,Asset[] sellAssets,Asset buyAsset,uint256 opening,bool repeat,uint256 startTime,uint256 endTime,uint256 buying,uint256[] assetAmounts,uint256 sellerFee,string[] uris)'
const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

export function hashBox(order: ModelBox): Hex {
  const assetHash = ({ token, tokenId, assetType }: ModelAsset) =>
    keccak256(concat([hashOf(ASSET), word(token), word(tokenId), word(assetType)]))
  const list = (words: readonly Hex[]) => keccak256(words.length === 0 ? '0x' : concat(words))
  const { owner, salt, sells, buy, opening, repeat, startTime, endTime, buying, amounts, sellerFee, uris } = order
  const prizes = list(sells.map(assetHash))
  const counts = list(amounts.map(word))
  const terms = [opening, repeat ? 1n : 0n, startTime, endTime, buying, counts, sellerFee, list(uris.map(hashOf))]
  return keccak256(concat([hashOf(BOX + ASSET), ...[owner, salt, prizes, assetHash(buy), ...terms].map(word)]))
}

export function boxDigestOf({ chainId, blindBox }: BoxWorld, structHash: Hex): Hex {
  const domain = [hashOf(DOMAIN), hashOf('Plinth Blind Box'), hashOf('1'), chainId, blindBox].map(word)
  return keccak256(concat(['0x1901', keccak256(concat(domain)), structHash]))
}

export function boxFeeDigestOf(world: BoxWorld, order: ModelBox, fee: bigint): Hex {
  const type = hashOf('BuyerFee(bytes32 order,uint256 buyerFee,uint256 feeEpoch)')
  return boxDigestOf(world, keccak256(concat([type, hashBox(order), word(fee), word(0)])))
}

/** The error with its arguments; undefined when the act passes, and then the state has changed. */
export function playBox(world: BoxWorld, act: BoxAct, at: Moment): string | undefined {
  const changes: Change[] = []
  const failed = actOn(world, act, at, changes)
  if (failed !== undefined) undo(changes)
  return failed
}

function actOn(world: BoxWorld, act: BoxAct, at: Moment, changes: Change[]): string | undefined {
  if (act.act === 'register') return register(world, act, at, changes)
  if (act.act === 'collect') return collect(world, act, changes)
  if (act.act === 'claim') return claim(world, act, changes)
  if (act.act === 'withdraw') return withdraw(world, changes)
  const id = act.act === 'openForm' ? hashBox(act.order) : act.id
  const series = world.series.get(id)
  if (!series) return refusal('BoxUnknown', id)
  const isOwners = act.act === 'withdrawBond' || act.act === 'commit' || act.act === 'takeBack'
  const { owner } = series.order
  if (isOwners && act.from !== owner) return refusal('BoxCallerNotOwner', act.from, owner)
  if (act.act === 'depositBond') return depositBond(world, series, act, changes)
  if (act.act === 'withdrawBond') return withdrawBond(world, series, act, changes)
  if (act.act === 'commit') return commit(series, act, changes)
  if (act.act === 'takeBack') return takeBack(world, series, act, at, changes)
  if (act.act === 'reveal') return reveal(world, series, act, at, changes)
  if (act.act === 'refund') return refund(world, series, at, changes)
  const fee = act.act === 'open' ? standingFee(world, series) : formFee(world, series, act)
  if (typeof fee === 'string') return fee
  const buyer = act.act === 'openForm' && act.buyer !== ZERO ? act.buyer : act.from
  return request(world, series, { ...act, buyer, fee }, at, changes)
}

const isTicket = ({ buy }: ModelBox) => buy.assetType > 1
const feeOf = (amount: bigint, bps: bigint) => (amount * bps) / BPS

function register(world: BoxWorld, { from, order, anchor, requests, bondEach }: ActOf<'register'>, at: Moment, changes: Change[]) {
  const id = hashBox(order)
  if (from !== order.owner) return refusal('BoxCallerNotOwner', from, order.owner)
  if (world.series.has(id)) return refusal('BoxExists', id)
  const problem = timesProblem(order, at) ?? stockProblem(order)
  if (problem) return problem
  const boxes = order.amounts.reduce((sum, amount) => sum + amount, 0n) / order.opening
  const price = order.buying / boxes
  if (price === 0n || price * boxes !== order.buying || price >= 2n ** 96n) return refusal('BoxPriceInvalid', order.buying, boxes)
  if (!isMoney(order, boxes)) return refusal('BoxMoneyInvalid', order.buy.token, order.buy.tokenId, order.buy.assetType)
  const isLow = bondEach === 0n || bondEach >= 2n ** 96n || (!isTicket(order) && bondEach < price)
  if (isLow) return refusal('BoxBondTooLow', bondEach, price)
  if (!isTicket(order) && order.sellerFee < world.minimumSellerFee)
    return refusal('FeesSellerFeeBelowMinimum', order.sellerFee, world.minimumSellerFee)
  if (order.sellerFee > MOST_FEE) return refusal('FeesAboveCap', order.sellerFee, MOST_FEE)
  if (!isChain(anchor, requests)) return refusal('BoxChainInvalid')
  const begin = { left: boxes, pending: 0n, next: 0n, head: 0n, chainEnd: requests, anchor, bond: 0n, isStopped: false, missed: 0n }
  const series = { id, order, boxes, price, bondEach, ...begin, stock: order.amounts.map(Number), requests: new Map() }
  put(changes, world.series, id, series)
  for (const [kind, prize] of order.sells.entries()) {
    if (prize.assetType === 5) {
      const isServed = world.served.has(order.owner)
      if (!isServed || (world.kindUris.get(prize.tokenId) ?? '') !== order.uris[kind]) return refusal('BoxPrizeInvalid', kind)
    } else {
      const coming = { from, count: order.amounts[kind] ?? 0n, isHere: refusal('BoxPrizeMissing', kind) }
      const failed = takeItem(world, prize, coming, changes)
      if (failed) return failed
    }
  }
  return undefined
}

function timesProblem({ startTime, endTime }: ModelBox, { time }: Moment): string | undefined {
  const isRight = startTime < endTime && endTime > time && endTime < 2n ** 40n
  return isRight ? undefined : refusal('BoxTimesInvalid', startTime, endTime)
}

function stockProblem({ sells, amounts, uris, opening, repeat }: ModelBox): string | undefined {
  const lengths = [sells.length, amounts.length, uris.length]
  if (sells.length === 0 || sells.length > 100 || lengths.some((length) => length !== sells.length))
    return refusal('BoxKindsInvalid', ...lengths)
  for (const [kind, { assetType }] of sells.entries()) {
    const amount = amounts[kind] ?? 0n
    if (assetType < 2 || assetType > 5) return refusal('BoxPrizeInvalid', kind)
    const isSingle = assetType === 3 || assetType === 4
    if (amount === 0n || amount > 65_535n || (isSingle && amount !== 1n)) return refusal('BoxAmountInvalid', kind, amount)
  }
  const sum = amounts.reduce((all, amount) => all + amount, 0n)
  if (opening === 0n || opening > MOST || sum % opening !== 0n) return refusal('BoxStockInvalid', sum, opening)
  const above = repeat ? -1 : amounts.findIndex((amount) => amount > sum / opening)
  return above === -1 ? undefined : refusal('BoxAmountInvalid', above, amounts[above] ?? 0n)
}

function isMoney({ buy, buying }: ModelBox, boxes: bigint): boolean {
  if (buy.assetType === 0) return buy.token === ZERO && buy.tokenId === 0n
  if (buy.token === ZERO) return false
  if (buy.assetType === 1) return buy.tokenId === 0n
  return buy.assetType === 2 || (buy.assetType === 3 && boxes === 1n && buying === 1n)
}

const isChain = (anchor: Hex, requests: bigint, next = 0n) => anchor !== NO_WORD && requests > 0n && next + requests < 2n ** 32n

const fittingProblem = (amount: bigint) => (amount === 0n || amount >= 2n ** 120n ? refusal('BoxPaymentShort', ZERO, amount) : undefined)

function depositBond(world: BoxWorld, series: Series, { from, value, amount }: ActOf<'depositBond'>, changes: Change[]) {
  changeOf(changes, series, { bond: series.bond + amount })
  return fittingProblem(amount) ?? take(world, series.order.buy, from, { due: amount, value }, changes)
}

function withdrawBond(world: BoxWorld, series: Series, { from, amount }: ActOf<'withdrawBond'>, changes: Change[]) {
  const needed = series.pending * series.bondEach + amount
  const problem = fittingProblem(amount) ?? (series.bond < needed ? refusal('BoxBondShort', series.bond, needed) : undefined)
  if (problem) return problem
  changeOf(changes, series, { bond: series.bond - amount })
  payMoney(world, series.order.buy, from, amount, changes)
  return undefined
}

function commit(series: Series, { withheld, anchor, requests }: ActOf<'commit'>, changes: Change[]) {
  if (series.pending !== 0n) return refusal('BoxPending', series.pending)
  let shown = withheld
  for (let count = 0n; count < series.missed; count++) shown = keccak256(shown)
  if (shown !== (series.missed === 0n ? NO_WORD : series.anchor)) return refusal('BoxPreimageWrong', withheld)
  if (!isChain(anchor, requests, series.next)) return refusal('BoxChainInvalid')
  changeOf(changes, series, { anchor, chainEnd: series.next + requests, isStopped: false, missed: 0n })
  return undefined
}

/** The minimum seller fee counts at the registration only. */
const standingFee = ({ defaultFee }: BoxWorld, { order }: Series): bigint => (isTicket(order) ? 0n : defaultFee)

function formFee(world: BoxWorld, series: Series, { fee, word: by }: ActOf<'openForm'>): bigint | string {
  if (isTicket(series.order)) return fee === 0n ? 0n : refusal('BoxTicketFee', fee)
  if (fee > MOST_FEE) return refusal('FeesAboveCap', fee, MOST_FEE)
  if (by === 'foreign') return refusal('FeesSignatureInvalid', world.outsider)
  if (by === 'operator') return fee
  return fee === world.defaultFee ? standingFee(world, series) : refusal('FeesBuyerFeeNotDefault', fee, world.defaultFee)
}

type Asked = { from: Hex; value: bigint; boxes: bigint; buyer: Hex; fee: bigint }

function request(world: BoxWorld, series: Series, { from, value, boxes, buyer, fee }: Asked, at: Moment, changes: Change[]) {
  const problem = openProblem(series, boxes, at)
  if (problem) return problem
  const { left, pending, next, order } = series
  changeOf(changes, series, { left: left - boxes, pending: pending + boxes, next: next + 1n })
  put(changes, series.requests, next, { buyer, boxes, blockNumber: at.number, time: at.time, fee })
  const price = series.price * boxes
  if (!isTicket(order)) return take(world, order.buy, from, { due: price + feeOf(price, fee), value }, changes)
  if (value !== 0n) return refusal('BoxValueWrong', value, 0n)
  const isHere = refusal('BoxPaymentShort', order.buy.token, price)
  return takeItem(world, order.buy, { from, count: price, isHere }, changes)
}

function openProblem(series: Series, boxes: bigint, { time, number }: Moment): string | undefined {
  const { startTime, endTime, opening, repeat, sells } = series.order
  if (time < startTime) return refusal('BoxNotStarted', startTime)
  if (time >= endTime) return refusal('BoxEnded', endTime)
  if (boxes === 0n || boxes > MOST || boxes * opening > MOST) return refusal('BoxQuantityInvalid', boxes)
  if (!repeat && opening > 1n && boxes * BigInt(sells.length) > MOST_ORDERED) return refusal('BoxQuantityInvalid', boxes)
  if (boxes > series.left) return refusal('BoxSoldOut', series.left)
  const oldest = series.requests.get(series.head)
  if (series.isStopped || (oldest && isLate(oldest, time))) return refusal('BoxStopped', series.id)
  if (oldest && number > oldest.blockNumber + 1n + DRAW_BLOCKS) return refusal('BoxDrawOverdue', series.head)
  if (series.next >= series.chainEnd) return refusal('BoxChainUsedUp', series.chainEnd)
  const needed = (series.pending + boxes) * series.bondEach
  return series.bond < needed ? refusal('BoxBondShort', series.bond, needed) : undefined
}

const isLate = (oldest: ModelRequest, time: bigint) => time >= oldest.time + REVEAL_TIME

/** Closes the oldest request. */
function close(series: Series, { boxes }: ModelRequest, changes: Change[]): void {
  put(changes, series.requests, series.head, undefined)
  changeOf(changes, series, { head: series.head + 1n, pending: series.pending - boxes })
}

function reveal(world: BoxWorld, series: Series, { word: shown }: ActOf<'reveal'>, { time, number }: Moment, changes: Change[]) {
  const oldest = series.requests.get(series.head)
  if (!oldest) return refusal('BoxNothingPending', series.id)
  if (series.isStopped) return refusal('BoxStopped', series.id)
  if (isLate(oldest, time)) return refusal('BoxRevealLate', oldest.time + REVEAL_TIME)
  const deciding = oldest.blockNumber + 1n
  if (number <= deciding) return refusal('BoxRevealEarly', deciding + 1n)
  if (keccak256(shown) !== series.anchor) return refusal('BoxPreimageWrong', shown)
  const blockHash = world.blockHashes.get(deciding)
  if (!blockHash) throw new Error(`nobody looked up block ${deciding}`)
  const seed = keccak256(concat([shown, blockHash, series.id, word(series.head)]))
  const { opening, repeat, sells, sellerFee, owner, buy } = series.order
  const { kinds, left } = drawByHand(series.stock, { boxes: Number(oldest.boxes), opening: Number(opening), repeat }, seed)
  close(series, oldest, changes)
  changeOf(changes, series, { anchor: shown, stock: left })
  for (const kind of kinds) {
    if (!giveItem(world, sells[kind] as ModelAsset, oldest.buyer, 1n, changes)) keep(world, series, oldest.buyer, BigInt(kind), 1n, changes)
  }
  const price = series.price * oldest.boxes
  if (isTicket(series.order)) giveItem(world, buy, BURNT, price, changes)
  else {
    const fees = feeOf(price, sellerFee) + feeOf(price, oldest.fee)
    if (buy.assetType === 0) changeOf(changes, world.fees, { collected: world.fees.collected + fees })
    else moveMoney(world, buy.token, world.blindBox, world.beneficiary, fees, changes)
    payMoney(world, buy, owner, price - feeOf(price, sellerFee), changes)
  }
  return undefined
}

function refund(world: BoxWorld, series: Series, { time }: Moment, changes: Change[]) {
  const oldest = series.requests.get(series.head)
  if (!oldest) return refusal('BoxNothingPending', series.id)
  if (!series.isStopped && !isLate(oldest, time)) return refusal('BoxRefundEarly', oldest.time + REVEAL_TIME)
  const bond = oldest.boxes * series.bondEach
  const price = oldest.boxes * series.price
  close(series, oldest, changes)
  changeOf(changes, series, { isStopped: true, missed: series.missed + 1n, left: series.left + oldest.boxes, bond: series.bond - bond })
  const { buy } = series.order
  if (!isTicket(series.order)) payMoney(world, buy, oldest.buyer, price + feeOf(price, oldest.fee) + bond, changes)
  else {
    if (!giveItem(world, buy, oldest.buyer, price, changes)) keep(world, series, oldest.buyer, TICKET, price, changes)
    payMoney(world, buy, oldest.buyer, bond, changes)
  }
  return undefined
}

export const keptName = (id: Hex, account: Hex, kind: bigint) => `${id}:${account}:${kind}`

function keep(world: BoxWorld, { id }: Series, account: Hex, kind: bigint, count: bigint, changes: Change[]): void {
  const name = keptName(id, account, kind)
  put(changes, world.kept, name, (world.kept.get(name) ?? 0n) + count)
}

function collect(world: BoxWorld, { from, id, kind, count, account, to }: ActOf<'collect'>, changes: Change[]) {
  if (from !== account && to !== account) return refusal('PayoutCallerNotAccount', from, account)
  const waiting = world.kept.get(keptName(id, account, kind)) ?? 0n
  if (count === 0n || count > waiting) return refusal('BoxNothingKept', account, kind, waiting)
  put(changes, world.kept, keptName(id, account, kind), waiting - count)
  const { order } = world.series.get(id) as Series
  const prize = kind === TICKET ? order.buy : (order.sells[Number(kind)] as ModelAsset)
  const times = prize.assetType === 5 ? count : 1n
  for (let done = 0n; done < times; done++) {
    if (!giveItem(world, prize, to, count, changes)) return refusal('BoxDeliveryRefused', to, kind)
  }
  return undefined
}

function takeBack(world: BoxWorld, series: Series, { from, kinds }: ActOf<'takeBack'>, { time }: Moment, changes: Change[]) {
  const { endTime, sells } = series.order
  if (time < endTime) return refusal('BoxNotEnded', endTime)
  if (series.pending !== 0n) return refusal('BoxPending', series.pending)
  for (const kind of kinds.map(Number)) {
    const count = series.stock[kind] ?? 0
    if (count === 0) continue
    changeOf(changes, series, { stock: series.stock.map((left, index) => (index === kind ? 0 : left)) })
    const prize = sells[kind] as ModelAsset
    if (prize.assetType !== 5) giveItem(world, prize, from, BigInt(count), changes)
  }
  return undefined
}

function claim(world: BoxWorld, { from, account, to }: ActOf<'claim'>, changes: Change[]) {
  if (from !== account && to !== account) return refusal('PayoutCallerNotAccount', from, account)
  const amount = world.credits.get(account) ?? 0n
  if (amount === 0n) return refusal('PayoutNothingDue', account)
  if (world.refusers.has(to)) return refusal('PayoutRefused', to, amount)
  put(changes, world.credits, account, 0n)
  moveMoney(world, ZERO, world.blindBox, to, amount, changes)
  return undefined
}

function withdraw(world: BoxWorld, changes: Change[]) {
  const { collected } = world.fees
  if (collected === 0n) return refusal('PayoutNothingDue', world.beneficiary)
  changeOf(changes, world.fees, { collected: 0n })
  moveMoney(world, ZERO, world.blindBox, world.beneficiary, collected, changes)
  return undefined
}
