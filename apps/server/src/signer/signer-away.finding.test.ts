import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../../test/market/harness.ts'
import { TestMarket } from '../../test/market/market.ts'
import { holdKeys } from './key-ring.ts'
import { SignerAway } from './remote-keys.ts'
import { createSigner } from './signer.ts'

let market: TestMarket
let alice: Session
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
})
afterAll(() => market.close())

it('[F-157] a mint while the signer restarts is refused with what helps', async () => {
  const { context } = market.server
  const { signer } = context
  const away = () => Promise.reject(new SignerAway('it can’t be reached'))
  Object.assign(context, { signer: createSigner({ ...holdKeys(market.testnet.keys), signAsMintSigner: away }) })
  const refused = { code: 'SIGNER_AWAY', errno: 4423, message: 'The market can’t sign now. Try again in a moment.' }
  await expect(alice.api.dapp.sign({ collection: market.official })).rejects.toMatchObject(refused)
  Object.assign(context, { signer })
  await expect(alice.api.dapp.sign({ collection: market.official })).resolves.toHaveProperty('tokenId')
})
