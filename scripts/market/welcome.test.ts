import { DEMO_ACCOUNTS } from '@plinth/devnet'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

describe('welcome', () => {
  const said = welcome('http://localhost:3000', readSettings({ CHAIN_PORT_31338: '9100' }))

  it('names both chains with address, id and coin', () => {
    expect(said).toMatch(/Local Ethereum +http:\/\/127\.0\.0\.1:8545 +chain id 31337 +ETH/)
    expect(said).toMatch(/Local BSC +http:\/\/127\.0\.0\.1:9100 +chain id 31338 +BNB/)
  })

  it('prints each demo account and its key once, and says that it is play money', () => {
    expect(said).toContain('play money')
    for (const { privateKey } of DEMO_ACCOUNTS) expect(said.split(privateKey)).toHaveLength(2)
  })
})
