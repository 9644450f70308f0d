import { type Address, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { cancelAuction, settleAuction, settleSigned, voidBids, voidSigned } from './auctions.ts'
import { openBoxes } from './boxes.ts'
import { CONTRACTS, FOREIGN, type Held, type Ledger, PEOPLE, type SimCollection, type SimOrder } from './ledger.ts'
import {
  approvalLog,
  auctionLog,
  batchLog,
  collectionLog,
  createdLog,
  exchangeLog,
  madeLog,
  moneyLog,
  moveLog,
  type SimLog,
  strangeLogs,
} from './logs.ts'
import { leftOf, MINTER, ORDERS, strangeOrder } from './orders.ts'
import type { Random } from './random.ts'
import { UNREADABLE } from './unreadable.ts'

type Act = (ledger: Ledger, random: Random) => SimLog[]

const mint: Act = (ledger, random) => {
  const collection = random.pick(ledger.collections)
  const tokenId = ledger.nextToken(collection)
  const owner = random.pick(PEOPLE)
  const quantity = collection.standard === TOKEN_STANDARD.ERC721 ? 1n : BigInt(random.between(1, 20))
  const logs = [move(ledger, { collection, tokenId, owner: ZERO_ADDRESS, quantity }, owner, quantity)]
  if (random.chance(0.4))
    logs.push(collectionLog(collection, 'SecondarySaleFees', { tokenId, recipients: [owner], bps: [BigInt(random.between(1, 900))] }))
  return logs
}

const transfer: Act = (ledger, random) => {
  const held = pickHeld(ledger, random)
  if (!held) return []
  const to = random.chance(0.15) ? ZERO_ADDRESS : random.pick(PEOPLE)
  return [move(ledger, held, to, BigInt(random.between(1, Number(held.quantity))))]
}

const batch: Act = (ledger, random) => {
  const held = ledger.holdings().filter(({ collection }) => collection.standard === TOKEN_STANDARD.ERC1155)
  if (held.length === 0) return []
  const { collection, owner } = random.pick(held)
  const own = held.filter((one) => one.owner === owner && one.collection.address === collection.address)
  const to = random.chance(0.1) ? ZERO_ADDRESS : random.pick(PEOPLE)
  // A repeated item, and a zero quantity, are allowed.
  const parts = own.flatMap(({ tokenId, quantity }) =>
    quantity > 1n
      ? [
          { tokenId, quantity: quantity / 2n },
          { tokenId, quantity: 1n },
        ]
      : [{ tokenId, quantity: random.chance(0.3) ? 0n : quantity }],
  )
  for (const part of parts) ledger.move(collection, { from: owner, to, ...part })
  return [batchLog(collection, owner, to, parts)]
}

/** Mostly by an account whose item there may be on sale. */
const approve: Act = (ledger, random) => {
  const held = random.chance(0.8) ? pickHeld(ledger, random) : undefined
  const { collection, owner } = held ?? { collection: random.pick(ledger.collections), owner: random.pick(PEOPLE) }
  const operator = random.chance(0.8) ? CONTRACTS.transferProxy : random.pick(PEOPLE)
  const isApproved = random.chance(0.7)
  if (operator === CONTRACTS.transferProxy) ledger.approve(collection, owner, isApproved)
  return [approvalLog(collection, owner, operator, isApproved)]
}

const trade: Act = (ledger, random) => {
  const order = random.chance(0.25) ? strangeOrder(ledger, random) : random.pick(ORDERS)
  return order ? fill(ledger, random, order) : []
}

/** Nothing where it is over, or where no account that may sell has the item. */
function fill(ledger: Ledger, random: Random, order: SimOrder): SimLog[] {
  const { collection, tokenId, quantity, total, isSale, maker, salt } = order
  const left = leftOf(ledger, order)
  const sellers = isSale ? [maker] : PEOPLE.filter((person) => person !== maker)
  const seller = sellers.find((person) => ledger.held(collection.address, tokenId, person) > 0n)
  if (left <= 0n || !seller) return []
  const most = min(left, ledger.held(collection.address, tokenId, seller))
  const items = BigInt(random.between(1, Number(most)))
  const buyer = isSale ? random.pick(PEOPLE.filter((person) => person !== maker)) : maker
  ledger.trade(order.key, items)
  const sides = sidesOf(order)
  const amount = isSale ? items : (items * total) / quantity
  const held = { collection, tokenId, owner: seller, quantity: items }
  return [exchangeLog('Buy', { ...sides, owner: maker, buyer: isSale ? buyer : seller, amount, salt }), move(ledger, held, buyer, items)]
}

const cancel: Act = (ledger, random) => {
  const order = random.pick(ORDERS)
  return leftOf(ledger, order) > 0n ? cancelOne(ledger, order) : []
}

function cancelOne(ledger: Ledger, order: SimOrder): SimLog[] {
  ledger.fill(order.key, order.quantity)
  return [exchangeLog('Cancel', { ...sidesOf(order), owner: order.maker, salt: order.salt })]
}

/** Several salts of one maker at once; logs contain only those still open. */
const cancelMany: Act = (ledger, random) => {
  const owner = random.pick(PEOPLE)
  const own = ORDERS.filter((order) => order.maker === owner && leftOf(ledger, order) > 0n && random.chance(0.5))
  for (const order of own) ledger.fill(order.key, order.quantity)
  // Includes an unused salt.
  const bits = own.reduce((sum, order) => sum | (1n << order.sequence), 1n << 200n)
  return [exchangeLog('CancelMany', { owner, word: 0n, bits })]
}

/** Cancels everything that an account has signed, at both exchanges. */
const endEverything: Act = (ledger, random) => {
  // Rare, since it leaves few acts possible.
  return random.chance(0.2) ? endAll(ledger, random, random.pick(PEOPLE)) : []
}

function endAll(ledger: Ledger, random: Random, owner: Address): SimLog[] {
  const epoch = BigInt(random.between(1, 2 ** 40 - 1))
  ledger.endEverything(owner, epoch)
  return [exchangeLog('EverythingEnded', { owner, epoch }), auctionLog('EverythingEnded', { owner, epoch })]
}

/** Collections from the factory, and counterfeit clones. */
const create: Act = (ledger, random) => {
  const creator = random.pick(PEOPLE)
  const standard = random.pick([TOKEN_STANDARD.ERC721, TOKEN_STANDARD.ERC1155])
  const address = toAddress(`0x${random.hash().slice(2, 42)}`)
  const signer = random.chance(0.15) ? creator : MINTER
  const collection: SimCollection = { address, standard, kind: signer === MINTER ? 'clone' : 'rogue' }
  const created = createdLog(collection, creator, signer, `Works ${address.slice(2, 6)}`)
  if (random.chance(0.15)) return [created]
  if (ledger.collections.length > 8) return []
  ledger.collections.push(collection)
  return [collectionLog(collection, 'OwnershipTransferred', { previousOwner: ZERO_ADDRESS, newOwner: creator }), created, madeLog(address)]
}

const changeOwner: Act = (ledger, random) => [
  collectionLog(random.pick(ledger.collections), 'OwnershipTransferred', {
    previousOwner: random.pick(PEOPLE),
    newOwner: random.pick(PEOPLE),
  }),
]

const updateMetadata: Act = (ledger, random) => [
  collectionLog(random.pick(ledger.collections), 'BatchMetadataUpdate', { _fromTokenId: 1n, _toTokenId: BigInt(random.between(1, 5)) }),
]

const pay: Act = (ledger, random) => {
  const account = random.pick(PEOPLE)
  const { balance, allowance } = ledger.money(account)
  if (random.chance(0.5)) {
    const value = BigInt(random.between(0, 2_000))
    ledger.setMoney(account, { balance, allowance: value })
    return [moneyLog('Approval', { owner: account, spender: CONTRACTS.transferProxy, value })]
  }
  const isIn = balance === 0n || random.chance(0.6)
  const value = isIn ? BigInt(random.between(1, 2_000)) : balance / 2n
  ledger.setMoney(account, { balance: isIn ? balance + value : balance - value, allowance })
  return [moneyLog('Transfer', isIn ? { from: ZERO_ADDRESS, to: account, value } : { from: account, to: ZERO_ADDRESS, value })]
}

const ACTS: readonly Act[] = [
  mint,
  mint,
  mint,
  transfer,
  transfer,
  batch,
  approve,
  approve,
  trade,
  trade,
  trade,
  cancel,
  cancelMany,
  endEverything,
  settleAuction,
  cancelAuction,
  voidBids,
  openBoxes,
  openBoxes,
  openBoxes,
  create,
  changeOwner,
  updateMetadata,
  pay,
  pay,
  (_, random) => strangeLogs(random.hash()),
]

/** The logs of one transaction of an account. */
export function act(ledger: Ledger, random: Random): SimLog[] {
  return random.pick(ACTS)(ledger, random)
}

/** What was signed while the chain lived is traded and cancelled, and everything ended, after which accounts sign on. */
export function actOnSigned(ledger: Ledger, random: Random): SimLog[] {
  // Mostly by the last who signed, so that accounts have several epochs.
  if (random.chance(0.2)) return endAll(ledger, random, (random.chance(0.7) && ledger.signed.at(-1)?.maker) || random.pick(PEOPLE))
  if (random.chance(0.2)) return random.chance(0.6) ? settleSigned(ledger, random) : voidSigned(ledger, random)
  const open = ledger.signed.filter((order) => leftOf(ledger, order) > 0n)
  if (open.length > 0 && random.chance(0.7)) return fill(ledger, random, random.pick(open))
  // A number from 1,024 on can be cancelled after its end, too.
  const uncancelled = ledger.signed.filter(({ key, quantity, sequence, maker }) => {
    return ledger.filled(key) < quantity && (sequence >= 1_024n || !ledger.isEnded(maker, sequence))
  })
  if (uncancelled.length === 0) return []
  const order = random.pick(uncancelled)
  return random.chance(0.5) ? cancelOne(ledger, order) : cancelWord(ledger, order, uncancelled)
}

/** All that its maker has in the same bitmap word. */
function cancelWord(ledger: Ledger, { maker, sequence }: SimOrder, orders: readonly SimOrder[]): SimLog[] {
  const word = sequence / 256n
  const own = orders.filter((order) => order.maker === maker && order.sequence / 256n === word)
  for (const order of own) ledger.fill(order.key, order.quantity)
  const bits = own.reduce((sum, order) => sum | (1n << (order.sequence % 256n)), 0n)
  return [exchangeLog('CancelMany', { owner: maker, word, bits })]
}

/** An untrusted contract emits arbitrary logs; about existing holdings, so that a reader that believes it is found. */
export function sayUnreadably(ledger: Ledger, random: Random): { logs: SimLog[]; shapes: number[] } {
  const { address } = random.pick(FOREIGN)
  const held = ledger.holdings().filter(({ collection }) => collection.address === address)
  const { owner: from, tokenId } = held.length > 0 ? random.pick(held) : { owner: random.pick(PEOPLE), tokenId: 1n }
  const about = { address, from, to: random.pick(PEOPLE), tokenId }
  const first = random.below(UNREADABLE.length)
  const shapes = Array.from({ length: random.between(8, 16) }, (_, place) => (first + place) % UNREADABLE.length)
  return { logs: shapes.flatMap((shape) => UNREADABLE[shape]?.(about) ?? []), shapes }
}

/** An untrusted contract transfers items without a mint log: their known history begins there. */
export function moveUnseen(ledger: Ledger, random: Random): SimLog[] {
  const collection = random.pick(FOREIGN)
  const [from, to] = [random.pick(PEOPLE), random.pick(PEOPLE)]
  const moved = { from, to, tokenId: 1_000_000n + BigInt(random.below(100)), quantity: 1n }
  ledger.moveUnseen(collection, moved)
  return [moveLog(collection, moved)]
}

function pickHeld(ledger: Ledger, random: Random): Held | undefined {
  const held = ledger.holdings()
  return held.length > 0 ? random.pick(held) : undefined
}

function move(ledger: Ledger, { collection, tokenId, owner }: Held, to: Address, quantity: bigint): SimLog {
  const moved = { from: owner, to, tokenId, quantity }
  ledger.move(collection, moved)
  return moveLog(collection, moved)
}

function sidesOf({ isSale, collection, tokenId, quantity, payToken, total }: SimOrder) {
  const item = { token: collection.address, id: tokenId, value: quantity }
  const money = { token: payToken, id: 0n, value: total }
  const [sell, buy] = isSale ? [item, money] : [money, item]
  return {
    sellToken: sell.token,
    sellTokenId: sell.id,
    sellValue: sell.value,
    buyToken: buy.token,
    buyTokenId: buy.id,
    buyValue: buy.value,
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
