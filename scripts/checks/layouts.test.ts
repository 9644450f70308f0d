import { readArtifact } from '@plinth/devnet'
import { describe, expect, it } from 'vitest'
import { compareLayouts } from '../../contracts/scripts/gen.ts'

const variable = (label: string, slot: string, offset = 0, type = 't_uint256') => ({ label, slot, offset, type })
const exchange = {
  storage: [variable('_claimable', '2'), variable('_spent', '4'), variable('_minted', '2', 0, 't_uint8'), variable('_slot', '9')],
}

describe('compareLayouts', () => {
  it('takes a module whose variables all lie where the exchange has them', () => {
    expect(compareLayouts(exchange, { storage: [variable('_claimable', '2'), variable('_spent', '4')] })).toEqual([])
  })

  it.each([
    ['another slot', variable('_spent', '5')],
    ['another offset', variable('_spent', '4', 1)],
    ['another type', variable('_spent', '4', 0, 't_uint128')],
    ['another name', variable('_filled', '4')],
  ])('names a variable of the module at %s', (_, moved) => {
    expect(compareLayouts(exchange, { storage: [moved] })).toEqual([`${moved.label} at ${moved.slot}:${moved.offset} as ${moved.type}`])
  })

  it('looks past the numbers that the compiler gives to types', () => {
    const typed = (type: string) => ({ storage: [variable('_boxes', '1', 0, type)] })
    expect(compareLayouts(typed('t_struct(Box)1234_storage'), typed('t_struct(Box)77_storage'))).toEqual([])
  })
})

describe('room to grow', () => {
  it.each(['Exchange', 'ExchangeModule', 'AuctionExchange', 'BlindBox', 'BlindBoxModule'] as const)(
    '[F-91] %s has 1,500 bytes left below EIP-170',
    (name) => {
      expect((readArtifact(name).deployedBytecode.length - 2) / 2).toBeLessThanOrEqual(24_576 - 1_500)
    },
  )
})
