import { type Address, MAX_AUCTION_BIDDERS, toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { recipientsOf } from './dividends.ts'

const person = (number: number): Address => toAddress(`0x${number.toString(16).padStart(40, '0')}`)
const OWNER = person(0xffff)
const bid = (number: number, wasFundedAtEnd = true) => ({ bidder: person(number), wasFundedAtEnd })

describe('recipientsOf', () => {
  it('[AUC-45] names every losing bidder once, in ascending order, without the winner', () => {
    const bids = [bid(9), bid(3), bid(7), bid(3), bid(9)]
    expect(recipientsOf(OWNER, bids, person(9))).toEqual([person(3), person(7)])
  })

  it('leaves out a bidder that could not pay at the end, unless another bid of it counted', () => {
    const bids = [bid(9), bid(5, false), bid(6, false), bid(6)]
    expect(recipientsOf(OWNER, bids, person(9))).toEqual([person(6)])
  })

  it('[AUC-44, F-42] counts the two hundred highest bidders: a later, higher one takes the place of the lowest', () => {
    const highestFirst = Array.from({ length: MAX_AUCTION_BIDDERS + 5 }, (_, at) => bid(1_000 - at))
    const recipients = recipientsOf(OWNER, highestFirst, person(1_000))
    expect(recipients).toHaveLength(MAX_AUCTION_BIDDERS - 1)
    expect(recipients[0]).toBe(person(1_000 - (MAX_AUCTION_BIDDERS - 1)))
    expect(recipients.at(-1)).toBe(person(999))
  })
})
