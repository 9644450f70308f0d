import { toAddress } from '@plinth/protocol'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { SETTLEMENT_GAS } from '../modules/auctions/service.ts'
import { spaceFinding } from './doctor.ts'
import { examineSettler } from './doctor-settler.ts'

const SETTLER = toAddress(`0x${'5e'.repeat(20)}`)
const GWEI = 10n ** 9n

/** What its nodes say of the settler, at a gwei a unit of gas. */
function chainWith(coin: bigint | undefined): Chain {
  const node = {
    getBalance: async () => coin ?? Promise.reject(new Error('silent')),
    estimateFeesPerGas: async () => ({ maxFeePerGas: GWEI }),
  }
  const read = (ask: (client: typeof node) => unknown) => ask(node)
  return { id: 31_337, config: { network: { symbol: 'ETH' } }, read } as unknown as Chain
}
const lookAt = async (coin: bigint | undefined) => (await examineSettler(chainWith(coin), SETTLER)).map(({ state }) => state)

describe('parts of the doctor', () => {
  it('[SNIPE-04] warns while the settler can not pay for three settlements', async () => {
    const three = 3n * SETTLEMENT_GAS * GWEI
    expect(await lookAt(three)).toEqual(['well'])
    expect(await lookAt(three - 1n)).toEqual(['worry'])
    expect(await lookAt(0n)).toEqual(['worry'])
    expect(await lookAt(undefined)).toEqual(['worry'])
    expect(await examineSettler(chainWith(0n), undefined)).toEqual([])
    const [finding] = await examineSettler(chainWith(parseEther('1')), SETTLER)
    expect(finding?.says).toEqual({
      en: `${SETTLER} has 1 ETH to settle ended auctions.`,
      zh: `${SETTLER} 有 1 ETH 用于结算已结束的拍卖。`,
    })
  })

  it('warns when the disk is nearly full', () => {
    expect(spaceFinding('/data/media', 2n ** 31n - 1n)).toMatchObject({
      state: 'worry',
      says: { en: 'Only 2.0 GiB are free where /data/media lies.' },
    })
    expect(spaceFinding('/data/media', 2n ** 31n)).toMatchObject({ state: 'well', says: { zh: '/data/media 所在磁盘有 2.0 GiB 可用。' } })
  })
})
