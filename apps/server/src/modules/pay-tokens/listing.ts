import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { erc20Abi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import { cleanText } from '../metadata/parse.ts'
import { noteAct, type Operator, OperatorRefused } from '../operators/service.ts'
import { allPayTokens } from './service.ts'

type NewToken = { readonly chainId: number; readonly address: Address; readonly decimals: number; readonly isDefault: boolean }
type Facts = { readonly name: string; readonly symbol: string; readonly decimals: number }

const LONGEST_SYMBOL = 20
const LONGEST_NAME = 50
/** More are not practical: a price would not fit. */
const MOST_DECIMALS = 36

/** The contract's values count; the operator gives the decimals too, which reveals a wrong token. @throws OperatorRefused */
export async function addPayToken(
  context: Context,
  operator: Operator,
  { chainId, address, decimals, isDefault }: NewToken,
): Promise<Facts> {
  const chain = chainOf(context, chainId)
  const facts = await readToken(chain, address)
  if (facts.decimals !== decimals)
    throw new OperatorRefused(
      `${facts.symbol} at ${address} has ${facts.decimals} decimals on chain ${chainId}, and you said ${decimals}: look whether it is the right token.`,
      {
        zh: `链 ${chainId} 上的 ${facts.symbol}（${address}）有 ${facts.decimals} 位小数，而你填写的是 ${decimals}：请核对代币是否正确。`,
        field: 'decimals',
      },
    )
  await transact(context.db, async (tx) => {
    const all = await allPayTokens(tx, [chainId])
    if (all.some((token) => token.address === address && token.isListed))
      throw new OperatorRefused(`${facts.symbol} at ${address} is a pay token of chain ${chainId} already.`, {
        zh: `${facts.symbol}（${address}）已是链 ${chainId} 的币种。`,
        field: 'token',
      })
    const row = { ...facts, is_default: isDefault, is_listed: true, is_operators: true, position: all.length + 1 }
    if (isDefault) await tx.updateTable('pay_token').set({ is_default: false }).where('chain_id', '=', chainId).execute()
    await tx
      .insertInto('pay_token')
      .values({ chain_id: chainId, address: bytes(address), avatar: '', ...row })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doUpdateSet(row))
      .execute()
    await noteAct(tx, context.clock, operator, {
      what: 'pay-tokens add',
      subject: subjectOf(chainId, address),
      details: { ...facts, isDefault },
    })
  })
  return facts
}

/** Existing orders in it stay valid; new ones can't name it. @throws OperatorRefused */
export async function removePayToken(
  context: Context,
  operator: Operator,
  { chainId, address }: Pick<NewToken, 'chainId' | 'address'>,
): Promise<void> {
  const chain = chainOf(context, chainId)
  if (chain.config.payTokens.some((token) => token.address === address))
    throw new OperatorRefused(
      `${address} stands in the configuration of chain ${chainId}: take it out there, and start the market again.`,
      { zh: `${address} 写在链 ${chainId} 的配置中：请在配置里移除后重新启动。` },
    )
  await transact(context.db, async (tx) => {
    const token = (await allPayTokens(tx, [chainId])).find((one) => one.address === address)
    if (!token?.isListed)
      throw new OperatorRefused(`${address} is no pay token of chain ${chainId}.`, { zh: `${address} 不是链 ${chainId} 的币种。` })
    if (token.isDefault)
      await tx
        .updateTable('pay_token')
        .set({ is_default: true })
        .where('chain_id', '=', chainId)
        .where('address', '=', bytes(ZERO_ADDRESS))
        .execute()
    await tx
      .updateTable('pay_token')
      .set({ is_listed: false, is_operators: false, is_default: false })
      .where('chain_id', '=', chainId)
      .where('address', '=', bytes(address))
      .execute()
    await noteAct(tx, context.clock, operator, {
      what: 'pay-tokens remove',
      subject: subjectOf(chainId, address),
      details: { symbol: token.symbol },
    })
  })
}

/** @throws OperatorRefused for what is no ERC20 */
async function readToken(chain: Chain, address: Address): Promise<Facts> {
  await requireContract(chain, address, 'token')
  const read = <T>(functionName: 'name' | 'symbol' | 'decimals') =>
    chain.read((node) => node.readContract({ address, abi: erc20Abi, functionName }) as Promise<T>)
  const facts = await Promise.all([read<string>('name'), read<string>('symbol'), read<number>('decimals')]).catch(() => undefined)
  if (!facts)
    throw new OperatorRefused(`The contract at ${address} on chain ${chain.id} is no ERC20: it does not tell name, symbol and decimals.`, {
      zh: `链 ${chain.id} 上的合约 ${address} 不是 ERC20：它没有给出名称、符号和小数位数。`,
      field: 'token',
    })
  const [name, symbol, decimals] = facts
  if (decimals > MOST_DECIMALS)
    throw new OperatorRefused(`${symbol} has ${decimals} decimals, and a pay token may have ${MOST_DECIMALS}.`, {
      zh: `${symbol} 有 ${decimals} 位小数，而币种最多 ${MOST_DECIMALS} 位。`,
      field: 'token',
    })
  return { name: cleanText(name, LONGEST_NAME) || symbol, symbol: cleanText(symbol, LONGEST_SYMBOL), decimals }
}

/** @throws OperatorRefused for a chain that is not configured */
export function chainOf({ chains }: Pick<Context, 'chains'>, chainId: number): Chain {
  const chain = chains.find(chainId)
  if (chain) return chain
  throw new OperatorRefused(`Chain ${chainId} is not one of this market: ${chains.all.map(({ id }) => id).join(', ')}.`, {
    zh: `链 ${chainId} 不在本站支持的范围内：${chains.all.map(({ id }) => id).join('、')}。`,
    field: 'chain',
  })
}

/** @throws OperatorRefused for an address without code */
export async function requireContract(chain: Chain, address: Address, field: 'token' | 'collection'): Promise<void> {
  const code = await chain
    .read((node) => node.getCode({ address }))
    .catch(() => {
      throw new OperatorRefused(`No node of chain ${chain.id} answers now: the address can't be checked.`, {
        zh: `链 ${chain.id} 的节点暂无响应，无法核对该地址。`,
        field,
      })
    })
  if (!code || code === '0x')
    throw new OperatorRefused(`There is no contract at ${address} on chain ${chain.id}: look whether address and chain belong together.`, {
      zh: `链 ${chain.id} 上的 ${address} 没有合约：请核对地址与网络是否对应。`,
      field,
    })
}

function subjectOf(chainId: number, address: Address): string {
  return `pay token ${chainId}/${address}`
}
