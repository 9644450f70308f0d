/**
 * A second implementation of the exchange, written from contracts/README.md in plain TypeScript: the hash of an order,
 * whether a fill passes or how it fails, and the balances afterwards. It shares no code with the contracts or with
 * `packages/protocol`.
 */
import { concat, type Hex, keccak256, pad, stringToBytes, toHex } from 'viem'

export interface ModelAsset {
  token: Hex
  tokenId: bigint
  assetType: number
}
export interface ModelOrder {
  owner: Hex
  salt: bigint
  sell: ModelAsset
  buy: ModelAsset
  selling: bigint
  buying: bigint
  sellerFee: bigint
}
/** Signature of the maker, and of the operator. */
export type MakerProof = 'typed' | 'personal' | 'foreign' | 'highS' | 'none'
export type FeeProof = 'operator' | 'foreign' | 'none'
/**
 * How it is signed and filled: by the documented form; as bytes; as a leaf of a signed tree; by a bid for a set of ids;
 * as a sale to one account.
 */
export type Kind =
  | { readonly name: 'plain' | 'bytes' }
  | { readonly name: 'leaf'; readonly place: number; readonly leaves: readonly Hex[] }
  | { readonly name: 'criteria'; readonly ids: readonly bigint[]; readonly tokenId: bigint }
  | { readonly name: 'private'; readonly reserved: Hex }
export interface ModelFill {
  kind: Kind
  order: ModelOrder
  proof: MakerProof
  buyerFee: bigint
  feeProof: FeeProof
  amount: bigint
  taker: Hex
  /** Zero for the taker. */
  receiver: Hex
  value: bigint
}
export interface Royalty {
  recipient: Hex
  bps: bigint
}
export interface World {
  readonly exchange: Hex
  readonly chainId: bigint
  readonly beneficiary: Hex
  readonly wrappedCoin: Hex
  readonly defaultFee: bigint
  readonly minimumSellerFee: bigint
  readonly now: bigint
  readonly royalties: ReadonlyMap<bigint, readonly Royalty[]>
  readonly registered: Set<Hex>
  /** Accounts that approved the market for their items. */
  readonly approved: ReadonlySet<Hex>
  readonly spent: Set<string>
  readonly filled: Map<string, bigint>
  /** Of accounts that have cancelled everything. */
  readonly epochs: Map<Hex, bigint>
  /** Coin and ERC20 by `token:account`, the coin under the zero address. */
  readonly money: Map<string, bigint>
  /** ERC1155 units by `token:id:account`. */
  readonly units: Map<string, bigint>
  /** Holders of ERC721 items by `token:id`. */
  readonly holders: Map<string, Hex>
}

const ZERO: Hex = `0x${'00'.repeat(20)}`
const BPS = 10_000n
const MOST = 1_000n
const word = (value: Hex | bigint | number) => (typeof value === 'string' ? pad(value) : toHex(value, { size: 32 }))
const hashOf = (text: string) => keccak256(stringToBytes(text))
const ASSET = 'Asset(address token,uint256 tokenId,uint8 assetType)'
const ORDER =
  'Order(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)'
const PRIVATE_SALE =
  'PrivateSale(address owner,address taker,uint256 salt,uint256 validFrom,uint256 validUntil,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)'
const CRITERIA_BID =
  'CriteriaBid(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,uint256 selling,address collection,uint8 assetType,bytes32 ids,uint256 units,uint256 sellerFee)'
const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** Bits 255-216 until, 215-176 from, 175-160 the highest buyer fee of a bid, 63-0 the number. */
export function readSalt(salt: bigint) {
  return { until: salt >> 216n, from: (salt >> 176n) % 2n ** 40n, most: (salt >> 160n) % 2n ** 16n, number: salt % 2n ** 64n }
}

const assetHash = ({ token, tokenId, assetType }: ModelAsset) =>
  keccak256(concat([hashOf(ASSET), word(token), word(tokenId), word(assetType)]))

/** The maker's signed hash, by kind; of a private sale, to this account. */
export function hashSigned({ kind, order }: ModelFill, taker: Hex): Hex {
  const { owner, salt, sell, buy, selling, buying, sellerFee } = order
  const { until, from, most } = readSalt(salt)
  if (kind.name === 'private') {
    const fields = [owner, taker, salt, from, until, assetHash(sell), assetHash(buy), selling, buying, sellerFee]
    return keccak256(concat([hashOf(PRIVATE_SALE + ASSET), ...fields.map(word)]))
  }
  if (kind.name === 'criteria') {
    const set = [buy.token, buy.assetType, buy.tokenId, buying]
    const fields = [owner, salt, from, until, most, assetHash(sell), selling, ...set, sellerFee]
    return keccak256(concat([hashOf(CRITERIA_BID + ASSET), ...fields.map(word)]))
  }
  return hashOrder(order)
}

