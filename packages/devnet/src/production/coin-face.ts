import { type Address, coinFaceOf } from '@plinth/protocol'
import { erc20Abi, type Hex, type PublicClient } from 'viem'

type Asked = { readonly chainId: number; readonly wrappedCoin?: Address; readonly log?: (line: string) => void }

/**
 * Says where the chain has its coin as an ERC20, and refuses that as the wrapped coin: payments in it arrive as coin. An unknown
 * one shows by its balance of the deployer, which holds coin. Throws one sentence.
 */
export async function refuseCoinFace(client: PublicClient, deployer: Hex, { chainId, wrappedCoin, log }: Asked): Promise<void> {
  const face = coinFaceOf(chainId)
  if (face) log?.(`The coin of chain ${chainId} is an ERC20 too, at ${face}: never take that as a pay token or as the wrapped coin.`)
  if (!wrappedCoin) return
  if (wrappedCoin === face || (await hasBalancesOfCoin(client, wrappedCoin, deployer)))
    throw new Error(`--wrapped-coin ${wrappedCoin} is the coin of chain ${chainId} itself: name its wrapped form, or none.`)
}

async function hasBalancesOfCoin(client: PublicClient, token: Address, account: Hex): Promise<boolean> {
  const coins = await client.getBalance({ address: account })
  const read = client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const tokens = await read.catch(() => undefined)
  return coins > 0n && tokens === coins
}
