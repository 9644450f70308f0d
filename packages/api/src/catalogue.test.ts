import { describe, expect, it } from 'vitest'
import type { Call, Cost } from './call.ts'
import { CATALOGUE } from './catalogue.ts'

const CALLS: readonly (readonly [string, Call])[] = Object.entries(CATALOGUE).flatMap(([segment, calls]) =>
  Object.entries<Call>(calls).map(([name, call]) => [`${segment}.${name}`, call] as const),
)

/** Calls refused early: each costs more than its request. */
const COSTS: Record<Cost, readonly string[]> = {
  signature: [
    'auction.add',
    'auction.bid',
    'auction.buyerFee',
    'auction.edit',
    'auction.settlement',
    'blind.order.buyfee',
    'offer.add',
    'order.add',
    'order.submit',
    'order.submitmany',
    'portfolio.walletadd',
    'user.linkwallet',
    'user.login',
  ],
  outboundFetch: ['contract.getinfo', 'nft.refreshmeta'],
  authAttempt: [
    'user.activation',
    'user.mail.link',
    'user.mail.login',
    'user.mail.register',
    'user.mail.sendcode',
    'user.mail.setpassword',
    'user.register',
    'user.remove',
    'user.sendcode',
    'user.setpassword',
    'user.userLogin',
  ],
  captcha: ['user.kaptcha'],
  search: [
    'explore.collections',
    'home.search',
    'home.searchcontract',
    'home.searchuser',
    'offer.prepare',
    'portfolio.value',
    'selling.facts',
    'sweep.candidates',
  ],
}

/** Named in document B §7, with paths in document A §7. */
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

  it.each(Object.entries(COSTS))('[F-95] counts the cost %s of the calls that have it', (cost, names) => {
    expect(CALLS.flatMap(([name, call]) => (call.cost === cost ? [name] : [])).toSorted()).toEqual(names)
  })

  it('waits longer for uploads and operators’ acts alone', () => {
    const patient = CALLS.filter(([, { timeoutS }]) => timeoutS !== 30)
    expect(patient.every(([, { timeoutS }]) => timeoutS === 120)).toBe(true)
    expect(patient.filter(([, { body }]) => body !== 'multipart').map(([name]) => name)).toEqual(['operator.act'])
  })
})