const pairOf = (a: Hex, b: Hex) => (BigInt(a) < BigInt(b) ? keccak256(concat([a, b])) : keccak256(concat([b, a])))

/** The root over these ids and the way up from one of them; what has no neighbour goes up as it is. */
export function treeOf(ids: readonly bigint[], tokenId: bigint): { root: Hex; proof: Hex[] } {
  if (ids.length === 0) return { root: word(0), proof: [] }
  let nodes = ids.map((id) => keccak256(keccak256(word(id))))
  const proof: Hex[] = []
  for (let place = ids.indexOf(tokenId); nodes.length > 1; place >>= 1) {
    const beside = place < 0 ? undefined : nodes[place ^ 1]
    if (beside) proof.push(beside)
    nodes = nodes.flatMap((node, at) => (at % 2 === 1 ? [] : [nodes[at + 1] === undefined ? node : pairOf(node, nodes[at + 1] as Hex)]))
  }
  return { root: nodes[0] as Hex, proof }
}

/** hashStruct of the tree with this leaf in its place, and the way up from it. */
export function bulkOf(leaves: readonly Hex[], place: number): { hash: Hex; proof: Hex[] } {
  let nodes = leaves
  let dimensions = ''
  const proof: Hex[] = []
  for (; nodes.length > 1; place >>= 1) {
    proof.push(nodes[place ^ 1] as Hex)
    nodes = nodes.flatMap((node, at) => (at % 2 === 1 ? [] : [keccak256(concat([node, nodes[at + 1] as Hex]))]))
    dimensions += '[2]'
  }
  return { hash: keccak256(concat([hashOf(`BulkOrder(Order${dimensions} tree)${ASSET}${ORDER}`), nodes[0] as Hex])), proof }
}

export function hashOrder({ owner, salt, sell, buy, selling, buying, sellerFee }: ModelOrder): Hex {
  const { until, from, most } = readSalt(salt)
  const fields = [owner, salt, from, until, most, assetHash(sell), assetHash(buy), selling, buying, sellerFee]
  return keccak256(concat([hashOf(ORDER + ASSET), ...fields.map(word)]))
}

export function digestOf(world: World, structHash: Hex): Hex {
  const domain = [hashOf(DOMAIN), hashOf('Plinth Exchange'), hashOf('1'), world.chainId, world.exchange].map(word)
  return keccak256(concat(['0x1901', keccak256(concat(domain)), structHash]))
}

export function feeDigestOf(world: World, orderHash: Hex, buyerFee: bigint): Hex {
  const type = hashOf('BuyerFee(bytes32 order,uint256 buyerFee,uint256 feeEpoch)')
  return digestOf(world, keccak256(concat([type, orderHash, word(buyerFee), word(0)])))
}

/** The error's name; undefined when the fill passes, and then the state has changed. */
export function fill(world: World, attempt: ModelFill): string | undefined {
  const { order, kind } = attempt
  const isSale = order.sell.assetType > 1
  const isOfMany = kind.name === 'criteria'
  const bought = isOfMany ? { ...order.buy, tokenId: kind.tokenId } : order.buy
  const [item, money] = isSale ? [order.sell, bought] : [bought, order.sell]
  const [quantity, total] = isSale ? [order.selling, order.buying] : [order.buying, order.selling]
  const problem =
    kindProblem(world, attempt) ??
    feeProblem(world, attempt) ??
    proofProblem(world, attempt) ??
    timeProblem(world, order.salt) ??
    (attempt.taker === order.owner ? 'ExchangeSelfTrade' : undefined) ??
    shapeProblem(item, money, quantity, total, isOfMany) ??
    bidProblem(isSale, attempt) ??
    amountProblem(isSale ? 1n : total / quantity, attempt.amount) ??
    (isOfMany && isSingle(item) && attempt.amount !== total / quantity ? 'ExchangeAmountInvalid' : undefined)
  if (problem) return problem
  const unit = total / quantity
  const items = isSale ? attempt.amount : attempt.amount / unit
  const countProblem = findCountProblem(world, order, quantity, items)
  if (countProblem) return countProblem
  // A payment could take the item back where both are one token.
  if (money.assetType === 1 && money.token === item.token) return 'ExchangeMoneyInvalid'
  const receiver = attempt.receiver === ZERO ? attempt.taker : attempt.receiver
  const trade: Trade = {
    item,
    money,
    items,
    price: items * unit,
    sellerFee: order.sellerFee,
    buyerFee: attempt.buyerFee,
    mostRoyalty: isSale ? readSalt(order.salt).most : 0n,
    ...(isSale
      ? { seller: order.owner, itemTo: receiver, payer: attempt.taker, moneyTo: order.owner }
      : { seller: attempt.taker, itemTo: order.owner, payer: order.owner, moneyTo: receiver }),
  }
  const failed = settle(world, trade, attempt.value)
  if (!failed) count(world, order, quantity, items)
  return failed
}

