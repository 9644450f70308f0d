/** @module-tag more */
import { ANY_ID } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALICE, BOB, COLLECTION, EVE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anOffer } from '../../../test/fake/offer-answers.ts'
import { anItem } from '../../../test/fake/records.ts'
import { waitForEvents } from '../../../test/live.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { dialogCloses, wordsOf } from '../../../test/trade.ts'

const PATH = `/collection/${COLLECTION}?tab=offers`
const ROOT = `0x${'5'.repeat(64)}` as const
const LIST = 'Offers for works of this collection'
const OWN = 'Your open offers'

let market: FakeMarket
beforeEach(() => {
  market = new FakeMarket()
  const works = ['Red', 'Red', 'Blue'].map((value, at) => {
    const metadata = JSON.stringify({ name: `Work ${at}`, attributes: [{ trait_type: 'Colour', value }] })
    return anItem({ tokenId: BigInt(at + 1), owner721: BOB, metadata })
  })
  market.hang(...works)
  market.offers = [
    anOffer(EVE, { unitPrice: parseEther('0.3'), quantity: 4n, left: 3n, covered: 2n }),
    anOffer(ALICE, {
      kind: 'attributes',
      attributes: [{ key: 'Colour', values: ['Red'] }],
      items: 2,
      root: ROOT,
      unitPrice: parseEther('0.2'),
      joined: 1,
      gone: 1,
    }),
  ]
})

const rowsOf = (table: HTMLElement) => [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(wordsOf))

describe('the offers of a collection', () => {
  it('[COFF-04, COFF-05, COFF-10] say price, works, units, end and maker, best first; to its maker what the set has lost', async () => {
    const { screen } = await openPage(PATH, { market, as: ALICE })
    const table = await screen.findByRole('table', { name: LIST })
    const [first, second] = rowsOf(table)
    expect(first?.slice(0, 4)).toEqual(['0.30 WETH', 'Collection offerAny work, also new ones', '3', '2'])
    expect(first?.[5]).toContain('Eve')
    expect(first?.at(-1)).toBe('')
    expect(second?.[1]).toBe('Trait offerColour: Red2 works1 more work has these traits now1 has lost them and is not proposed here')
    expect(second?.at(-1)).toBe('RenewCancel')
    screen.getByText(/the metadata is frozen/i)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
  })

  it('[COFF-10] ends an offer and signs it again for the works of today by one press', async () => {
    const { screen, user, wallet } = await openPage(PATH, { market, as: ALICE })
    Object.assign(wallet, { tokens: parseEther('1'), allowance: parseEther('1') })
    const [, old] = market.offers
    wallet.onMined = ({ functionName }) => {
      if (functionName === 'cancel') market.offers = market.offers.filter((offer) => offer !== old)
    }
    await user.click(await screen.findByRole('button', { name: 'Renew' }))
    const dialog = within(await findDialog('Plinth Works'))
    await dialog.findByText(/^2 works fit/)
    expect(dialog.getByLabelText<HTMLInputElement>('For each').value).toBe('0.2')
    await user.click(dialog.getByRole('button', { name: 'Sign the offer' }))
    await dialogCloses()
    expect(wallet.sent.map(({ functionName }) => functionName)).toEqual(['cancel'])
    expect(market.inputsOf('offer.prepare')).toMatchObject([
      { attributes: [{ key: 'Colour', values: ['Red'] }], unitPrice: parseEther('0.2') },
    ])
    expect(market.inputsOf('offer.add')).toHaveLength(1)
    expect(market.offers.find(({ maker }) => maker === ALICE)).not.toMatchObject({ salt: old?.salt })
  })

  it('[COFF-05] raise and end one’s own, under the same number', async () => {
    market.offers = [anOffer(ALICE, { unitPrice: parseEther('0.2'), root: ANY_ID, quantity: 2n })]
    const salt = market.offers[0]?.salt
    const { screen, user, wallet } = await openPage(PATH, { market, as: ALICE })
    Object.assign(wallet, { tokens: parseEther('1'), allowance: parseEther('1') })
    await user.click(await screen.findByRole('button', { name: 'Raise' }))
    const dialog = within(await findDialog('Plinth Works'))
    expect(dialog.queryByLabelText('How many')).toBeNull()
    await user.type(dialog.getByLabelText('For each'), '0.2')
    await user.click(dialog.getByRole('button', { name: /^Sign the offer/ }))
    await dialog.findByRole('alert')
    await user.clear(dialog.getByLabelText('For each'))
    await user.type(dialog.getByLabelText('For each'), '0.25')
    await user.click(dialog.getByRole('button', { name: /^Sign the offer/ }))
    await dialogCloses()
    expect(market.inputsOf('offer.add')).toMatchObject([{ salt, unitPrice: parseEther('0.25'), quantity: 2n, root: ANY_ID }])
    wallet.onMined = () => {
      market.offers = []
    }
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await user.click(within(await findDialog('Plinth Works')).getByRole('button', { name: 'Cancel the offer' }))
    await screen.findByText('No offer yet')
    expect(wallet.sent.map(({ functionName }) => functionName)).toEqual(['cancel'])
  })

  it('come and go with the market’s events, and invite where there is none', async () => {
    market.offers = []
    const { screen, user } = await openPage(PATH, { market, as: ALICE })
    await screen.findByText('No offer yet')
    await waitForEvents(market)
    const offer = anOffer(EVE)
    market.offers = [offer]
    market.emit({ topic: 'order', chainId: offer.chainId, orderId: offer.id, collection: COLLECTION, tokenId: 1n, maker: EVE })
    await screen.findByRole('table', { name: LIST })
    market.offers = []
    market.emit({ topic: 'order', chainId: offer.chainId, orderId: offer.id, collection: COLLECTION, tokenId: 1n, maker: EVE })
    const empty = within((await screen.findByText('No offer yet')).closest('.state') as HTMLElement)
    await user.click(empty.getByRole('button', { name: 'Make a collection offer' }))
    await findDialog('Plinth Works')
  })
})

describe('an account’s own offers', () => {
  it('[COFF-05] stand on its page, also those that rest, and on no other’s', async () => {
    market.offers = [anOffer(ALICE, { isFundable: false, covered: 0n }), anOffer(BOB)]
    const { screen } = await openPage('/items?tab=offers', { market, as: ALICE })
    const table = await screen.findByRole('table', { name: OWN })
    await within(table).findByRole('link', { name: 'Plinth Works' })
    expect(rowsOf(table).map((row) => row[1])).toEqual(['Plinth WorksCollection offerAny work, also new onesRests: too little money'])
    const other = await openPage(`/account/${BOB}?tab=offers`, { market, as: ALICE })
    await other.screen.findByRole('button', { name: /^Collectibles/ })
    expect(other.screen.queryByRole('table', { name: OWN })).toBeNull()
  })
})
