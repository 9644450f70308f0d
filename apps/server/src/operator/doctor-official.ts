import type { Address } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { findMintProblem, listMadeOfficial } from '../modules/collections/service.ts'
import { mintSignerOfMarket } from '../modules/networks/service.ts'
import { type Finding, ill, well, worry } from './finding.ts'

/**
 * Checks that any account can still mint in the collections that the operator made official: they are others' contracts, and
 * change without the operator.
 */
export async function examineOfficial(context: Context, chain: Chain, mintSigner: Address | undefined): Promise<Finding[]> {
  const made = await listMadeOfficial(context, chain)
  if (made.length === 0) return []
  const about = [`official collections of ${chain.id}`, `链 ${chain.id} 的官方合集`] as const
  try {
    const signer = mintSigner ?? (await mintSignerOfMarket(context, chain))
    const looked = await Promise.all(made.map(async (one) => ({ ...one, problem: await findMintProblem(chain, one, signer) })))
    const ills = looked.flatMap(({ name, problem }) =>
      problem ? [ill(about, [`${name}: ${problem[0]}${ENDED[0]}`, `${name}：${problem[1]}${ENDED[1]}`])] : [],
    )
    if (ills.length > 0) return ills
    const those = made.length === 1 ? 'the one that was' : `all ${made.length} that were`
    return [well(about, [`Anybody can mint in ${those} made official here.`, `所有人均可在运营方另设的 ${made.length} 个官方合集中铸造。`])]
  } catch {
    return [worry(about, ['No node said what their contracts do.', '没有节点给出合约的信息。'])]
  }
}

const ENDED = [
  ' While that is so, `collections unofficial` keeps it out of the create form.',
  '在此之前，可用 `collections unofficial` 将其移出创建表单。',
] as const
