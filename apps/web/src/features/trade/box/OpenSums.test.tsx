import type { BoxRecord } from '@plinth/api'
import { ASSET_TYPE } from '@plinth/protocol'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { en } from '../../../i18n/en/index.ts'
import { showTexts, t } from '../../../i18n/translate.ts'
import { OpenSums } from './OpenSums.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../../i18n/translate.ts', async (original) => ({ ...(await original<object>()), useTranslation: () => ({ t }) }))
// It waits for rates; its own tests are in entities/price.
vi.mock('../../../entities/price/Worth.tsx', () => ({ Worth: () => null }))

// As much of the record as the sums are made of, which is why its type is cast.
const boxOf = (payTokenType: number, unitPrice: bigint, buyerFee: number) =>
  ({
    payTokenType,
    payTokenSymbol: payTokenType > 1 ? 'Opening night' : 'ETH',
    payTokenDecimals: 18,
    unitPrice,
    order: { buyerFee },
  }) as BoxRecord

const textOf = (box: BoxRecord, boxes: number) =>
  renderToStaticMarkup(<OpenSums box={box} boxes={boxes} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('what boxes cost', () => {
  beforeAll(() => showTexts('en', en))

  it.each([
    [250, '2.50%', '+ 0.004 ETH', '0.164 ETH'],
    [200, '2.00%', '+ 0.0032 ETH', '0.1632 ETH'],
    [1, '0.01%', '+ 0.000016 ETH', '0.160016 ETH'],
  ])('[BOX-35] a buyer fee of %i bps is %s of the price, on top of it', (fee, percent, part, total) => {
    const text = textOf(boxOf(ASSET_TYPE.COIN, 8n * 10n ** 16n, fee), 2)
    expect(text).toContain(`Service fee, ${percent} ${part}`)
    expect(text.endsWith(`You pay in all ${total}`)).toBe(true)
  })

  it.each([ASSET_TYPE.ERC721, ASSET_TYPE.ERC1155])(
    '[BOX-36] a ticket of type %i is paid without a fee, whatever the order says',
    (type) => {
      const text = textOf(boxOf(type, 1n, 250), 3)
      expect(text).toContain('Price, 3 boxes 3 × Opening night')
      expect(text).toContain('Service fee, 0.00% 0')
      expect(text.endsWith('You pay in all 3 × Opening night')).toBe(true)
    },
  )
})
