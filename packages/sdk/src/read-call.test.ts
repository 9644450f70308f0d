import { type Address, ORDER_TERMS, type Order, withTerms, ZERO_ADDRESS } from '@plinth/protocol'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { contract, type Drawn, drawn, ME, money, place, READER, RUNS, saleOf, work } from '../test/drawn.ts'
import type { Effect } from './effect.ts'
import { readCall } from './read-call.ts'

const NONE = { v: 0, r: toHex(0, { size: 32 }), s: toHex(0, { size: 32 }) } as const
/** The forms of the contracts as a reader of their source writes them. */
const ABI = parseAbi([
  'struct Asset { address token; uint256 tokenId; uint8 assetType; }',
  'struct Key { address owner; uint256 salt; Asset sellAsset; Asset buyAsset; }',
  'struct Order { Key key; uint256 selling; uint256 buying; uint256 sellerFee; }',
  'struct Sig { uint8 v; bytes32 r; bytes32 s; }',
  'function exchange(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address buyer) payable',
  'function acceptBid(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address receiver, uint256 leastProceeds)',
  'struct Acceptance { Order order; bytes signature; uint256 buyerFee; Sig buyerFeeSig; uint256 amount; uint256 leastProceeds; uint256 leastAmount; uint256 tokenId; bytes32[] proof; }',
  'function acceptCriteriaBid(Order order, bytes signature, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address receiver, uint256 leastProceeds, uint256 tokenId, bytes32[] proof)',
  'function acceptBids(Acceptance[] bids, address receiver, uint256 leastFills)',
  'function cancel(Key key)',
  'function cancelMany(uint256[] words, uint256[] masks)',
  'function endEverything()',
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function burn(uint256 id)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function addSigner(address account)',
  'function open(bytes32 id, uint256 boxes) payable',
  'function transfer(address to, uint256 value)',
])
const keyOf = ({ owner, salt, sellAsset, buyAsset }: Order) => ({ owner, salt, sellAsset, buyAsset })

/** One unit for seven base units, of which five at least stay. */
const sold = (d: Drawn, ids: bigint) => ({
  works: { collection: d.collection, ids, units: 1n },
  price: { token: d.token, amount: 7n },
  receives: { token: d.token, amount: 5n },
})

type Sent = { readonly to: Address; readonly data: Hex; readonly value: bigint }
const CALLS: Readonly<Record<string, (d: Drawn) => [Sent, Effect]>> = {
  'a purchase': (d) => {
    const order = saleOf({ ...d, amount: d.units * 1_000n })
    const bought = d.units
    const args = [
      { key: keyOf(order), selling: order.selling, buying: order.buying, sellerFee: 1n },
      NONE,
      BigInt(d.most),
      NONE,
      bought,
      ZERO_ADDRESS,
    ] as const
    const price = d.units * 1_000n
    const pays = { token: d.token, amount: price + (price * BigInt(d.most)) / 10_000n }
    const works = { collection: d.collection, ids: d.tokenId, units: bought }
    return [
      { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'exchange', args }), value: 0n },
      { is: 'buy', works, pays, to: undefined },
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
  'the end of everything': () => [
    { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'endEverything' }), value: 0n },
    { is: 'endEverything' },
  ],
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
}

describe('readCall', () => {
  it.each(Object.entries(CALLS))('[SIGN-02] reads %s as it was meant, and refuses it with other coin', (_, make) => {
    fc.assert(
      fc.property(drawn, (d) => {
        const [call, effect] = make(d)
        expect(readCall(call, READER)).toEqual(effect)
        if (effect.is !== 'wrap' && effect.is !== 'openBoxes')
          expect(() => readCall({ ...call, value: call.value + 1n }, READER)).toThrow('ORDER_MISMATCH')
      }),
      RUNS,
    )
  })

  it.each<[string, Sent]>([
    ['an unknown call', { to: place('e'), data: '0xdeadbeef', value: 0n }],
    ['coin that is sent to somebody', { to: place('e'), data: '0x', value: 1n }],
    [
      'tokens that are sent to somebody',
      { to: place('e'), data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [ME, 1n] }), value: 0n },
    ],
    [
      'a transfer of what another account holds',
      {
        to: place('e'),
        data: encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [place('b'), ME, 1n, 1n, '0x'] }),
        value: 0n,
      },
    ],
    [
      'an order that is sent to another contract than the exchange',
      {
        to: place('e'),
        data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [keyOf(saleOf(fc.sample(drawn, 1)[0] as Drawn))] }),
        value: 0n,
      },
    ],
  ])('[SIGN-02] refuses %s', (_, call) => {
    expect(() => readCall(call, READER)).toThrow('ORDER_MISMATCH')
  })
})
