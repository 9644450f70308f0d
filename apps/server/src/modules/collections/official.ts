import type { TextPair } from '@plinth/api'
import { type Address, BASE_URI, standardOf, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { BaseError, ContractFunctionRevertedError, type PublicClient, toHex, zeroHash } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isOfMarket } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import type { CollectionRow } from '../../state/collections/store.ts'
import { mintSignerOfMarket } from '../networks/service.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { listMintableCollections } from './lists.ts'
import { requireKnown, setCollection, subjectOf } from './moderation.ts'

type Named = { readonly chainId: number; readonly address: Address }

/**
 * Offers the collection in everyone's create form from now on; holders of a voucher mint in it (decision 37). The chain must
 * confirm that they may, and that vouchers of this market count. @throws OperatorRefused
 */
export async function makeOfficial(context: Context, operator: Operator, named: Named): Promise<void> {
  const chain = chainOf(context, named.chainId)
  const collection = await requireKnown(context.db, named)
  refuseUnfit(collection)
  const signer = await mintSignerOfMarket(context, chain)
  const problem = await findMintProblem(chain, { ...named, standard: standardOf(collection.standard) }, signer)
  if (problem) throw new OperatorRefused(problem[0], { zh: problem[1], field: 'collection' })
  await transact(context.db, async (tx) => {
    refuseUnfit(await requireKnown(tx, named))
    await setCollection(tx, context, named, { is_official: true, signer: bytes(signer) })
    await recordAudit(tx, context.clock, operator, { what: 'collections official', subject: subjectOf(named), details: { signer } })
  })
}

/** From now on only its owner gets vouchers for it; existing items and vouchers stay valid. @throws OperatorRefused */
export async function endOfficial(context: Context, operator: Operator, named: Named): Promise<void> {
  if (isOfMarket(chainOf(context, named.chainId), named.address))
    throw new OperatorRefused(
      `${named.address} is the market's own collection on chain ${named.chainId}, as PLINTH_CHAINS names it: it stays official.`,
      {
        zh: `${named.address} 是配置（PLINTH_CHAINS）中链 ${named.chainId} 的默认官方合集，始终为官方合集。`,
        field: 'collection',
      },
    )
  await transact(context.db, async (tx) => {
    const { is_official } = await requireKnown(tx, named)
    if (!is_official)
      throw new OperatorRefused(`${named.address} is no official collection.`, { zh: '该合集不是官方合集。', field: 'collection' })
    await setCollection(tx, context, named, { is_official: false })
    await recordAudit(tx, context.clock, operator, { what: 'collections unofficial', subject: subjectOf(named) })
  })
}

function refuseUnfit({ is_official, is_hidden, is_locked }: CollectionRow): void {
  if (is_official) throw new OperatorRefused('It is an official collection already.', { zh: '该合集已是官方合集。', field: 'collection' })
  if (is_hidden || is_locked)
    throw new OperatorRefused('It is hidden, or its trade is stopped: an official collection can’t be. Undo that first.', {
      zh: '该合集已被隐藏或锁定，而官方合集不能如此：请先撤销。',
      field: 'collection',
    })
}

/** Collections that the operator made official, besides the two of the chain's configuration. */
export async function listMadeOfficial(context: Context, chain: Chain): Promise<(Minting & { readonly name: string })[]> {
  const all = await listMintableCollections(context, undefined, chain.id)
  return all.flatMap(({ name, address, standard }) =>
    address === '' || isOfMarket(chain, address) ? [] : [{ chainId: chain.id, name, address, standard: standardOf(standard) }],
  )
}

type Minting = Named & { readonly standard: TokenStandard }

/**
 * Why any account with a voucher of this signer could not mint, or why its item would not be found. @throws AppError
 * CHAIN_UNREACHABLE
 */
export async function findMintProblem(chain: Chain, { address, standard }: Minting, signer: Address): Promise<TextPair | undefined> {
  const code = await chain.read((node) => node.getCode({ address }))
  if (!code || code === '0x')
    return [`There is no contract at ${address} on chain ${chain.id}.`, `链 ${chain.id} 的 ${address} 处没有合约。`]
  const contract = { address, abi: collection721Abi } as const
  const facts = await chain
    .read((node) =>
      Promise.all([
        node.readContract({ ...contract, functionName: 'isSigner', args: [signer] }),
        node.readContract({ ...contract, functionName: 'tokenURIPrefix' }),
      ]),
    )
    .catch((error: unknown) => {
      if (error instanceof BaseError) return undefined
      throw error
    })
  if (!facts || !(await chain.read((node) => letsAnyAccountMint(node, address, standard))))
    return [
      `${address} does not let everybody mint who has a voucher: only its owner, or it knows no vouchers. It must be an OfficialCollection721 or an OfficialCollection1155.`,
      `${address} 不允许任何持有铸造凭证的人铸造（仅限所有者，或不支持凭证）：须为 OfficialCollection721 或 OfficialCollection1155 合约。`,
    ]
  const [isSigner, prefix] = facts
  if (!isSigner)
    return [
      `${address} takes no vouchers of this market: its owner has to add the signer ${signer} first (addSigner).`,
      `${address} 不认可本站的铸造凭证：须先由合约所有者添加签名者 ${signer}（addSigner）。`,
    ]
  if (prefix === BASE_URI) return undefined
  return [
    `The token addresses of ${address} begin with ${JSON.stringify(prefix)}, and must with ${JSON.stringify(BASE_URI)}: its owner changes that (setTokenURIPrefix).`,
    `${address} 的代币地址前缀为 ${JSON.stringify(prefix)}，须为 ${JSON.stringify(BASE_URI)}：由合约所有者修改（setTokenURIPrefix）。`,
  ]
}

/** An address without a known key. */
const UNKNOWN_ACCOUNT = toHex('plinth: any', { size: 20 })
const NEVER_ALLOTTED = 2n ** 256n - 1n

/**
 * A contract checks the caller's right to mint before the voucher: a dry run by an unknown account without a voucher gets that
 * far, or does not.
 */
async function letsAnyAccountMint(node: PublicClient, address: Address, standard: TokenStandard): Promise<boolean> {
  const voucher = [NEVER_ALLOTTED, 27, zeroHash, zeroHash, []] as const
  const call = { address, account: UNKNOWN_ACCOUNT, functionName: 'mint' } as const
  try {
    if (standard === TOKEN_STANDARD.ERC1155)
      await node.simulateContract({ ...call, abi: collection1155Abi, args: [...voucher, 1n, '/any'] })
    else await node.simulateContract({ ...call, abi: collection721Abi, args: [...voucher, '/any'] })
  } catch (error) {
    const revert = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (revert instanceof ContractFunctionRevertedError) return revert.data?.errorName === 'CollectionVoucherInvalid'
    throw error
  }
  // It asks for no voucher: any account could take any id.
  return false
}
