import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { ALLOWANCE_ABI, COLLECTION_ABI, type ContractCall, TOKEN_ABI } from '@plinth/sdk'
import { openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

/** What an account lets a contract of the market move: all items of a collection, one of them, or an amount of a token. */
export type Allowed = {
  readonly of: 'collection' | 'item' | 'token'
  readonly chainId: number
  readonly address: Address
  readonly spender: Address
  readonly tokenId?: bigint | undefined
}

export type TakeBackContext = {
  allowed: Allowed
  title: string
  /** Of a token, in base units; 0 takes all back. */
  amount: bigint
}

/** Leaves `amount` of a token to the contract, or nothing at all. */
export function takeBackCall({ of, chainId, address, spender, tokenId = 0n }: Allowed, amount: bigint): ContractCall {
  if (of === 'token') return { chainId, address, abi: ALLOWANCE_ABI, functionName: 'approve', args: [spender, amount] }
  if (of === 'item') return { chainId, address, abi: COLLECTION_ABI, functionName: 'approve', args: [ZERO_ADDRESS, tokenId] }
  return { chainId, address, abi: COLLECTION_ABI, functionName: 'setApprovalForAll', args: [spender, false] }
}

/** Ends an approval, or lowers an allowance, at its token or collection: needs a node and no server. */
export const takeBackFlow: Flow<TakeBackContext> = {
  steps: [
    {
      // Some tokens change an allowance only from zero (USDT).
      key: 'reset',
      isDone: async ({ allowed, amount }) => {
        if (amount === 0n) return true
        const chain = await openChain(allowed.chainId)
        return chain.simulate(takeBackCall(allowed, amount)).then(
          () => true,
          () => false,
        )
      },
      run: async ({ allowed, title }, progress) => {
        const chain = await openChain(allowed.chainId)
        const about = { act: 'takeBack' as const, title, item: undefined, subject: `${allowed.address} ${allowed.spender}` }
        await transact(chain, takeBackCall(allowed, 0n), about, progress)
      },
    },
    {
      key: 'set',
      isDone: async ({ allowed, amount }) => {
        if (allowed.of !== 'token') return false
        const chain = await openChain(allowed.chainId)
        const args = [chain.account, allowed.spender]
        const { chainId, address } = allowed
        return (await chain.read<bigint>({ chainId, address, abi: TOKEN_ABI, functionName: 'allowance', args })) === amount
      },
      run: async ({ allowed, title, amount }, progress) => {
        const chain = await openChain(allowed.chainId)
        const act = amount === 0n ? ('takeBack' as const) : ('allow' as const)
        const subject = `${allowed.address} ${allowed.spender} ${allowed.tokenId ?? amount}`
        await transact(chain, takeBackCall(allowed, amount), { act, title, item: undefined, subject }, progress)
      },
    },
  ],
}
