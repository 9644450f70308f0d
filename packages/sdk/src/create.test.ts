import { TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createCollectionCall } from './create.ts'
import type { Market } from './market.ts'

const [FACTORY, MINER] = [toAddress(numberToHex(0xfa, { size: 20 })), toAddress(numberToHex(0x51, { size: 20 }))]
const SALT = numberToHex(1, { size: 32 })
const market = { chainId: 31_337, config: { miner: MINER, contract: { factory721: FACTORY, factory1155: FACTORY } } } as unknown as Market
const terms = { standard: TOKEN_STANDARD.ERC721, name: 'Rivers', symbol: 'RIV', salt: SALT }

describe('the deployment of a collection', () => {
  it('[F-93] names the text that was stored for it', () => {
    const { args } = createCollectionCall(market, { ...terms, metadataUrl: 'ipfs://bafkreia' })
    expect(args).toEqual(['Rivers', 'RIV', MINER, 'ipfs://bafkreia', 'ipfs:/', SALT])
  })

  it('[F-93] names none where none was stored', () => {
    expect(createCollectionCall(market, terms).args).toEqual(['Rivers', 'RIV', MINER, '', 'ipfs:/', SALT])
  })
})
