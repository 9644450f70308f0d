import type { ItemRecord } from '@plinth/api'
import { mined } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, TOKEN_STANDARD } from '@plinth/protocol'
import { dollarTokenAbi } from '@plinth/protocol/abi'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { makeStubborn } from '../support/stubborn-token.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

/** Some tokens, USDT among them, change an allowance only from nothing. Dan has one left over, too small for this. */
describe('a pay token that only gives what it took back', () => {
  const market = demoMarket()
  const { dollar, transferProxy } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
  const dan = addressOf('Dan')
  const token = { address: dollar, abi: dollarTokenAbi } as const
  const allowed = () => market.chain.readContract({ ...token, functionName: 'allowance', args: [dan, transferProxy] })
  let buyer: Visitor
  let item: ItemRecord
  let undo: () => Promise<void>

  beforeAll(async () => {
    const { list } = await market.api.home.list({ page: 1, limit: 100, chainId: LOCAL_CHAIN_ID })
    const found = list.find(
      ({ standard, listings: [listing] }) =>
        standard === TOKEN_STANDARD.ERC1155 && listing?.payTokenSymbol === 'PUSD' && listing.maker !== dan,
    )
    if (!found) throw new Error('no edition is asked dollars for')
    item = found
    const person = await actAs('Dan', market)
    const send = async (functionName: 'mint' | 'approve', to: typeof dan, amount: string) =>
      mined(person, await person.wallet.writeContract({ ...token, functionName, args: [to, parseUnits(amount, 6)] }))
    await send('mint', dan, '5000')
    await send('approve', transferProxy, '1')
    undo = await makeStubborn(market.rpcUrl, dollar)
    await expect(person.wallet.writeContract({ ...token, functionName: 'approve', args: [transferProxy, 2n] })).rejects.toThrow()
    buyer = await openBrowser(market.url)
  })

  beforeEach(() => pictureOnFailure(buyer))

  afterAll(async () => {
    await undo?.()
    await buyer?.close()
  })

  it('is asked for the old allowance first, and again only for what is left to do', async () => {
    const { page } = buyer
    await signInAs(page, 'Dan', itemPath(item))
    await page.locator('.price-block .acts').getByRole('button', { name: /^Buy,/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Pay / }).click()
    await approve(page, 'transaction')
    // The second question: a refusal leaves nothing allowed, and the next try goes on from there.
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(await allowed()).toBe(0n)
    await dialog.getByRole('button', { name: /^Pay / }).click()
    expect(await sayYes(page, () => closeBought(page))).toEqual(['transaction', 'transaction'])
    expect(await allowed()).toBe(0n)
    const bought = await market.api.nft.detail(item)
    expect(bought?.holdings.find(({ owner }) => owner === dan)?.quantity).toBe(heldBefore() + 1n)
  })

  it('takes both in one go where nothing is refused, and exactly the need', async () => {
    const { page } = buyer
    const person = await actAs('Dan', market)
    await mined(person, await person.wallet.writeContract({ ...token, functionName: 'approve', args: [transferProxy, 5n] }))
    await page.reload()
    await page.locator('.price-block .acts').getByRole('button', { name: /^Buy,/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    expect(await sayYes(page, () => closeBought(page))).toEqual(['transaction', 'transaction', 'transaction'])
    expect(await allowed()).toBe(0n)
  })

  const heldBefore = () => item.holdings.find(({ owner }) => owner === dan)?.quantity ?? 0n
})
