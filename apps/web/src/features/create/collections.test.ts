import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { shownCollections } from './collections.ts'

const address = toAddress(`0x${'1'.repeat(40)}`)
const mine = { chainId: 31_337, standard: 3, isConfirmed: true, createdAt: 1_000, address }
const now = 10_000
const single = { chainId: 31_337, standard: 3, now } as const

describe('shownCollections', () => {
  it('[MINT-51] shows those of the chosen chain', () => {
    expect(shownCollections([mine, { ...mine, chainId: 1 }], single)).toEqual([mine])
  })

  it('[ENUM-02] leaves ERC1155 to the multiple form', () => {
    expect(shownCollections([{ ...mine, standard: 2 }], single)).toEqual([])
    expect(shownCollections([mine, { ...mine, standard: 2 }], { ...single, standard: 2 })).toEqual([{ ...mine, standard: 2 }])
  })

  it('[MINT-49, MINT-50] shows an unconfirmed one for an hour', () => {
    const young = { ...mine, isConfirmed: false, address: '' as const, createdAt: now - 3_600 }
    const old = { ...young, createdAt: now - 3_601 }
    expect(shownCollections([young, old], single)).toEqual([young])
  })
})
