import { type Address, loginText } from '@plinth/protocol'
import { createTestClient, createWalletClient, type Hex, hashMessage, http, parseEther } from 'viem'
import type { TestMarket } from '../market/market.ts'

/** Code whose "signature" of a hash is the hash itself, and one that accepts no signature. */
export const SAYS_YES: Hex = '0x60043560643514631626ba7e60e01b0260005260206000f3'
/** The same, which takes every token that it is sent. */
export const TAKES_ALL: Hex = '0x6004356064351460003560e01c80631626ba7e14159091170260e01b60005260206000f3'
export const SAYS_NO: Hex = '0x60006000526020600060003960206000f3'

export const chainOf = ({ testnet }: TestMarket) =>
  createTestClient({ mode: 'anvil', chain: testnet.chain, transport: http(testnet.rpcUrl) })

/** A transaction of a contract itself, by impersonation. */
export async function actAs(market: TestMarket, from: Address, to: Address, data: Hex): Promise<void> {
  await chainOf(market).impersonateAccount({ address: from })
  await chainOf(market).setBalance({ address: from, value: parseEther('10') })
  const wallet = createWalletClient({ account: from, chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })
  await market.mined(await wallet.sendTransaction({ to, data }))
}

export async function signInAs({ server, chainId }: TestMarket, owner: Address) {
  server.clock.advance(1)
  const timestamp = server.clock.now()
  const signature = hashMessage(loginText(server.context.config.site.loginMessage, timestamp))
  const { token } = await server.api().user.login({ address: owner, signature, timestamp, chainId })
  return server.api(token)
}