interface Trade {
  item: ModelAsset
  money: ModelAsset
  items: bigint
  price: bigint
  sellerFee: bigint
  buyerFee: bigint
  seller: Hex
  itemTo: Hex
  payer: Hex
  moneyTo: Hex
  /** In bps; zero for any. */
  mostRoyalty: bigint
}

const isSingle = ({ assetType }: ModelAsset) => assetType === 3 || assetType === 4

/** Checks of the rare forms before they continue as the documented one. */
function kindProblem(world: World, attempt: ModelFill): string | undefined {
  const { kind, order, proof } = attempt
  const isSale = order.sell.assetType > 1
  if (kind.name === 'private') return isSale ? undefined : 'ExchangeTermsInvalid'
  if (kind.name === 'criteria') {
    if (isSale) return 'ExchangeBidExpected'
    const { root, proof: way } = treeOf(kind.ids, kind.tokenId)
    const isInside = kind.ids.length === 0 || (kind.ids.includes(kind.tokenId) && way.length <= 16)
    if (BigInt(root) !== order.buy.tokenId || !isInside) return 'ExchangeIdOutsideCriteria'
  }
  if (kind.name === 'leaf') return proof === 'typed' ? undefined : 'ExchangeSignatureInvalid'
  const isUnsigned = proof === 'none' && kind.name !== 'plain' && !isRegistered(world, attempt)
  return isUnsigned ? 'ExchangeSignatureInvalid' : undefined
}

const isRegistered = (world: World, attempt: ModelFill) => world.registered.has(digestOf(world, hashSigned(attempt, attempt.taker)))

/** A private sale and its fee are signed for one account. */
const isOthers = ({ kind, taker }: ModelFill) => kind.name === 'private' && kind.reserved !== taker

function feeProblem(world: World, attempt: ModelFill): string | undefined {
  const { order, buyerFee, feeProof } = attempt
  if (order.sellerFee > MOST || buyerFee > MOST) return 'FeesAboveCap'
  if (feeProof === 'foreign' || (feeProof === 'operator' && isOthers(attempt))) return 'FeesSignatureInvalid'
  if (feeProof === 'operator') return undefined
  if (buyerFee !== world.defaultFee) return 'FeesBuyerFeeNotDefault'
  return order.sellerFee < world.minimumSellerFee ? 'FeesSellerFeeBelowMinimum' : undefined
}

function proofProblem(world: World, attempt: ModelFill): string | undefined {
  const { proof, feeProof } = attempt
  if (isOthers(attempt)) return 'ExchangeSignatureInvalid'
  if (proof === 'typed' || (proof === 'personal' && feeProof === 'operator')) return undefined
  if (proof === 'none' && isRegistered(world, attempt)) return undefined
  return 'ExchangeSignatureInvalid'
}

function timeProblem(world: World, salt: bigint): string | undefined {
  const { from, until } = readSalt(salt)
  if (world.now < from) return 'ExchangeOrderNotStarted'
  return until !== 0n && world.now > until ? 'ExchangeOrderExpired' : undefined
}

function shapeProblem(item: ModelAsset, money: ModelAsset, quantity: bigint, total: bigint, isOfMany: boolean): string | undefined {
  if (item.assetType > 5 || money.assetType > 5) return 'ExchangeAssetTypeUnknown'
  if (item.assetType < 2 || money.assetType > 1) return 'ExchangeSidesUnsupported'
  if (money.tokenId !== 0n || (money.assetType === 0) !== (money.token === ZERO)) return 'ExchangeMoneyInvalid'
  if (quantity === 0n || (isSingle(item) && quantity !== 1n && !isOfMany)) return 'ExchangeQuantityInvalid'
  return total === 0n || total % quantity !== 0n ? 'ExchangePriceInvalid' : undefined
}

function bidProblem(isSale: boolean, { order, buyerFee }: ModelFill): string | undefined {
  if (isSale) return undefined
  if (order.sell.assetType === 0) return 'ExchangeSidesUnsupported'
  return buyerFee > readSalt(order.salt).most ? 'ExchangeBuyerFeeAboveMaximum' : undefined
}

function amountProblem(unit: bigint, amount: bigint): string | undefined {
  return amount === 0n || amount % unit !== 0n ? 'ExchangeAmountInvalid' : undefined
}

/** Filled, or invalidated by the epoch: numbers from 1,024 on are valid if their upper 40 bits are the epoch. */
export function isOver(world: World, order: Pick<ModelOrder, 'owner' | 'salt'>): boolean {
  const epoch = world.epochs.get(order.owner)
  const { number } = readSalt(order.salt)
  const isEnded = epoch !== undefined && (number < 1_024n || number / 2n ** 24n !== epoch)
  return isEnded || world.spent.has(nameOf(order))
}

