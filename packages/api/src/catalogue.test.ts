import { describe, expect, it } from 'vitest'
import { CATALOGUE } from './catalogue.ts'

/** Document B §7 names them; document A §7 has their paths. */
const TRADING = {
  order: ['get', 'prepare', 'add', 'buyerFee'],
  nft: ['locknft', 'owners', 'getroyalties', 'add'],
  ty: ['listset'],
  dapp: ['sign', 'signtyid'],
  auction: ['prepare', 'add', 'bid', 'bids', 'cancel', 'buyerFee', 'list'],
  storage: ['upload', 'multiupload'],
  contract: ['create'],
} as const

describe('the catalogue', () => {
  it('[API-112] has each call of the trading flows under the path of the documents', () => {
    const pathOf = (segment: string, name: string) => (CATALOGUE as Record<string, Record<string, { path: string }>>)[segment]?.[name]?.path
    for (const [segment, names] of Object.entries(TRADING))
      for (const name of names) expect(pathOf(segment, name), `${segment}.${name}`).toBe(`/${segment}/${name}`)
  })
})
