import type { Address } from '@plinth/protocol'
import { formatEther } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { SETTLEMENT_GAS } from '../modules/auctions/service.ts'
import { type Finding, well, worry } from './finding.ts'

/** Auctions mostly end some at a time. */
const FEW = 3n

/** Whether the settler's coin pays for a few settlements, at the price of gas now. Without it their parties settle, so it is never ill. */
export async function examineSettler(chain: Chain, settler: Address | undefined): Promise<Finding[]> {
  if (!settler) return []
  const about = [`settler's coin on ${chain.id}`, `链 ${chain.id} 结算账户的余额`] as const
  try {
    const [coin, { maxFeePerGas }] = await chain.read((node) =>
      Promise.all([node.getBalance({ address: settler }), node.estimateFeesPerGas()]),
    )
    const each = SETTLEMENT_GAS * maxFeePerGas
    const [has, needed] = [coin, FEW * each].map((wei) => `${formatEther(wei)} ${chain.config.network.symbol}`)
    if (coin >= FEW * each)
      return [well(about, [`${settler} has ${has} to settle ended auctions.`, `${settler} 有 ${has} 用于结算已结束的拍卖。`])]
    return [
      worry(about, [
        `${settler} has ${has}, and ${FEW} settlements may cost ${needed} now: send it some. Until then owners and winners settle themselves.`,
        `${settler} 仅有 ${has}，目前结算 ${FEW} 场拍卖可能需要 ${needed}：请向其转入主币。在此之前由卖家或赢家自行结算。`,
      ]),
    ]
  } catch {
    return [worry(about, ['No node says what it has.', '没有节点告知其余额。'])]
  }
}
