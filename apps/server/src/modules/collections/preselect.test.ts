import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'

/** The default chain has the higher id, and is the first that got its collections. */
const [DEFAULT, OTHER] = [31338, 31337]

let market: TestMarket
beforeAll(async () => {
  const markets = await TestMarket.openOn([DEFAULT, OTHER])
  for (const one of markets) {
    await one.collection('alice', `Of ${one.chainId}`)
    market ??= one
  }
}, 240_000)
afterAll(() => market?.close())

describe('lists that forms preselect from', () => {
  it.each(['user.listcontract', 'user.contract', 'contract.list', 'paytoken.list', 'blind.paytoken.list'] as const)(
    '[F-117] %s without a chain begins with the default one',
    async (call) => {
      const { token, address } = await market.session('alice')
      const chainsOf = async (form: Record<string, string>) => {
        const { data } = await market.server.post(`/${call.replaceAll('.', '/')}`, { address, ...form }, { token })
        const rows = Array.isArray(data) ? data : (data as { list: unknown[] }).list
        return rows.map((row: { chainId: number }) => row.chainId)
      }
      for (const form of [{ chainId: '' }, { chainId: '-1' }]) {
        const chains = await chainsOf(form)
        expect(new Set(chains)).toEqual(new Set([DEFAULT, OTHER]))
        expect(chains).toEqual([...chains.filter((id) => id === DEFAULT), ...chains.filter((id) => id === OTHER)])
      }
      expect(new Set(await chainsOf({ chainId: String(OTHER) }))).toEqual(new Set([OTHER]))
    },
  )

  it('[F-117] user.listcontract begins with the market’s own collection of the default chain', async () => {
    const { api, address } = await market.session('alice')
    const [first] = await api.user.listcontract({ address })
    expect(first).toMatchObject({ chainId: DEFAULT, isOfficial: true, address: market.official })
  })

  it('[F-117] category.list is the same for every chain', async () => {
    const asked = async (form: Record<string, string>) => (await market.server.post('/category/list', form)).data
    const all = await asked({})
    expect([await asked({ chainId: String(DEFAULT) }), await asked({ chainId: String(OTHER) })]).toEqual([all, all])
  })
})
