import { erc20Abi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isRevert } from '../../chain/revert.ts'
import type { Funder, Spendable } from './funding.ts'

export type Reading = { readonly funder: Funder; readonly spendable: Spendable | undefined }

const NOTHING: Spendable = { balance: 0n, allowance: 0n }

/** An account's balance and allowance at a block; undefined where the node has pruned its state. */
export async function readSpendableAt(chain: Chain, funder: Funder, blockHash: `0x${string}`): Promise<Reading> {
  const { token: address, account, spender } = funder
  const read = async (): Promise<Spendable> => {
    const [balance, allowance] = await Promise.all([
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account], blockHash }),
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [account, spender], blockHash }),
    ])
    return { balance, allowance }
  }
  try {
    return {
      funder,
      spendable: await chain.read(() => read().catch((error: unknown) => (isRevert(error) ? NOTHING : Promise.reject(error)))),
    }
  } catch (error) {
    if (isForgotten(error)) return { funder, spendable: undefined }
    throw error
  }
}

/** Whether the node lacks the state of this block: then only a later one can be read. */
function isForgotten(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/missing trie node|header not found|state .*(not|un)available|block .*not found|unknown block|BlockOutOfRange/i.test(cause.message))
      return true
  return false
}
