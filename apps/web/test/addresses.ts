import { type Address, toAddress } from '@plinth/protocol'

const of = (digit: string): Address => toAddress(`0x${digit.repeat(40)}`)

export const CHAIN = 31_337
export const OTHER_CHAIN = 31_338

export const ALICE = of('a')
export const BOB = of('b')
export const EVE = of('9')

/** A collection of single items, and one of editions. */
export const COLLECTION = of('c')
export const EDITIONS = of('6')

export const EXCHANGE = of('e')
export const AUCTIONS = of('f')
export const PROXY = of('d')
export const BOXES = of('3')
export const FACTORY = of('5')

export const WRAPPED = of('7')
export const DOLLARS = of('8')
