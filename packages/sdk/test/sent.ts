import { type Address, ASSET_TYPE, type Asset, ORDER_TERMS, type Order, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import type { Effect } from '../src/effect.ts'
import { contract, type Drawn, ME, money, place, saleOf, work } from './drawn.ts'

const COIN: Asset = { token: ZERO_ADDRESS, tokenId: 0n, assetType: ASSET_TYPE.COIN }
const NONE = { v: 0, r: toHex(0, { size: 32 }), s: toHex(0, { size: 32 }) } as const
/** The forms of the contracts as a reader of their source writes them. */
export const ABI = parseAbi([
  'struct Asset { address token; uint256 tokenId; uint8 assetType; }',
  'struct Key { address owner; uint256 salt; Asset sellAsset; Asset buyAsset; }',
  'struct Order { Key key; uint256 selling; uint256 buying; uint256 sellerFee; }',
  'struct Sig { uint8 v; bytes32 r; bytes32 s; }',
  'function exchange(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address buyer) payable',
  'function acceptBid(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address receiver, uint256 leastProceeds)',
  'struct Acceptance { Order order; bytes signature; uint256 buyerFee; Sig buyerFeeSig; uint256 amount; uint256 leastProceeds; uint256 leastAmount; uint256 tokenId; bytes32[] proof; }',
  'function acceptCriteriaBid(Order order, bytes signature, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address receiver, uint256 leastProceeds, uint256 tokenId, bytes32[] proof)',
  'function acceptBids(Acceptance[] bids, address receiver, uint256 leastFills)',
  'struct Fill { Order order; Sig sig; uint256 buyerFee; Sig buyerFeeSig; uint256 amount; }',
  'struct Extra { uint256 line; bytes signature; bytes voucher; uint256 leastAmount; }',
  'function sweep(Fill[] fills, address buyer, uint256 leastFills) payable',
  'function sweepWith(Fill[] fills, Extra[] extras, address buyer, uint256 leastFills) payable',
  'function cancel(Key key)',
  'function cancelMany(uint256[] words, uint256[] masks)',
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'struct Transfer { address token; uint256 tokenId; uint8 assetType; uint256 amount; address to; }',
  'function transferMany(Transfer[] transfers)',
  'function burn(uint256 id)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function addSigner(address account)',
  'function open(bytes32 id, uint256 boxes) payable',
  'function transfer(address to, uint256 value)',
  'function endEverything()',
  'function claim(address account, address to)',
  'function claimTokens(address token, address account, address to)',
  'function refund(bytes32 id)',
  'function collect(bytes32 id, uint256 kind, uint256 count, address account, address to)',
  'function burn(address owner, uint256 id, uint256 value)',
  'struct Fee { address recipient; uint256 value; }',
  'function mint(uint256 id, uint8 v, bytes32 r, bytes32 s, Fee[] fees, string uri)',
  'function mint(uint256 id, uint8 v, bytes32 r, bytes32 s, Fee[] fees, uint256 supply, string uri)',
  'function setContractURI(string uri)',
  'function freezeTokenURIPrefix()',
  'function create721(string name, string symbol, address signer, string contractURI, string tokenURIPrefix, bytes32 salt)',
  'function create1155(string name, string symbol, address signer, string contractURI, string tokenURIPrefix, bytes32 salt)',
  'struct AuctionOrder { Key key; uint256 selling; uint256 buying; uint256 endTime; uint256 expiredTime; uint256 encourage; uint256 sellerFee; }',
  'function exchange(AuctionOrder order, Sig sig, uint256 buying, Sig buyerSig, address[] recipients, uint256 buyerFee, Sig buyerFeeSig, address buyer)',
  'function acceptBid(AuctionOrder order, bytes signature, uint256 buying, bytes buyerSignature, address[] recipients, uint256 buyerFee, Sig buyerFeeSig, address buyer, uint256 leastProceeds)',
  'function voidBids(bytes32 auction, uint256 upTo)',
  'struct BoxKey { address owner; uint256 salt; Asset[] sellAssets; Asset buyAsset; }',
  'struct BoxOrder { BoxKey key; uint256 opening; bool repeat; uint256 startTime; uint256 endTime; uint256 buying; uint256[] assetAmounts; uint256 sellerFee; string[] uris; }',
  'function open(BoxOrder order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address buyer) payable',
])
export const keyOf = ({ owner, salt, sellAsset, buyAsset }: Order) => ({ owner, salt, sellAsset, buyAsset })

/** One unit for seven base units, of which five at least stay. */
const sold = (d: Drawn, ids: bigint) => ({
  works: { collection: d.collection, ids, units: 1n },
  price: { token: d.token, amount: 7n },
  receives: { token: d.token, amount: 5n },
})

const bidOf = (d: Drawn, tokenId: bigint, terms: bigint) => ({
  key: { owner: ME, salt: withTerms(d.number, terms), sellAsset: money(d), buyAsset: { ...work(d), tokenId } },
})
const lotOf = (d: Drawn) => ({
  key: { owner: ME, salt: d.number, sellAsset: work(d), buyAsset: money(d) },
  selling: d.units,
  buying: 1n,
  endTime: BigInt(d.from),
  expiredTime: BigInt(d.until),
  encourage: BigInt(d.shared),
  sellerFee: BigInt(d.fee),
})
const settled = (d: Drawn) => ({
  is: 'settle' as const,
  works: { collection: d.collection, ids: d.tokenId, units: d.units },
  price: { token: d.token, amount: d.amount },
  buyerFee: d.most,
  owner: ME,
  winner: d.other,
})

/** A line of a sweep for all units, a million base units each, and its purchase. */
function lineOf(d: Drawn, tokenId: bigint, asset: Asset) {
  const key = { owner: d.other, salt: d.number, sellAsset: { ...work(d), tokenId }, buyAsset: asset }
  const price = d.units * 1_000_000n
  const order = { key, selling: d.units, buying: price, sellerFee: 1n }
  const pays = { token: asset.token, amount: price + (price * BigInt(d.most)) / 10_000n }
  return {
    fill: { order, sig: NONE, buyerFee: BigInt(d.most), buyerFeeSig: NONE, amount: d.units },
    bought: { works: { collection: d.collection, ids: tokenId, units: d.units }, pays },
  }
}

export type Sent = { readonly to: Address; readonly data: Hex; readonly value: bigint }
export const CALLS: Readonly<Record<string, (d: Drawn) => [Sent, Effect]>> = {
  'a purchase': (d) => {
    const order = saleOf({ ...d, amount: d.units * 1_000_000n })
    const bought = d.units
    const args = [
      { key: keyOf(order), selling: order.selling, buying: order.buying, sellerFee: 1n },
      NONE,
      BigInt(d.most),
      NONE,
      bought,
      ZERO_ADDRESS,
    ] as const
    const price = d.units * 1_000_000n
    const pays = { token: d.token, amount: price + (price * BigInt(d.most)) / 10_000n }
    const works = { collection: d.collection, ids: d.tokenId, units: bought }
    return [
      { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'exchange', args }), value: 0n },
      { is: 'buy', works, pays, to: undefined },
    ]
  },
  'purchases in one': (d) => {
    const [one, two] = [lineOf(d, d.tokenId, COIN), lineOf(d, d.root, COIN)]
    const amount = 2n * one.bought.pays.amount
    const data = encodeFunctionData({ abi: ABI, functionName: 'sweep', args: [[one.fill, two.fill], ZERO_ADDRESS, 1n] })
    return [
      { to: contract.exchange, data, value: amount },
      { is: 'buyMany', buys: [one.bought, two.bought], pays: { token: ZERO_ADDRESS, amount }, least: 1n, to: undefined },
    ]
  },
  'purchases in one for another account': (d) => {
    const [one, two] = [lineOf(d, d.tokenId, money(d)), lineOf(d, d.root, money(d))]
    const extras = [{ line: 1n, signature: '0x', voucher: '0x01', leastAmount: 0n }] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'sweepWith', args: [[one.fill, two.fill], extras, d.other, 2n] })
    const pays = { token: d.token, amount: 2n * one.bought.pays.amount }
    return [
      { to: contract.exchange, data, value: 0n },
      { is: 'buyMany', buys: [one.bought, two.bought], pays, least: 2n, to: d.other },
    ]
  },
  'a sale to a bid': (d) => {
    const key = { owner: d.other, salt: d.number, sellAsset: money(d), buyAsset: work(d) }
    const args = [{ key, selling: d.units * 7n, buying: d.units, sellerFee: 1n }, NONE, 0n, NONE, 7n, ZERO_ADDRESS, 5n] as const
    const works = { collection: d.collection, ids: d.tokenId, units: 1n }
    const [price, receives] = [7n, 5n].map((amount) => ({ token: d.token, amount }))
    const data = encodeFunctionData({ abi: ABI, functionName: 'acceptBid', args })
    return [
      { to: contract.exchange, data, value: 0n },
      { is: 'sell', works, price: price as never, receives: receives as never, to: undefined },
    ]
  },
  'a sale to an offer for a set': (d) => {
    const key = {
      owner: d.other,
      salt: withTerms(d.number, ORDER_TERMS.CRITERIA),
      sellAsset: money(d),
      buyAsset: { ...work(d), tokenId: d.root },
    }
    const args = [
      { key, selling: d.units * 7n, buying: d.units, sellerFee: 1n },
      '0x',
      0n,
      NONE,
      7n,
      ZERO_ADDRESS,
      5n,
      d.tokenId,
      [],
    ] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'acceptCriteriaBid', args })
    return [
      { to: contract.exchange, data, value: 0n },
      { is: 'sell', ...sold(d, d.tokenId), to: undefined },
    ]
  },
  'sales to a bid and an offer in one': (d) => {
    const side = (tokenId: bigint, terms: bigint) => ({
      key: { owner: d.other, salt: withTerms(d.number, terms), sellAsset: money(d), buyAsset: { ...work(d), tokenId } },
      selling: d.units * 7n,
      buying: d.units,
      sellerFee: 1n,
    })
    const line = { signature: '0x', buyerFee: 0n, buyerFeeSig: NONE, amount: 7n, leastProceeds: 5n, leastAmount: 0n, proof: [] } as const
    const bids = [
      { ...line, order: side(d.tokenId, 0n), tokenId: 1n },
      { ...line, order: side(d.root, ORDER_TERMS.CRITERIA), tokenId: d.root - 1n },
    ]
    const data = encodeFunctionData({ abi: ABI, functionName: 'acceptBids', args: [bids, d.other, 2n] })
    const sales = [sold(d, d.tokenId), sold(d, d.root - 1n)]
    return [
      { to: contract.exchange, data, value: 0n },
      { is: 'sellMany', sales, least: 2n, to: d.other },
    ]
  },
  'the end of a listing': (d) => [
    { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [keyOf(saleOf(d))] }), value: 0n },
    { is: 'cancel', of: 'listing', works: { collection: d.collection, ids: d.tokenId, units: 0n } },
  ],
  'the end of many': (d) => {
    const data = encodeFunctionData({
      abi: ABI,
      functionName: 'cancelMany',
      args: [
        [0n, d.number],
        [0b101n, 1n << 255n],
      ],
    })
    return [
      { to: contract.exchange, data, value: 0n },
      { is: 'cancelMany', numbers: [0n, 2n, d.number * 256n + 255n] },
    ]
  },
  'an allowance': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [d.other, d.amount] }), value: 0n },
    { is: 'allow', token: d.token, spender: d.other, amount: d.amount },
  ],
  'an allowance without end': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [d.other, 2n ** 256n - 1n] }), value: 0n },
    { is: 'allow', token: d.token, spender: d.other, amount: 'unlimited' },
  ],
  'an approval of a collection': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [d.other, true] }), value: 0n },
    { is: 'approve', collection: d.collection, operator: d.other, isApproved: true },
  ],
  'a transfer': (d) => [
    {
      to: d.collection,
      data: encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [ME, d.other, d.tokenId, d.units, '0x'] }),
      value: 0n,
    },
    { is: 'transfer', works: { collection: d.collection, ids: d.tokenId, units: d.units }, to: d.other },
  ],
  'transfers of many works': (d) => {
    const one = { token: d.collection, tokenId: d.tokenId, assetType: ASSET_TYPE.ERC1155, amount: d.units, to: d.other }
    const other = { token: d.token, tokenId: d.number, assetType: ASSET_TYPE.ERC721, amount: 1n, to: place('e') }
    return [
      {
        to: contract.manyTransfers,
        data: encodeFunctionData({ abi: ABI, functionName: 'transferMany', args: [[one, other]] }),
        value: 0n,
      },
      {
        is: 'transferMany',
        transfers: [
          { works: { collection: d.collection, ids: d.tokenId, units: d.units }, to: d.other },
          { works: { collection: d.token, ids: d.number, units: 1n }, to: place('e') },
        ],
      },
    ]
  },
  'a burn': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'burn', args: [d.tokenId] }), value: 0n },
    { is: 'burn', works: { collection: d.collection, ids: d.tokenId, units: 1n } },
  ],
  'a deposit': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'deposit' }), value: d.amount },
    { is: 'wrap', token: d.token, amount: d.amount },
  ],
  'a withdrawal': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'withdraw', args: [d.amount] }), value: 0n },
    { is: 'unwrap', token: d.token, amount: d.amount },
  ],
  'a signer': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'addSigner', args: [d.other] }), value: 0n },
    { is: 'addSigner', collection: d.collection, signer: d.other },
  ],
  'boxes that are opened': (d) => [
    {
      to: contract.blindBox,
      data: encodeFunctionData({ abi: ABI, functionName: 'open', args: [toHex(d.root, { size: 32 }), d.units] }),
      value: d.amount,
    },
    { is: 'openBoxes', box: toHex(d.root, { size: 32 }), boxes: d.units, pays: d.amount },
  ],
  'the end of a bid': (d) => {
    const { key } = bidOf(d, d.tokenId, 0n)
    const works = { collection: d.collection, ids: d.tokenId, units: 0n }
    return [
      { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [key] }), value: 0n },
      { is: 'cancel', of: 'bid', works },
    ]
  },
  'the end of an offer for a set': (d) => {
    const { key } = bidOf(d, d.root, ORDER_TERMS.CRITERIA)
    const works = { collection: d.collection, ids: { root: toHex(d.root, { size: 32 }) }, units: 0n }
    return [
      { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [key] }), value: 0n },
      { is: 'cancel', of: 'bid', works },
    ]
  },
  'the end of an offer for a collection': (d) => {
    const { key } = bidOf(d, 0n, ORDER_TERMS.CRITERIA)
    return [
      { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [key] }), value: 0n },
      { is: 'cancel', of: 'bid', works: { collection: d.collection, ids: 'any', units: 0n } },
    ]
  },
  'the end of everything': () => [
    { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'endEverything' }), value: 0n },
    { is: 'endEverything' },
  ],
  'a claim': (d) => [
    { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'claim', args: [ME, d.other] }), value: 0n },
    { is: 'claim', token: ZERO_ADDRESS, to: d.other },
  ],
  'the settlement of an auction': (d) => {
    const args = [lotOf(d), NONE, d.amount, NONE, [place('e')], BigInt(d.most), NONE, d.other] as const
    return [
      { to: contract.auctionExchange, data: encodeFunctionData({ abi: ABI, functionName: 'exchange', args }), value: 0n },
      { ...settled(d), least: undefined },
    ]
  },
  'the settlement of an auction by its owner': (d) => {
    const args = [lotOf(d), '0x', d.amount, '0x', [], BigInt(d.most), NONE, d.other, d.buyNow] as const
    return [
      { to: contract.auctionExchange, data: encodeFunctionData({ abi: ABI, functionName: 'acceptBid', args }), value: 0n },
      { ...settled(d), least: { token: d.token, amount: d.buyNow } },
    ]
  },
  'the end of an auction': (d) => [
    { to: contract.auctionExchange, data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [lotOf(d).key] }), value: 0n },
    { is: 'cancel', of: 'auction', works: { collection: d.collection, ids: d.tokenId, units: 0n } },
  ],
  'the end of bids at an auction': (d) => {
    const auction = toHex(d.root, { size: 32 })
    return [
      {
        to: contract.auctionExchange,
        data: encodeFunctionData({ abi: ABI, functionName: 'voidBids', args: [auction, d.amount] }),
        value: 0n,
      },
      { is: 'cancelBids', auction, upTo: d.amount },
    ]
  },
  'boxes that are opened by all their terms': (d) => {
    const key = { owner: d.other, salt: d.number, sellAssets: [work(d)], buyAsset: money(d) }
    const times = { startTime: BigInt(d.from), endTime: BigInt(d.until) }
    const order = { key, opening: 1n, repeat: false, ...times, buying: d.amount, assetAmounts: [d.units], sellerFee: 1n, uris: ['a'] }
    const args = [order, NONE, BigInt(d.most), NONE, d.units, ZERO_ADDRESS] as const
    return [
      { to: contract.blindBox, data: encodeFunctionData({ abi: ABI, functionName: 'open', args }), value: d.buyNow },
      { is: 'openBoxes', box: '0x', boxes: d.units, pays: d.buyNow },
    ]
  },
  'a refund of boxes': (d) => {
    const box = toHex(d.root, { size: 32 })
    return [
      { to: contract.blindBox, data: encodeFunctionData({ abi: ABI, functionName: 'refund', args: [box] }), value: 0n },
      { is: 'refundBox', box },
    ]
  },
  'prizes that are collected': (d) => {
    const box = toHex(d.root, { size: 32 })
    const args = [box, d.number, d.units, ME, d.other] as const
    return [
      { to: contract.blindBox, data: encodeFunctionData({ abi: ABI, functionName: 'collect', args }), value: 0n },
      { is: 'collectPrizes', box, kind: d.number, count: d.units, to: d.other },
    ]
  },
  'tokens that are claimed': (d) => [
    { to: contract.blindBox, data: encodeFunctionData({ abi: ABI, functionName: 'claimTokens', args: [d.token, ME, d.other] }), value: 0n },
    { is: 'claim', token: d.token, to: d.other },
  ],
  'a collection that is made': (d) => {
    const args = ['Harbour', 'HRB', d.other, 'ipfs:/text', 'ipfs:/', toHex(d.root, { size: 32 })] as const
    return [
      { to: contract.factory721, data: encodeFunctionData({ abi: ABI, functionName: 'create721', args }), value: 0n },
      { is: 'createCollection', name: 'Harbour', symbol: 'HRB', signer: d.other, isOfMany: false },
    ]
  },
  'a work that is made': (d) => {
    const fees = [{ recipient: ME, value: BigInt(d.most) }]
    const args = [d.tokenId, 27, NONE.r, NONE.s, fees, '/cid'] as const
    return [
      { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'mint', args }), value: 0n },
      { is: 'mint', works: { collection: d.collection, ids: d.tokenId, units: 1n }, royalty: d.most },
    ]
  },
  'an edition that is made': (d) => {
    const fees = [{ recipient: ME, value: BigInt(d.most) }]
    const args = [d.tokenId, 27, NONE.r, NONE.s, fees, d.units, '/cid'] as const
    return [
      { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'mint', args }), value: 0n },
      { is: 'mint', works: { collection: d.collection, ids: d.tokenId, units: d.units }, royalty: d.most },
    ]
  },
  'a burn of several': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'burn', args: [ME, d.tokenId, d.units] }), value: 0n },
    { is: 'burn', works: { collection: d.collection, ids: d.tokenId, units: d.units } },
  ],
  'another description': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'setContractURI', args: ['ipfs:/text'] }), value: 0n },
    { is: 'describe', collection: d.collection },
  ],
  'metadata that is frozen': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'freezeTokenURIPrefix' }), value: 0n },
    { is: 'freeze', collection: d.collection },
  ],
}
