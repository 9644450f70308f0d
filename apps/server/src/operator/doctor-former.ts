import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { formerRemains } from '../modules/approvals/service.ts'
import { type Finding, well, worry } from './finding.ts'

/** What accounts still have on former contracts of the market: an approval there is one for contracts known to be weaker. */
export async function examineFormer(context: Context, chain: Chain): Promise<Finding[]> {
  const findings = (chain.config.contracts.former ?? []).map(async (former): Promise<Finding> => {
    const about = [`edition ${former.edition} on ${chain.id}`, `链 ${chain.id} 的第 ${former.edition} 版合约`] as const
    try {
      const { collections, allowances, auctions, boxes } = await formerRemains(context, chain, former)
      if (collections + allowances + auctions + boxes === 0)
        return well(about, ['Nothing stands on its contracts any more.', '其合约上已无授权，也无进行中的拍卖或盲盒。'])
      return worry(about, [
        `${collections} approvals of collections and ${allowances} allowances of pay tokens to its proxy ${former.transferProxy} remain; ${auctions} auctions and ${boxes} series of boxes still run there. Accounts take their approvals back under My items; keep it named in PLINTH_CHAINS until then.`,
        `其转账代理 ${former.transferProxy} 仍有 ${collections} 项合集授权、${allowances} 项币种授权；仍有 ${auctions} 场拍卖、${boxes} 个盲盒系列在其上进行。用户可在“我的作品”页面撤销授权；在此之前请在 PLINTH_CHAINS 中保留它。`,
      ])
    } catch (error) {
      context.log.warn('former edition not read', { chainId: chain.id, error })
      return worry(about, ['No node said what is allowed to its proxy.', '没有节点给出其转账代理的授权情况。'])
    }
  })
  return Promise.all(findings)
}
