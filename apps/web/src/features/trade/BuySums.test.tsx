import type { ItemRecord, OrderRecord } from '@plinth/api'
import { ASSET_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { en } from '../../i18n/en/index.ts'
import { showTexts, t } from '../../i18n/translate.ts'
import { BuySums } from './BuySums.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../i18n/translate.ts', async (original) => ({ ...(await original<object>()), useTranslation: () => ({ t }) }))
// It waits for rates; its own tests are in entities/price.
vi.mock('../../entities/price/Worth.tsx', () => ({ Worth: () => null }))

const MAKER = toAddress(`0x${'a'.repeat(40)}`)
const creator = { address: MAKER, username: 'Alice' }

// As much of both records as the sums are made of, which is why their types are cast.
const item = { creator, royalties: [] as number[] } as unknown as ItemRecord
const listingOf = (buyerFee: number) =>
  ({
    maker: MAKER,
    user: creator,
    salt: 1n,
    unitPrice: '2',
    sellerFee: 250,
    buyerFee,
    sellToken: MAKER,
    sellTokenId: 7n,
    sellType: ASSET_TYPE.ERC721,
    selling: 1n,
    buyToken: ZERO_ADDRESS,
    buyTokenId: 0n,
    buyType: ASSET_TYPE.COIN,
    buying: 2n * 10n ** 18n,
    payTokenDecimals: 18,
    payTokenSymbol: 'ETH',
    // Sums read no more of an order.
  }) as unknown as OrderRecord

const textOf = (buyerFee: number) =>
  renderToStaticMarkup(<BuySums item={item} listing={listingOf(buyerFee)} amount={1n} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('BuySums', () => {
  beforeAll(() => showTexts('en', en))

  it('[SOL-23] shows no fee to the buyer of an official sender, whatever the market takes elsewhere', () => {
    expect(textOf(0)).toBe('Price 2.00 ETH You pay in all 2.00 ETH')
  })

  it('adds the fee of this sale, as it stands on its record', () => {
    expect(textOf(250)).toBe('Price 2.00 ETH Service fee, 2.50% + 0.05 ETH You pay in all 2.05 ETH')
  })
})
