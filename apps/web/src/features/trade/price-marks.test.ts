import type { HistoryRecord } from '@plinth/api'
import { HISTORY_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { lastSaleIn } from './price-marks.ts'

const dollar = toAddress(`0x${'d'.repeat(40)}`)
const row = (type: number, unitPrice: string, token: string = ZERO_ADDRESS, decimals = 18) =>
  ({ type, content: { unitPrice, payTokenAddress: token, payTokenDecimals: decimals } }) as HistoryRecord

describe('lastSaleIn', () => {
  it('is the newest purchase or accepted bid in that token', () => {
    const history = [row(HISTORY_TYPE.BUY, '2.5', dollar, 6), row(HISTORY_TYPE.ACCEPT, '0.4'), row(HISTORY_TYPE.BUY, '0.1')]
    expect(lastSaleIn(history, ZERO_ADDRESS)).toBe(400_000_000_000_000_000n)
    expect(lastSaleIn(history, dollar)).toBe(2_500_000n)
  })

  it('is none where it was only listed, bid for or given away', () => {
    expect(
      lastSaleIn([row(HISTORY_TYPE.SALE, '9'), row(HISTORY_TYPE.BID, '8'), row(HISTORY_TYPE.TRANSFER, '0')], ZERO_ADDRESS),
    ).toBeUndefined()
  })
})
