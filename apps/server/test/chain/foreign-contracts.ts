import { type Foreign, foreignCode, foreignMint, receiptOf } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import type { TestMarket, Who } from '../market/market.ts'

/** Deploys it on the market's chain, as a third party would. */
export async function deployForeign(market: TestMarket, name: Foreign): Promise<Address> {
  const hash = await market.wallet('carol').sendTransaction({ data: foreignCode(name) })
  const { contractAddress } = await receiptOf(market.testnet.publicClient, hash)
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return toAddress(contractAddress)
}

export async function mintForeign(market: TestMarket, collection: Address, to: Who, id: bigint, quantity?: bigint): Promise<void> {
  const data = foreignMint(market.address(to), id, quantity)
  await market.mined(await market.wallet('carol').sendTransaction({ to: collection, data }))
}
