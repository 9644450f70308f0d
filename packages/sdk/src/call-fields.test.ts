import fc from 'fast-check'
import { type AbiFunction, decodeFunctionData, encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Drawn, drawn, READER } from '../test/drawn.ts'
import { type Change, changeOf, leavesOf, put, textOf } from '../test/leaves.ts'
import { ABI, CALLS, type Sent } from '../test/sent.ts'
import { readCall } from './read-call.ts'

/**
 * What sentences leave to the exact data. A wrong signature or proof, and another number or standard of an order, let nothing happen;
 * terms that the other side signed are its own; addresses of texts say nothing in a sentence.
 */
const UNSAID: Readonly<Record<string, RegExp>> = {
  any: /(^|\.)(salt|assetType)$|[sS]ig(nature)?(\.[vrs])?$|^(v|r|s|uri|contractURI)$|(^|\.)proof(\.|$)/,
  /** Who sells, and what of the price the seller pays; the money of a bid has no number. */
  'a purchase': /order\.(key\.(owner|buyAsset\.tokenId)|sellerFee)$/,
  'purchases in one': /order\.(key\.(owner|buyAsset\.tokenId)|sellerFee)$/,
  /** A proof or voucher at another line fails that line. */
  'purchases in one for another account': /order\.(key\.(owner|buyAsset\.tokenId)|sellerFee)$|^extras\.0\.(line|voucher)$/,
  /** Who buys, and the buyer's own fee. */
  'a sale to a bid': /order\.(key\.(owner|sellAsset\.tokenId)|sellerFee)$|^buyerFee$/,
  'a sale to an offer for a set': /order\.(key\.(owner|sellAsset\.tokenId|buyAsset\.tokenId)|sellerFee)$|^buyerFee$/,
  /** A bid that is no offer has no use for the id of its line. */
  'sales to a bid and an offer in one':
    /order\.(key\.(owner|sellAsset\.tokenId)|sellerFee)$|buyerFee$|bids\.0\.tokenId$|bids\.1\.order\.key\.buyAsset\.tokenId$/,
  /** What a sale that is over was for. */
  'the end of a listing': /^key\.(owner|buyAsset\..*)$/,
  'the end of a bid': /^key\.(owner|sellAsset\..*)$/,
  'the end of an offer for a set': /^key\.(owner|sellAsset\..*)$/,
  'the end of an offer for a collection': /^key\.(owner|sellAsset\..*)$/,
  'the end of an auction': /^key\.(owner|buyAsset\..*)$/,
  /** Terms of an auction as its owner signed them; who shares is in the operator's signature. */
  'the settlement of an auction': /order\.(key\.buyAsset\.tokenId|buying|endTime|expiredTime|encourage|sellerFee)$|^recipients/,
  'the settlement of an auction by its owner': /order\.(key\.buyAsset\.tokenId|buying|endTime|expiredTime|encourage|sellerFee)$/,
  /** The terms of a series that its owner registered, and the operator's fee: another series is none. */
  'boxes that are opened by all their terms': /^(order\.|buyerFee$)/,
  'a collection that is made': /^salt$/,
}

/** Fields of a call by name, each with the call that changes it. */
function* fieldsOf(call: Sent, change: Change): Generator<[string, Sent]> {
  yield ['value', { ...call, value: call.value + 1n }]
  yield ['to', { ...call, to: put(call.to, change) as Sent['to'] }]
  const item = ABI.find((each) => each.type === 'function' && toFunctionSelector(each) === call.data.slice(0, 10)) as AbiFunction
  const { args = [] } = decodeFunctionData({ abi: [item], data: call.data }) as { args?: readonly unknown[] }
  const named = Object.fromEntries(item.inputs.map(({ name = '' }, at) => [name, args[at]]))
  for (const [path, value, place] of leavesOf(named)) {
    const next = Object.values(place(put(value, change)) as object)
    try {
      yield [path, { ...call, data: encodeFunctionData({ abi: [item], functionName: item.name, args: next }) as Hex }]
    } catch {
      // No bytes say such a value.
    }
  }
}

/** Which fields change nothing that is shown, though they should. */
function hiddenIn(name: string, d: Drawn, change: Change): string[] {
  const [call] = (CALLS[name] as (of: Drawn) => ReturnType<(typeof CALLS)[string]>)(d)
  const before = textOf(readCall(call, READER))
  const hidden: string[] = []
  for (const [path, other] of fieldsOf(call, change)) {
    let shown: string
    try {
      shown = textOf(readCall(other, READER))
    } catch (error) {
      if (!String(error).includes('ORDER_MISMATCH')) throw error
      continue
    }
    if (shown === before && !UNSAID.any?.test(path) && !UNSAID[name]?.test(path)) hidden.push(path)
  }
  return hidden
}

describe('readCall shows a change of any field, or refuses it', () => {
  it.each(Object.keys(CALLS))('[SIGN-02] of %s, by the least change', (name) => {
    const [d] = fc.sample(drawn, { numRuns: 1, seed: 11 }) as [Drawn]
    expect(hiddenIn(name, d, { by: 1n, isNear: true })).toEqual([])
  })

  it.each(Object.keys(CALLS))('[SIGN-02] of %s, by any', { tags: 'more' }, (name) => {
    fc.assert(
      fc.property(drawn, changeOf, (d, change) => {
        expect(hiddenIn(name, d, change)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
