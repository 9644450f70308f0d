import type { PayToken } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/api.ts'
import { payTokensQuery } from '../../lib/site.ts'
import { readBalances } from './balances.ts'
import { itemBalanceQuery } from './item-balance.ts'

const CHAIN = 31_337
const ALICE = toAddress(`0x${'a'.repeat(40)}`)
const DOLLAR = toAddress('0xDDddDDddDDddDDddDDddDDddDDddDDddDDddDDdd')
const SILENT = toAddress(`0x${'5'.repeat(40)}`)
const tokenOf = (address: string, isErc20 = true) => ({ address, isErc20, chainId: CHAIN }) as PayToken

const wallet = {
  balance: async () => 7n,
  tokenBalance: async (_: number, token: string) => (token === DOLLAR ? 5n : Promise.reject(new Error('no answer'))),
  itemBalance: async (_: number, { tokenId }: { tokenId: bigint }) => tokenId * 2n,
}
vi.mock('../../wallet/load.ts', () => ({ loadWallet: async () => wallet }))
afterEach(() => queryClient.clear())

describe('balances', () => {
  it('[DATA-23] are the coin, tokens by their lower-case address, and items by address and number', async () => {
    const coin = toAddress(`0x${'0'.repeat(40)}`)
    queryClient.setQueryData(payTokensQuery(CHAIN).queryKey, [tokenOf(coin, false), tokenOf(DOLLAR), tokenOf(SILENT)])
    expect(await readBalances(CHAIN, ALICE)).toEqual({ coin: 7n, tokens: { [`0x${'d'.repeat(40)}`]: 5n } })
    for (const tokenId of [3n, 4n]) await queryClient.fetchQuery(itemBalanceQuery({ chainId: CHAIN, collection: DOLLAR, tokenId }, ALICE))
    const kept = queryClient.getQueryCache().findAll({ queryKey: ['wallet.items', CHAIN, ALICE] })
    expect(kept.map(({ queryKey, state }) => [queryKey.at(-1), state.data])).toEqual([
      [`0x${'d'.repeat(40)}:3`, 6n],
      [`0x${'d'.repeat(40)}:4`, 8n],
    ])
  })
})
