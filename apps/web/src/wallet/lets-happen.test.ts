import { toAddress } from '@plinth/protocol'
import type { Effect } from '@plinth/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { showTexts, t } from '../i18n/translate.ts'
import { sentencesOf } from './lets-happen.ts'

const place = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [collection, token, alice, bob] = [place('a'), place('b'), place('1'), place('2')]
const linesOf = (effect: Effect) => {
  const tokenOf = () => ({ symbol: 'PUSD', decimals: 6 })
  return sentencesOf(effect, { tokenOf, isMarket: () => false, intl: 'en' }, t).can
}

describe('sentencesOf', () => {
  beforeAll(() => showTexts('en', en))

  it('[SIGN-02] say the least that the owner of an auction receives, where the call names it', () => {
    const works = { collection, ids: 7n, units: 1n }
    const settled = { is: 'settle', works, price: { token, amount: 9_000_000n }, buyerFee: 250, owner: alice, winner: bob } as const
    const [, least] = linesOf({ ...settled, least: { token, amount: 8_000_000n } })
    expect(least).toBe('0x111111111…1111 gets at least 8.00 PUSD, or nothing is sold.')
    expect(linesOf({ ...settled, least: undefined })).toHaveLength(2)
  })

  it('[SIGN-02] name no root of an offer that ends as if it were a work', () => {
    const cancel = { is: 'cancel', of: 'bid' } as const
    const bid = (ids: bigint | 'any' | { root: `0x${string}` }) => linesOf({ ...cancel, works: { collection, ids, units: 0n } })
    const said = ['No work of 0xaaaaaaaaa…aaaa can be sold to this offer of yours any more.']
    expect([bid({ root: '0x12' }), bid('any')]).toEqual([said, said])
  })

  it('[SIGN-02] name the symbol of a new collection', () => {
    const made = { is: 'createCollection', name: 'Harbour', symbol: 'HRB', signer: bob, isOfMany: false } as const
    expect(linesOf(made)[0]).toMatch(/^A collection with the name Harbour and the symbol HRB is made\./)
  })
})
