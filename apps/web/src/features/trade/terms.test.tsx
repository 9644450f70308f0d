import type { ItemRecord, OrderRecord } from '@plinth/api'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { shownLocale, showTexts, t } from '../../i18n/translate.ts'
import { zh } from '../../i18n/zh/index.ts'
import { SessionContext } from '../../lib/session.ts'
import { BidTerms } from './BidTerms.tsx'
import { SaleSums } from './SaleSums.tsx'
import { SaleTerms } from './SaleTerms.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../i18n/translate.ts', async (original) => ({
  ...(await original<object>()),
  useTranslation: () => ({ t, locale: shownLocale() }),
}))

const textOf = (shown: ReactNode) =>
  renderToStaticMarkup(shown)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Shown in the reader's own time zone, so the test builds it there. */
const until = new Date(2026, 10, 27, 10, 28).getTime() / 1_000
const ALICE = toAddress(`0x${'a'.repeat(40)}`)
const BOB = toAddress(`0x${'b'.repeat(40)}`)
const ether = { chainId: 31337, address: ZERO_ADDRESS, decimals: 18, symbol: 'ETH' }

beforeEach(() => showTexts('en', en))

describe('SaleTerms', () => {
  it('says who can buy until when, that lowering is free, and that the end costs a network fee', () => {
    expect(textOf(<SaleTerms until={until} />)).toBe(
      'Anybody can buy it until 27 November at 10:28. You can lower the price for free, or cancel the listing for a network fee.',
    )
    showTexts('zh', zh)
    expect(textOf(<SaleTerms until={until} />)).toBe(
      '在11月27日 10:28之前，任何人都可以购买。你可以随时免费降价，或支付少量网络手续费下架。',
    )
  })

  it('names no end where there is none, and nothing where none is chosen yet', () => {
    expect(textOf(<SaleTerms until={0} />)).toBe(
      'Anybody can buy it until you cancel the listing, for a network fee. You can lower the price for free.',
    )
    expect(textOf(<SaleTerms until={undefined} />)).toBe('')
    showTexts('zh', zh)
    expect(textOf(<SaleTerms until={0} />)).toBe('任何人都可以购买，直到你支付少量网络手续费将其下架。你可以随时免费降价。')
  })
})

describe('SaleSums', () => {
  // As much of the record as the sums are made of, which is why its type is cast.
  const item = { creator: { address: ALICE, nickname: 'Alice', username: '' }, royalties: [500] } as unknown as ItemRecord
  const sums = (form: { price: string; quantity: string }) => <SaleSums item={item} form={form} token={ether} sellerFee={250n} />
  const soldBy = (address: typeof ALICE, shown: ReactNode) => <SessionContext value={{ ...emptySession, address }}>{shown}</SessionContext>
  const emptySession = {
    ...({ status: 'loggedIn', chainId: 31_337, user: undefined, byMail: false } as const),
    balances: { coin: undefined, tokens: {} },
    gasPrice: undefined,
    disconnect: async () => {},
  }

  it('[F-81] takes fee and royalty off line by line, says what comes, and that no more royalty is accepted', () => {
    expect(textOf(soldBy(BOB, sums({ price: '2', quantity: '1' })))).toBe(
      'Buyer pays you 2.00 ETH Service fee, 2.50% − 0.05 ETH Royalty to Alice, 5.00% − 0.10 ETH You receive 1.85 ETH You accept this royalty and no more: if the collection asks for more later, the listing can’t be filled.',
    )
    expect(textOf(soldBy(BOB, sums({ price: '0.8', quantity: '3' })))).toBe(
      'Buyers pay you, 3 × 0.80 ETH 2.40 ETH Service fee, 2.50% − 0.06 ETH Royalty to Alice, 5.00% − 0.12 ETH You receive 2.22 ETH You accept this royalty and no more: if the collection asks for more later, the listing can’t be filled.',
    )
    showTexts('zh', zh)
    expect(textOf(soldBy(BOB, sums({ price: '2', quantity: '1' })))).toBe(
      '买家付给你 2.00 ETH 服务费 2.50% − 0.05 ETH 付给Alice的版税 5.00% − 0.10 ETH 你将收到 1.85 ETH 你只接受以上版税：若合集日后提高版税，此挂单将无法成交。',
    )
  })

  it('asks no royalty of the maker himself', () => {
    expect(textOf(soldBy(ALICE, sums({ price: '2', quantity: '1' })))).toBe(
      'Buyer pays you 2.00 ETH Service fee, 2.50% − 0.05 ETH You receive 1.95 ETH',
    )
  })
})

describe('BidTerms', () => {
  const figures = { unitPrice: 200n, quantity: 1n, left: 1n, price: 200n, fee: 5n, draw: 205n }
  const bidding = { figures, money: { decimals: 3, symbol: 'WETH' }, until, isEdition: false }
  const open = { unitPrice: '0.1', payTokenSymbol: 'WETH' } as OrderRecord

  it('says in order what may leave, who can accept it until when, and how it is raised and taken back', () => {
    expect(textOf(<BidTerms bid={undefined} bidding={bidding} />)).toBe(
      'What this bid means Nothing leaves you now. The WETH stay in your wallet until the bid is accepted, and then no more than 0.205 WETH is taken. ' +
        'Whoever holds the work can accept it, until 27 November at 10:28. ' +
        'Raising it costs nothing. Cancelling it takes a transaction on the chain, for a network fee.',
    )
    showTexts('zh', zh)
    expect(textOf(<BidTerms bid={undefined} bidding={bidding} />)).toBe(
      '出价说明 现在不会扣款。出价被接受之前，WETH 一直在你的钱包里；接受时最多扣除 0.205 WETH。 ' +
        '11月27日 10:28 之前，作品的持有者可以接受这个出价。 提高出价无需费用。如要撤回，需在链上进行并支付网络手续费。',
    )
  })

  it('of an edition says that some can be accepted; a raised one says that it replaces the other', () => {
    const said = textOf(<BidTerms bid={open} bidding={{ ...bidding, isEdition: true }} />)
    expect(said).toContain('Anybody who holds some can accept it, for some or for all, until 27 November at 10:28.')
    expect(said).toContain('It takes the place of your bid of 0.10 WETH. Both have one number, so you never buy twice.')
    showTexts('zh', zh)
    const chinese = textOf(<BidTerms bid={open} bidding={{ ...bidding, isEdition: true }} />)
    expect(chinese).toContain('任何持有者都可以接受这个出价，可以只接受其中几件，也可以全部接受。')
    expect(chinese).toContain('它将取代你原来 0.10 WETH 的出价。两者共用一个编号，不会重复买入。')
  })
})