const nameOf = ({ owner, salt }: Pick<ModelOrder, 'owner' | 'salt'>) => `${owner}:${readSalt(salt).number}`
/** Items of this version that are not sold in any version; an order for one has no count. */
const leftOf = (world: World, order: ModelOrder, quantity: bigint) => {
  const sold = quantity > 1n ? (world.filled.get(nameOf(order)) ?? 0n) : 0n
  return sold < quantity ? quantity - sold : 0n
}

function findCountProblem(world: World, order: ModelOrder, quantity: bigint, items: bigint): string | undefined {
  if (isOver(world, order)) return 'ExchangeOrderSpent'
  return items > leftOf(world, order, quantity) ? 'ExchangeAmountAboveLeft' : undefined
}

function count(world: World, order: ModelOrder, quantity: bigint, items: bigint): void {
  const name = nameOf(order)
  if (items === leftOf(world, order, quantity)) world.spent.add(name)
  else world.filled.set(name, (world.filled.get(name) ?? 0n) + items)
}

function settle(world: World, trade: Trade, value: bigint): string | undefined {
  const { price, money, moneyTo, payer } = trade
  const buyerPart = (price * trade.buyerFee) / BPS
  const sellerPart = (price * trade.sellerFee) / BPS
  const isCoin = money.assetType === 0
  const shares = royaltiesOf(world, trade)
  const royalty = shares.reduce((sum, share) => sum + share.amount, 0n)
  if (trade.mostRoyalty !== 0n && royalty > (price * trade.mostRoyalty + BPS - 1n) / BPS) return 'ExchangeRoyaltyAboveMost'
  if (value !== (isCoin ? price + buyerPart : 0n)) return 'ExchangeValueWrong'
  const proceeds = price - sellerPart - royalty
  // The item is transferred first.
  const refusal = itemProblem(world, trade)
  if (refusal) return refusal
  if (!isCoin) {
    const held = balance(world, money.token, payer)
    if (held < buyerPart + sellerPart) return 'ERC20InsufficientBalance'
    // A payer who can't cover the royalties can't pay the seller either, who receives them then.
    if (proceeds === 1n) return 'ExchangePaymentShort'
    if (held < price + buyerPart) return 'ERC20InsufficientBalance'
    // The exchange does not measure what arrives of the wrapped coin: a seller may return it to the bidder.
    if (moneyTo === payer && money.token !== world.wrappedCoin) return 'ExchangePaymentShort'
  }
  moveItem(world, trade)
  add(world.money, `${money.token}:${payer}`, -(price + buyerPart))
  add(world.money, `${money.token}:${isCoin ? world.exchange : world.beneficiary}`, buyerPart + sellerPart)
  for (const { recipient, amount } of shares) add(world.money, `${money.token}:${recipient}`, amount)
  add(world.money, `${money.token}:${moneyTo}`, proceeds)
  return undefined
}

/** Payees and amounts; no account pays a royalty to itself. */
function royaltiesOf(world: World, { item, price, moneyTo }: Trade) {
  const list = world.royalties.get(item.tokenId) ?? []
  return list
    .map(({ recipient, bps }) => ({ recipient, amount: (price * bps) / BPS }))
    .filter(({ recipient, amount }) => amount !== 0n && recipient !== moneyTo)
}

function itemProblem(world: World, { item, items, seller }: Trade): string | undefined {
  if (item.assetType === 5) return 'ExchangeVoucherMissing'
  if (item.assetType === 2) {
    const held = world.units.get(`${item.token}:${item.tokenId}:${seller}`) ?? 0n
    return held < items ? 'ERC1155InsufficientBalance' : undefined
  }
  const holder = world.holders.get(`${item.token}:${item.tokenId}`)
  if (holder === undefined) return 'ERC721NonexistentToken'
  if (holder === seller) return undefined
  if (item.assetType === 4) return 'TransferProxyItemNotMoved'
  return world.approved.has(holder) ? 'ERC721IncorrectOwner' : 'ERC721InsufficientApproval'
}

function moveItem(world: World, { item, items, seller, itemTo }: Trade): void {
  const name = `${item.token}:${item.tokenId}`
  if (item.assetType !== 2) {
    world.holders.set(name, itemTo)
    return
  }
  add(world.units, `${name}:${seller}`, -items)
  add(world.units, `${name}:${itemTo}`, items)
}

const balance = (world: World, token: Hex, account: Hex) => world.money.get(`${token}:${account}`) ?? 0n

function add(book: Map<string, bigint>, key: string, amount: bigint): void {
  book.set(key, (book.get(key) ?? 0n) + amount)
}
