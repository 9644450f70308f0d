import type { Address } from '@plinth/protocol'
import { erc721Abi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { cleanText } from '../../text/clean-text.ts'

const LONGEST_NAME = 100

/** Our own collections of both standards have a name and a symbol. */
export async function nameOf(chain: Chain, address: Address): Promise<{ name: string; symbol: string }> {
  const [name, symbol] = await Promise.all([
    chain.client.readContract({ address, abi: erc721Abi, functionName: 'name' }),
    chain.client.readContract({ address, abi: erc721Abi, functionName: 'symbol' }),
  ])
  return { name: cleanText(name, LONGEST_NAME), symbol: cleanText(symbol, LONGEST_NAME) }
}

/** The name shown for a collection without a name from its contract or the operator. */
export const namelessOf = (address: Address): string => `${address.slice(0, 8)}…`
