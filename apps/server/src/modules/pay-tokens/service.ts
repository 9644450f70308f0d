import type { PayToken } from '@plinth/api'
import { type Address, ASSET_TYPE, coinFaceOf, formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { erc20Abi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { byChain } from '../../chain/chains.ts'
import type { ChainConfig } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { keptRates } from '../../state/rates/now.ts'
import { cleanText } from '../../text/clean-text.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit, requireContract } from '../operators/service.ts'
import { type Trial, tryTransfers } from './trial.ts'

export type PayTokenRow = Omit<PayToken, 'rate'> & { readonly isListed: boolean }

/** Of a money whose worth is not known. */
export const NO_RATE = '0'

/** Pay tokens of these chains in their order, the coin first. */
export async function listPayTokens(context: Pick<Context, 'db' | 'chains'>, chainIds: readonly number[]): Promise<PayToken[]> {
  const tokens = await ratedPayTokens(context, chainIds)
  return byChain(
    tokens.filter((token) => token.isListed),
    chainIds,
  )
}

/** All pay tokens with what one whole unit is worth now, in the site's currency. */
export async function ratedPayTokens(
  context: Pick<Context, 'db' | 'chains'>,
  chainIds: readonly number[],
): Promise<(PayTokenRow & Pick<PayToken, 'rate'>)[]> {
  const [tokens, rates] = await Promise.all([allPayTokens(context.db, chainIds), keptRates(context)])
  return tokens.map((token) => {
    const known = rates.find((rate) => rate.chainId === token.chainId && rate.token === token.address)
    return { ...token, rate: known ? formatUnits(known.answer, known.decimals) : NO_RATE }
  })
}

/** Includes pay tokens taken off the list: orders exist in them. */
export async function allPayTokens(db: Db, chainIds: readonly number[]): Promise<readonly PayTokenRow[]> {
  if (chainIds.length === 0) return []
  return readKept(db, `pay tokens ${chainIds.toSorted((a, b) => a - b)}`, () => readPayTokens(db, chainIds))
}

async function readPayTokens(db: Db, chainIds: readonly number[]): Promise<PayTokenRow[]> {
  const rows = await db
    .selectFrom('pay_token')
    .selectAll()
    .where('chain_id', 'in', [...chainIds])
    .orderBy('chain_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => presentPayToken({ ...row, address: addressOf(row.address) }))
}

/** A row of `pay_token`. */
type StoredPayToken = {
  readonly id: number
  readonly chain_id: number
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly avatar: string
  readonly is_default: boolean
  readonly is_listed: boolean
}

function presentPayToken(row: StoredPayToken): PayTokenRow {
  const { address } = row
  const isErc20 = address !== ZERO_ADDRESS
  return {
    id: BigInt(row.id),
    chainId: row.chain_id,
    address,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    avatar: row.avatar,
    isDefault: row.is_default,
    tokenId: 0n,
    type: isErc20 ? ASSET_TYPE.ERC20 : ASSET_TYPE.COIN,
    isErc20,
    isListed: row.is_listed,
  }
}

/** A token that an order may name now. */
export async function findPayToken(db: Db, chainId: number, address: Address): Promise<PayTokenRow | undefined> {
  return (await allPayTokens(db, [chainId])).find((token) => token.isListed && token.address === address)
}

/** A token that an order names, whether or not it is still listed. */
export async function findOrdersPayToken(db: Db, chainId: number, address: Address): Promise<PayTokenRow | undefined> {
  return (await allPayTokens(db, [chainId])).find((token) => token.address === address)
}

/** ERC20s whose logs show changes of bidders' balances and allowances. */
export async function payTokenAddresses(db: Db, chainId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('pay_token')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('address', '!=', bytes(ZERO_ADDRESS))
    .execute()
  return rows.map((row) => addressOf(row.address))
}

type NewToken = {
  readonly chainId: number
  readonly address: Address
  readonly decimals: number
  readonly isDefault: boolean
  /** From whose balance transfers are tried; without one a recent transfer names some. */
  readonly holder?: Address | undefined
  /** Takes it even where no transfer can be tried. */
  readonly isUntriedTaken: boolean
}
type Facts = { readonly name: string; readonly symbol: string; readonly decimals: number }

const LONGEST_SYMBOL = 20
const LONGEST_NAME = 50
/** More are not practical: a price would not fit. */
const MOST_DECIMALS = 36

/**
 * The contract's values count; the operator gives the decimals too, which reveals a wrong token. Transfers that arrive otherwise
 * than they were sent would make every payment in it fail. @throws OperatorRefused
 */
export async function addPayToken(
  context: Context,
  operator: Operator,
  { chainId, address, decimals, isDefault, holder, isUntriedTaken }: NewToken,
): Promise<Facts> {
  const chain = chainOf(context, chainId)
  if (address === coinFaceOf(chainId)) throw coinItself(address, chainId)
  const facts = await readToken(chain, address)
  if (facts.decimals !== decimals)
    throw new OperatorRefused(
      `${facts.symbol} at ${address} has ${facts.decimals} decimals on chain ${chainId}, and you said ${decimals}: look whether it is the right token.`,
      {
        zh: `链 ${chainId} 上的 ${facts.symbol}（${address}）有 ${facts.decimals} 位小数，而你填写的是 ${decimals}：请核对代币是否正确。`,
        field: 'decimals',
      },
    )
  const refuseListed = (all: readonly PayTokenRow[]): void => {
    if (all.some((token) => token.address === address && token.isListed))
      throw new OperatorRefused(`${facts.symbol} at ${address} is a pay token of chain ${chainId} already.`, {
        zh: `${facts.symbol}（${address}）已是链 ${chainId} 的币种。`,
        field: 'token',
      })
  }
  refuseListed(await allPayTokens(context.db, [chainId]))
  const trial = await tryTransfers(chain, address, holder)
  requireWhole(trial, { chainId, symbol: facts.symbol, isUntriedTaken })
  await transact(context.db, async (tx) => {
    const all = await allPayTokens(tx, [chainId])
    refuseListed(all)
    const row = { ...facts, is_default: isDefault, is_listed: true, is_operators: true, position: all.length + 1 }
    if (isDefault) await tx.updateTable('pay_token').set({ is_default: false }).where('chain_id', '=', chainId).execute()
    await tx
      .insertInto('pay_token')
      .values({ chain_id: chainId, address: bytes(address), avatar: '', ...row })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doUpdateSet(row))
      .execute()
    await recordAudit(tx, context.clock, operator, {
      what: 'pay-tokens add',
      subject: subjectOf(chainId, address),
      details: { ...facts, isDefault, isTried: trial.is === 'passed' },
    })
  })
  return facts
}

function coinItself(token: string, chainId: number): OperatorRefused {
  return new OperatorRefused(`${token} is the coin of chain ${chainId} itself as an ERC20: take its wrapped coin as money instead.`, {
    zh: `${token} 就是链 ${chainId} 的原生币本身（以 ERC20 形式出现）：请改用其包装币。`,
    field: 'token',
  })
}

type Tried = { readonly chainId: number; readonly symbol: string; readonly isUntriedTaken: boolean }

/** Refuses all but a transfer that leaves its payer and arrives as it was sent. @throws OperatorRefused */
function requireWhole(trial: Trial, { chainId, symbol, isUntriedTaken }: Tried): void {
  switch (trial.is) {
    case 'passed':
      return
    case 'coin':
      throw coinItself(symbol, chainId)
    case 'differs':
      throw new OperatorRefused(
        `${symbol} can’t pay here: of ${trial.sent} units sent, ${trial.left} left the payer and ${trial.arrived} arrived. Tokens with shares behind a balance (stETH, aTokens) or a fee on transfer are not for a market; a wrapped form (wstETH) is.`,
        {
          zh: `${symbol} 不能用于支付：转出 ${trial.sent} 单位时，付款方减少 ${trial.left}，收款方到账 ${trial.arrived}。余额由份额折算的代币（stETH、aToken）和转账收费的代币不适用于市场；可改用其包装形式（如 wstETH）。`,
          field: 'token',
        },
      )
    case 'refused':
      throw new OperatorRefused(
        `${symbol} refuses a transfer from ${trial.holder}. Name another account that holds it, if this one is locked (holder).`,
        { zh: `${symbol} 拒绝从 ${trial.holder} 转账。若该账户被锁定，请指定另一个持有者（holder）。`, field: 'holder' },
      )
    case 'untried':
      if (isUntriedTaken) return
      throw trial.reason === 'no holder'
        ? new OperatorRefused(
            `No transfer of ${symbol} can be tried: no account with 1,000 units of it was found. Name one (holder), or say that you know its transfers to arrive whole (untried).`,
            {
              zh: `无法试转 ${symbol}：没有找到持有至少 1,000 单位的账户。请指定一个（holder），或声明你确知转账会足额到账（untried）。`,
              field: 'holder',
            },
          )
        : new OperatorRefused(
            `No transfer of ${symbol} can be tried: no node of chain ${chainId} simulates calls (eth_simulateV1). Configure one, or say that you know its transfers to arrive whole (untried).`,
            {
              zh: `无法试转 ${symbol}：链 ${chainId} 的节点都不支持模拟调用（eth_simulateV1）。请配置支持的节点，或声明你确知转账会足额到账（untried）。`,
              field: 'untried',
            },
          )
  }
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
    await recordAudit(tx, context.clock, operator, {
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

function subjectOf(chainId: number, address: Address): string {
  return `pay token ${chainId}/${address}`
}

/** Lists the configured and the operator's pay tokens; unlisted ones stay known, for the orders that name them. */
export async function seedPayTokens(tx: Tx, { network, payTokens }: ChainConfig): Promise<void> {
  const { chainId, symbol, logo } = network
  const coin = { address: ZERO_ADDRESS, name: symbol, symbol, decimals: 18, isDefault: !payTokens.some((token) => token.isDefault) }
  const rows = [coin, ...payTokens].map((token, position) => ({
    chain_id: chainId,
    address: bytes(token.address),
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    avatar: position === 0 ? logo : '',
    is_default: token.isDefault,
    is_listed: true,
    position,
  }))
  await tx.updateTable('pay_token').set({ is_listed: false }).where('chain_id', '=', chainId).where('is_operators', '=', false).execute()
  await tx
    .insertInto('pay_token')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet({
        name: sql<string>`excluded.name`,
        symbol: sql<string>`excluded.symbol`,
        decimals: sql<number>`excluded.decimals`,
        avatar: sql<string>`excluded.avatar`,
        is_default: sql<boolean>`excluded.is_default`,
        is_listed: true,
        position: sql<number>`excluded.position`,
      }),
    )
    .execute()
  const chosen = tx.selectFrom('pay_token').where('chain_id', '=', chainId).where('is_operators', '=', true).where('is_default', '=', true)
  if (await chosen.select('id').executeTakeFirst())
    await tx.updateTable('pay_token').set({ is_default: false }).where('chain_id', '=', chainId).where('is_operators', '=', false).execute()
}
