import type { Address } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { listMadeOfficial } from '../collections/service.ts'
import { chainOf, OperatorRefused } from '../operators/service.ts'

/** The two keys that a market signs with. */
export const SIGNER_ROLES = ['miner', 'fee-signer'] as const
export type SignerRole = (typeof SIGNER_ROLES)[number]

/** A transaction for the contract's owner, whose key is not here. */
export type OwnersCall = { readonly contract: string; readonly to: Address; readonly data: Hex }
type Rotation = { readonly chainId: number; readonly role: SignerRole; readonly old: Address; readonly new: Address }

/** The owner's transactions before and after a key rotation. @throws OperatorRefused for keys that do not match */
export async function rotationCalls(
  context: Context,
  { chainId, role, old, new: next }: Rotation,
): Promise<{ before: OwnersCall[]; after: OwnersCall[] }> {
  if (old === next) throw new OperatorRefused('--old and --new are the same address.', { zh: '新旧密钥的地址相同。', field: 'new' })
  const chain = chainOf(context, chainId)
  const places = await Promise.all(
    (await placesOf(context, chain, role)).map(async (place) => ({ ...place, ...(await rolesAt(chain, place.to, role, old, next)) })),
  )
  if (places.every(({ hasOld }) => !hasOld))
    throw new OperatorRefused(`${old} is no ${role} on chain ${chainId}: look at the address of the key in use.`, {
      zh: `${old} 在链 ${chainId} 上不是 ${role}：请核对当前密钥的地址。`,
      field: 'old',
    })
  const call =
    (act: 'add' | 'remove', who: Address) =>
    ({ contract, to }: { contract: string; to: Address }) => ({ contract, to, data: dataOf(role, act, who) })
  return {
    before: places.filter(({ hasNew }) => !hasNew).map(call('add', next)),
    after: places.filter(({ hasOld }) => hasOld).map(call('remove', old)),
  }
}

async function placesOf(context: Context, chain: Chain, role: SignerRole): Promise<{ contract: string; to: Address }[]> {
  const { exchange, auctionExchange, blindBox, official721, official1155 } = chain.config.contracts
  const places = role === 'miner' ? { official721, official1155 } : { exchange, auctionExchange, blindBox }
  const named = Object.entries(places).map(([contract, to]) => ({ contract, to }))
  if (role !== 'miner') return named
  return [...named, ...(await listMadeOfficial(context, chain)).map(({ name, address }) => ({ contract: name, to: address }))]
}

async function rolesAt(
  chain: Chain,
  to: Address,
  role: SignerRole,
  old: Address,
  next: Address,
): Promise<{ hasOld: boolean; hasNew: boolean }> {
  const has = (who: Address) =>
    chain.read((node) =>
      role === 'miner'
        ? node.readContract({ address: to, abi: collection721Abi, functionName: 'isSigner', args: [who] })
        : // Added means that it counts now, or will once its two days are over.
          node.readContract({ address: to, abi: exchangeAbi, functionName: 'feeSignerFrom', args: [who] }).then((from) => from > 0n),
    )
  const [hasOld, hasNew] = await Promise.all([has(old), has(next)])
  return { hasOld, hasNew }
}

/** Fee signers are changed in the same way on all three contracts. */
function dataOf(role: SignerRole, act: 'add' | 'remove', who: Address): Hex {
  if (role === 'miner') return encodeFunctionData({ abi: collection721Abi, functionName: `${act}Signer`, args: [who] })
  return encodeFunctionData({ abi: exchangeAbi, functionName: `${act}FeeSigner`, args: [who] })
}
