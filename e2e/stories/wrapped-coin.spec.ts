import { bidFor, mined } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'
import { formatEther, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { actAs, demoMarket, worksOnSale } from '../support/demo-market.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { visitEach } from '../support/visits.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const { wrappedCoin } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
const token = { address: wrappedCoin, abi: wrappedCoinAbi } as const

/** Dan has wrapped coin, and bids that need some of it. */
describe('wrapped coin that no bid needs', () => {
  const market = demoMarket()
  const story = visitEach(market)
  const dan = addressOf('Dan')
  const held = () => market.chain.readContract({ ...token, functionName: 'balanceOf', args: [dan] })

  it('is turned back from the header’s balances, all but what open bids can draw', async () => {
    const { page } = story
    const person = await actAs('Dan', market)
    await mined(person, await person.wallet.writeContract({ ...token, functionName: 'deposit', value: parseEther('3') }))
    const [work] = await worksOnSale(market, 'Dan')
    if (!work) throw new Error('nothing is on sale')
    await bidFor(person, { collection: work.collection, tokenId: work.tokenId }, '1')
    const { committed } = await person.api.paytoken.committed({ token: wrappedCoin, chainId: LOCAL_CHAIN_ID })
    const before = { coin: await market.chain.getBalance({ address: dan }), wrapped: await held() }
    expect(committed).toBeGreaterThanOrEqual(parseEther('1.025'))
    await signInAs(page, 'Dan')
    await page.locator('.profile-chip').click()
    await page.getByRole('button', { name: 'Turn WETH back into ETH' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('How much').inputValue()).toBe(formatEther(before.wrapped - committed))
    await dialog.getByLabel('How much').fill(formatEther(before.wrapped - committed + 1n))
    await dialog.getByText('Your open bids need the rest').waitFor()
    await dialog.getByLabel('How much').fill('2')
    const block = await market.chain.getBlockNumber()
    await dialog.getByRole('button', { name: 'Unwrap 2.00 WETH' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await dialog.getByRole('button', { name: 'Unwrap 2.00 WETH' }).click()
    expect(await approve(page, 'transaction')).toContain('Unwrap coins')
    await page.getByText('2.00 ETH is back').waitFor()
    const gas = await gasPaid(market, dan, block, await market.chain.getBlockNumber())
    expect(before.wrapped - (await held())).toBe(parseEther('2'))
    expect((await market.chain.getBalance({ address: dan })) - before.coin + gas).toBe(parseEther('2'))
    expect(story.visitor.complaints).toEqual([])
  })
})
