import { bidFor, mined } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, ORDER_TYPE } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'
import { formatEther, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
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
    await dialog.getByText('Your bids need the rest').waitFor()
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

  it('is offered back while one bids, all but what this bid and the others can draw, and the bid stays as it was typed', async () => {
    const { page } = story
    const work = (await worksOnSale(market, 'Dan'))[1]
    if (!work) throw new Error('too little is on sale')
    const { api } = await actAs('Dan', market)
    const { committed } = await api.paytoken.committed({ token: wrappedCoin, chainId: LOCAL_CHAIN_ID })
    await signInAs(page, 'Dan', itemPath(work))
    await page.locator('.price-block .acts').getByRole('button', { name: 'Bid', exact: true }).click()
    const price = page.getByRole('dialog').getByLabel('Your bid', { exact: true })
    const offer = page.getByRole('button', { name: 'Turn idle WETH back into ETH' })
    const before = { coin: await market.chain.getBalance({ address: dan }), wrapped: await held() }
    // All of it needed, or another token: there is nothing to offer.
    await offer.waitFor()
    await price.fill('10000')
    await offer.waitFor({ state: 'detached' })
    await page.getByLabel('Bid in').selectOption({ label: 'PUSD' })
    await price.fill('1')
    await page.getByText('Allow 1.025 PUSD').waitFor()
    expect(await offer.count()).toBe(0)
    await page.getByLabel('Bid in').selectOption({ label: 'WETH' })
    await price.fill('0.02')
    // Its line moves what stands below.
    await offer.waitFor()
    await page.getByRole('dialog').getByRole('radio', { name: '1 day' }).check({ force: true })
    await offer.click()
    const unwrap = page.getByRole('dialog', { name: 'WETH back into ETH' })
    expect(await unwrap.getByLabel('How much').inputValue()).toBe(formatEther(before.wrapped - committed - parseEther('0.0205')))
    await unwrap.getByLabel('How much').fill(formatEther(before.wrapped - committed))
    await unwrap.getByText('Your bids need the rest').waitFor()
    await unwrap.getByLabel('How much').fill('1.25')
    const block = await market.chain.getBlockNumber()
    await unwrap.getByRole('button', { name: 'Unwrap 1.25 WETH' }).click()
    await approve(page, 'transaction')
    await unwrap.waitFor({ state: 'detached' })
    const gas = await gasPaid(market, dan, block, await market.chain.getBlockNumber())
    expect(before.wrapped - (await held())).toBe(parseEther('1.25'))
    expect((await market.chain.getBalance({ address: dan })) - before.coin + gas).toBe(parseEther('1.25'))
    const dialog = page.getByRole('dialog')
    expect([await price.inputValue(), await dialog.getByRole('radio', { name: '1 day' }).isChecked()]).toEqual(['0.02', true])
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await dialog.getByRole('button', { name: 'Sign the bid' }).click()
    await sayYes(page, async () => (await dialog.count()) === 0)
    const key = { collection: work.collection, tokenId: work.tokenId, owner: dan, chainId: LOCAL_CHAIN_ID }
    expect((await market.api.order.get({ ...key, type: ORDER_TYPE.BID })).selling).toBe(parseEther('0.02'))
    expect(before.wrapped - (await held())).toBe(parseEther('1.25'))
    expect(story.visitor.complaints).toEqual([])
  })
})
