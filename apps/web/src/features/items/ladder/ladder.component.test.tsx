import type { ItemRecord } from '@plinth/api'
import { within } from '@testing-library/react'
import { parseEther, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE, EXCHANGE } from '../../../../test/addresses.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anOffer } from '../../../../test/fake/offer-answers.ts'
import { aBid, anEvent, anItem, itemPath, person } from '../../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../../test/page.tsx'
import { reads, wordsOf } from '../../../../test/trade.ts'

const RED = [{ key: 'Palette', values: ['Ember'] }]

/** Alice holds what Bob made with 5 % royalty: Eve bids for it, Bob and Eve offer for a set that it is in. */
function hang() {
  const market = new FakeMarket()
  const item = market.hang(anItem({ creator: person(BOB), royalties: [500] }))
  const bid = aBid(item, EVE, { price: parseEther('0.2') })
  market.change(item, { bids: [bid] })
  const trait = anOffer(BOB, { kind: 'attributes', attributes: RED, items: 3, unitPrice: parseEther('0.4'), quantity: 5n, covered: 2n })
  const any = anOffer(EVE, { unitPrice: parseEther('0.1'), sharesMoney: true })
  const asOffer = anOffer(EVE, { kind: 'item', id: bid.id, tokenId: item.tokenId, root: undefined, unitPrice: parseEther('0.2') })
  market.offers = [trait, asOffer, any]
  return { market, item, trait, any }
}

async function openLadder({ market, item }: { market: FakeMarket; item: ItemRecord }, as: typeof ALICE) {
  const opened = await openPage(`${itemPath(item)}&tab=bids`, { market, as })
  const rows = () => [...document.querySelectorAll('.ladder tbody tr')].map(wordsOf)
  await expect.poll(() => rows().length, { timeout: 5_000 }).toBe(3)
  return { ...opened, rows }
}

describe('what an item can be sold to', () => {
  it('[ITEMP-01] stands in one list, best worth first, with kind, price, what the holder gets, quantity, time, and money', async () => {
    const { rows, screen } = await openLadder(hang(), ALICE)
    expect(rows()[0]).toMatch(/^0\.40 WETH ?You get 0\.37 WETH ?Palette: Ember ?Bob ?until .*Money for 2 ?5 ?Accept/)
    expect(rows()[1]).toMatch(/^0\.20 WETH ?You get 0\.185 WETH ?This work ?Eve ?until .* ?1 ?Accept/)
    expect(rows()[2]).toMatch(/^0\.10 WETH ?You get 0\.0925 WETH ?Any of .* ?Eve ?until .*Shares its money.* ?1 ?Accept/)
    expect(screen.getByRole('tab', { name: /Bids and offers/ }).textContent).toContain('3')
    await reads(screen, 'takes any work that fits, and yours does')
    // A trait offer above all bids is the top one beside the price too.
    expect(wordsOf(document.querySelector('.price-facts') as HTMLElement)).toMatch(/Top offer ?0\.40 WETH/)
  })

  it('[ITEMP-01] offers nothing to accept to others, and its maker the cancel of its bid', async () => {
    const { rows } = await openLadder(hang(), EVE)
    expect(rows()[1]).toMatch(/This work ?You ?until .*Cancel bid$/)
    expect(rows().join()).not.toMatch(/Accept|You get/)
  })

  it('[ITEMP-01, COFF-07] is sold to from the list, for exactly what the dialog says', async () => {
    const { market, item, trait } = hang()
    market.answer('offer.buyerFee', () => ({
      v: '0',
      r: zeroHash,
      s: zeroHash,
      isFeeSignatureNeeded: false,
      buyerFee: 250,
      sellerFee: trait.sellerFee,
      salt: trait.salt,
      chainId: trait.chainId,
      left: 1n,
      tokenId: item.tokenId,
      root: zeroHash,
      idProof: [],
      signature: trait.signature,
      proof: trait.proof,
      maker: trait.maker,
      sellToken: trait.payToken.address,
      sellTokenId: 0n,
      sellType: 1,
      selling: trait.unitPrice * trait.quantity,
      buyToken: trait.collection,
      buyTokenId: 0n,
      buyType: 3,
      buying: trait.quantity,
    }))
    const { user, screen, wallet } = await openLadder({ market, item }, ALICE)
    wallet.isApproved = true
    wallet.onMined = (_, hash) => market.answer('nft.history', () => [anEvent(item, { txHash: hash, type: 8 })])
    await user.click(within(document.querySelector('.ladder') as HTMLElement).getAllByRole('button', { name: 'Accept' })[0] as HTMLElement)
    const dialog = within(await findDialog('Wheat field'))
    for (const said of ['Bob pays you0.40 WETH', 'Service fee, 2.50%− 0.01 WETH', 'Royalties, 5.00%− 0.02 WETH', 'You receive0.37 WETH'])
      expect(wordsOf(document.querySelector('[role=dialog] .sums'))).toContain(said)
    await user.click(dialog.getByRole('button', { name: 'Sell for 0.37 WETH' }))
    await reads(screen, 'Sold for 0.37 WETH')
    expect(wallet.sent).toMatchObject([{ functionName: 'acceptCriteriaBid', address: EXCHANGE }])
    const [, , , , amount, , least, tokenId] = wallet.sent[0]?.args ?? []
    expect([amount, least, tokenId]).toEqual([parseEther('0.4'), parseEther('0.37'), item.tokenId])
  })

  it('[MORE-01] puts a declined offer behind, which can be shown again', async () => {
    const { user, rows } = await openLadder(hang(), ALICE)
    const menuOf = async (at: number, act: RegExp) => {
      const row = document.querySelectorAll('.ladder tbody tr')[at] as HTMLElement
      await user.click(within(row).getByRole('button', { name: 'More acts' }))
      await user.click(await within(row).findByRole('button', { name: act }))
    }
    await menuOf(0, /Decline/)
    await expect.poll(() => rows()[2]).toMatch(/^0\.40 WETH.*Declined/)
    await menuOf(2, /Show this offer again/)
    await expect.poll(() => rows()[0]).toMatch(/^0\.40 WETH/)
  })
})
