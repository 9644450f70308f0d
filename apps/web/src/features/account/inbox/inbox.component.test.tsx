/** @module-tag more */
import type { OfferRecord } from '@plinth/api'
import { cleanup, within } from '@testing-library/react'
import { parseEther, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE, EXCHANGE } from '../../../../test/addresses.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anOffer } from '../../../../test/fake/offer-answers.ts'
import { anEvent, anItem } from '../../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../../test/page.tsx'
import { reads, wordsOf } from '../../../../test/trade.ts'

/** Alice holds five works of a collection for which five offers are open. */
function hang() {
  const market = new FakeMarket()
  const items = [1n, 2n, 3n, 4n, 5n].map((tokenId) => market.hang(anItem({ tokenId, name: `Work ${tokenId}` })))
  market.offers = [5n, 4n, 3n, 2n, 1n].map((tenths, at) => anOffer(at % 2 === 0 ? EVE : BOB, { unitPrice: parseEther('0.1') * tenths }))
  const bySalt = new Map<bigint, OfferRecord>(market.offers.map((offer) => [offer.salt, offer]))
  market.answer('offer.buyerFee', ({ salt, tokenId }) => {
    const offer = bySalt.get(salt) as OfferRecord
    return {
      v: '0',
      r: zeroHash,
      s: zeroHash,
      isFeeSignatureNeeded: false,
      buyerFee: 250,
      sellerFee: offer.sellerFee,
      salt,
      chainId: offer.chainId,
      left: 1n,
      tokenId,
      root: zeroHash,
      idProof: [],
      signature: offer.signature,
      proof: offer.proof,
      maker: offer.maker,
      sellToken: offer.payToken.address,
      sellTokenId: 0n,
      sellType: 1,
      selling: offer.unitPrice,
      buyToken: offer.collection,
      buyTokenId: 0n,
      buyType: 3,
      buying: 1n,
    }
  })
  return { market, items }
}

async function openInbox({ market, items }: ReturnType<typeof hang>) {
  const opened = await openPage('/items?tab=received', { market, as: ALICE })
  const { wallet } = opened
  wallet.isApproved = true
  // Of all that are sold in one transaction, the chain moves the first.
  wallet.onMined = (_, hash) => {
    market.answer('nft.history', ({ tokenId }) =>
      items.filter((item) => item.tokenId === tokenId && tokenId === 1n).map((item) => anEvent(item, { txHash: hash, type: 8 })),
    )
  }
  const rows = () => [...document.querySelectorAll('.inbox-row')].map(wordsOf)
  await expect.poll(() => rows().length, { timeout: 10_000 }).toBe(5)
  /** Presses of the mouse, as a person counts them. */
  let presses = 0
  const press = async (name: RegExp | string, at = 0) => {
    presses++
    const found = await opened.screen.findAllByRole('button', { name })
    await opened.user.click(found[at] as HTMLElement)
  }
  return { ...opened, rows, press, presses: () => presses }
}

describe('offers received', () => {
  it('[PORT-04] stand best first, with what each brings and its difference to the floor', async () => {
    const { rows, screen } = await openInbox(hang())
    expect(rows()[0]).toMatch(/Work 1.*or 4 others of yours.*0\.50 WETH ?You get 0\.4875 WETH ?5% below the floor.*Any of .*Eve.*Accept/)
    expect(rows()[4]).toMatch(/0\.10 WETH/)
    expect(screen.getByRole('button', { name: 'Offers received' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('[PORT-04] takes two presses and one prompt of the wallet to accept one', async () => {
    const { press, presses, screen, wallet } = await openInbox(hang())
    await press(/^Accept 0\.50 WETH by Eve/)
    await findDialog('Work 1')
    await press('Sell for 0.4875 WETH')
    await reads(screen, 'Sold for 0.4875 WETH')
    expect(presses()).toBe(2)
    expect(wallet.sent).toMatchObject([{ functionName: 'acceptCriteriaBid', address: EXCHANGE }])
  })

  it('[PORT-04] takes three presses and one prompt to accept five, each by another work', async () => {
    const { press, presses, screen, wallet } = await openInbox(hang())
    await press('Choose the best 5')
    await reads(screen, 'You get 1.4625 WETH')
    await press('Accept 5')
    await findDialog('Accept 5 offers')
    await press('Sell for 1.4625 WETH')
    // Only the first was still there.
    await reads(screen, 'Sold for 0.4875 WETH. 1 of 5 offers accepted. The others were gone.')
    expect(presses()).toBe(3)
    expect(wallet.sent).toMatchObject([{ functionName: 'acceptBids', address: EXCHANGE }])
    const [lines, , least] = (wallet.sent[0]?.args ?? []) as [{ tokenId: bigint; leastProceeds: bigint }[], string, bigint]
    expect(lines.map(({ tokenId }) => tokenId).sort()).toEqual([1n, 2n, 3n, 4n, 5n])
    expect([lines[0]?.leastProceeds, least]).toEqual([parseEther('0.4875'), 1n])
  })

  it('[MORE-01] lose what was declined, and all of a blocked account, which the profile lists', async () => {
    const hung = hang()
    const { rows, screen, user } = await openInbox(hung)
    const pass = async (act: RegExp) => {
      const row = document.querySelector('.inbox-row') as HTMLElement
      await user.click(within(row).getByRole('button', { name: 'More acts' }))
      await user.click(await within(row).findByRole('button', { name: act }))
    }
    await pass(/Decline/)
    await reads(screen, 'Declined. You won’t see this offer here again.')
    await expect.poll(() => rows().length).toBe(4)
    await pass(/Block Bob/)
    await expect.poll(() => rows().length).toBe(2)
    expect(rows().join()).not.toContain('Bob')
    cleanup()
    hung.market.answer('user.email', () => ({ email: '' }))
    const profile = await openPage('/profile', { market: hung.market, as: ALICE })
    await profile.user.click(await profile.screen.findByRole('button', { name: 'Unblock Bob' }))
    await reads(profile.screen, 'You have blocked no account.')
  })

  it('[PORT-04] are shown from the account’s minimum on', async () => {
    const hung = hang()
    const { screen, user } = await openInbox(hung)
    await user.selectOptions(screen.getByLabelText('Show and tell me of'), '80')
    await expect.poll(() => hung.market.inputsOf('offer.setLeast')).toEqual([{ least: 80 }])
    await expect.poll(() => (screen.getByLabelText('Show and tell me of') as HTMLSelectElement).value).toBe('80')
  })
})
