import { type Foreign, foreignCode, foreignMint, type Person, receiptOf } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import type { Place } from './market.ts'

/** Deploys an external contract on the market's chain; returns its address. */
export async function deployForeign(person: Person, { chain }: Place, name: Foreign): Promise<Address> {
  const { contractAddress } = await receiptOf(chain, await person.wallet.sendTransaction({ data: foreignCode(name) }))
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return toAddress(contractAddress)
}

export async function mintForeign(person: Person, { chain }: Place, collection: Address, id: bigint, quantity?: bigint): Promise<void> {
  const data = foreignMint(person.address, id, quantity)
  await receiptOf(chain, await person.wallet.sendTransaction({ to: collection, data }))
}
