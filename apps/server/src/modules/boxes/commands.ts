import { type Address, ASSET_TYPE, ProtocolError, parseUnits, toAddress } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { erc721Abi, erc1155Abi } from 'viem'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import type { RevealOperator } from '../../signer/reveal-operator.ts'
import { findBox, prizesOf, type StoredBox, type StoredPrize } from '../../state/boxes/store.ts'
import { type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { findOrdersPayToken } from '../pay-tokens/service.ts'
import { commitBox, depositBond, registerBox, setServed, takeBackPrizes, withdrawBond } from './operate.ts'
import { inSentences, noBox } from './refusals.ts'

/** An operator's command on a series: sent on chain by the reveal operator, and recorded once it is in a block. */
type SeriesCommand = (context: Context, operator: Operator, id: number) => Promise<StoredBox>

/** @throws OperatorRefused where this process has no key */
export function requireOwnRevealOperator({ revealOperator }: Pick<Context, 'revealOperator'>): RevealOperator {
  if (revealOperator) return revealOperator
  throw new OperatorRefused('There is no key that owns blind boxes: name its keystore with KEEPER_KEYSTORE and KEEPER_PASSPHRASE_FILE.', {
    zh: '没有可保管盲盒的密钥：请用 KEEPER_KEYSTORE 和 KEEPER_PASSPHRASE_FILE 指定其密钥文件。',
  })
}

/** A series of this reveal operator. @throws OperatorRefused */
async function ownSeries(context: Context, id: number): Promise<StoredBox> {
  const box = await findBox(context.db, id)
  if (!box) throw noBox(id)
  const { address } = requireOwnRevealOperator(context)
  if (box.owner === address) return box
  throw new OperatorRefused(`Box ${id} belongs to ${box.owner}, and the keeper here is ${address}.`, {
    zh: `盲盒 ${id} 属于 ${box.owner}，而本站的保管账户为 ${address}。`,
    field: 'box',
  })
}

/** Registers the series with its first preimages; prizes of the reveal operator are transferred into the contract. */
export async function fillSeries(
  context: Context,
  operator: Operator,
  id: number,
  { requests, bondEach }: { readonly requests: number; readonly bondEach?: string | undefined },
): Promise<StoredBox> {
  const box = await ownSeries(context, id)
  if (box.isRegistered) throw new OperatorRefused(`Box ${id} is filled already.`, { zh: `盲盒 ${id} 已经上链。`, field: 'box' })
  if (context.chains.get(box.chainId).config.hasNoBoxes)
    throw new OperatorRefused(`No boxes are sold on chain ${box.chainId}: its blocks are too fast for their draws.`, {
      zh: `链 ${box.chainId} 不售卖盲盒：其出块过快，来不及抽取。`,
      field: 'box',
    })
  const isTicket = box.payType > ASSET_TYPE.ERC20
  if (isTicket && bondEach === undefined)
    throw new OperatorRefused('A box for tickets needs --bond-each: what a missed draw costs for each box, in coin.', {
      zh: '以门票支付的盲盒须填写每盒保证金：开盒失败时每盒赔付的主币数量。',
      field: 'bondEach',
    })
  await refuseMissingPrizes(context, box)
  const bond = bondEach === undefined ? {} : { bondEach: await amountOf(context, box, bondEach, 'bondEach') }
  await inSentences(() => registerBox(context, id, { requests, ...bond }))
  return noted(context, operator, box, 'box fill', { requests, ...bond })
}

/** Deposits a bond for missed draws. */
export async function depositSeries(context: Context, operator: Operator, id: number, text: string): Promise<StoredBox> {
  const box = await filledSeries(context, id)
  const amount = await amountOf(context, box, text, 'amount')
  await inSentences(() => depositBond(context, id, amount))
  return noted(context, operator, box, 'box deposit', { amount })
}

/** Withdraws the bond that no pending draw needs; without a bond no box can be opened. Returns the amount. */
export async function stopSeries(context: Context, operator: Operator, id: number): Promise<bigint> {
  const box = await filledSeries(context, id)
  const { bond, pending, bondEach } = await onChain(context, box)
  const amount = bond - BigInt(pending) * bondEach
  if (amount <= 0n)
    throw new OperatorRefused(`Box ${id} has no bond but for draws that are awaited: nobody can open more of it now.`, {
      zh: `盲盒 ${id} 的保证金仅够等待中的开盒：现在已无人可以再开。`,
    })
  await inSentences(() => withdrawBond(context, id, amount))
  await noted(context, operator, box, 'box stop', { amount })
  return amount
}

/** Commits to new preimages when the old ones are used up. */
export async function commitSeries(context: Context, operator: Operator, id: number, requests: number): Promise<StoredBox> {
  const box = await filledSeries(context, id)
  const { isStopped } = await onChain(context, box)
  if (isStopped)
    throw new OperatorRefused(`A draw of box ${id} was missed: look why, then \`box re-anchor\`.`, {
      zh: `盲盒 ${id} 有一次开盒未完成：请先查明原因，再执行“开盒失败后恢复”。`,
    })
  await inSentences(() => commitBox(context, id, requests))
  return noted(context, operator, box, 'box commit', { requests })
}

/** Commits to new preimages after a missed draw: the series can be opened again. */
export async function recommitSeries(context: Context, operator: Operator, id: number, requests: number): Promise<StoredBox> {
  const box = await filledSeries(context, id)
  const { isStopped, pending } = await onChain(context, box)
  if (!isStopped)
    throw new OperatorRefused(`No draw of box ${id} was missed: new words come by \`box commit\`.`, {
      zh: `盲盒 ${id} 没有未完成的开盒：新的密语请用“提交新的密语”。`,
    })
  if (pending > 0)
    throw new OperatorRefused(`${pending} boxes of box ${id} are not refunded yet: the jobs do it, or anybody else.`, {
      zh: `盲盒 ${id} 还有 ${pending} 盒尚未退款：后台任务会处理，任何人也可以代为退款。`,
    })
  await inSentences(() => commitBox(context, id, requests))
  return noted(context, operator, box, 'box re-anchor', { requests })
}

/** Sends undrawn prizes back to the reveal operator when the sale is over. */
export const takeBackSeries: SeriesCommand = async (context, operator, id) => {
  const box = await filledSeries(context, id)
  await inSentences(() => takeBackPrizes(context, id))
  return noted(context, operator, box, 'box take-back', {})
}

/** Sets whether series of an account may mint prizes of the market's collection; registered series are not affected. */
export async function serveAccount(
  context: Context,
  operator: Operator,
  { chainId, account, isServed }: { readonly chainId: number; readonly account: Address; readonly isServed: boolean },
): Promise<void> {
  requireOwnRevealOperator(context)
  const chain = context.chains.find(chainId)
  if (!chain) throw new OperatorRefused(`There is no chain ${chainId} here.`, { zh: `此处没有链 ${chainId}。`, field: 'chain' })
  await inSentences(() => setServed(context, chain, account, isServed))
  const what = isServed ? 'box serve' : 'box unserve'
  await transact(context.db, (tx) => recordAudit(tx, context.clock, operator, { what, subject: account, details: { chain: chainId } }))
}

async function filledSeries(context: Context, id: number): Promise<StoredBox> {
  const box = await ownSeries(context, id)
  if (toAddress((await onChain(context, box)).owner) === box.owner) return box
  throw new OperatorRefused(`Box ${id} is not filled yet: \`box fill\` comes first.`, {
    zh: `盲盒 ${id} 尚未上链：请先执行“上链”。`,
    field: 'box',
  })
}

async function onChain({ chains }: Context, { chainId, contract: address, hash }: StoredBox) {
  const args = [hash] as const
  return chains.get(chainId).read((client) => client.readContract({ address, abi: blindBoxAbi, functionName: 'boxOf', args }))
}

/** The transaction is on chain already: a command that could not be recorded is found there. */
async function noted(
  { db, clock }: Context,
  operator: Operator,
  box: StoredBox,
  what: string,
  details: Record<string, unknown>,
): Promise<StoredBox> {
  await transact(db, (tx) => recordAudit(tx, clock, operator, { what, subject: `box ${box.id}`, details }))
  return box
}

/** In the box's pay token; bonds of boxes for tickets are in coin. @throws OperatorRefused */
async function amountOf(
  { db }: Context,
  { payType, payToken, chainId }: StoredBox,
  text: string,
  field: 'amount' | 'bondEach',
): Promise<bigint> {
  const decimals = payType === ASSET_TYPE.ERC20 ? ((await findOrdersPayToken(db, chainId, payToken))?.decimals ?? 18) : 18
  try {
    const amount = parseUnits(text, decimals)
    if (amount > 0n) return amount
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
  throw new OperatorRefused(`${JSON.stringify(text)} is no amount above 0 with at most ${decimals} digits after the point.`, {
    zh: `${JSON.stringify(text)} 不是大于 0 且小数点后最多 ${decimals} 位的金额。`,
    field,
  })
}

async function refuseMissingPrizes(context: Context, box: StoredBox): Promise<void> {
  const prizes = (await prizesOf(context.db, [box.id])).get(box.id) ?? []
  for (const prize of prizes.filter(({ assetType }) => assetType !== ASSET_TYPE.MINTED)) {
    const has = await heldOf(context, box, prize)
    if (has >= BigInt(prize.amount)) continue
    throw new OperatorRefused(`The keeper ${box.owner} has ${has} of ${prize.amount} copies of ${prize.name}: send it the others first.`, {
      zh: `保管账户 ${box.owner} 只持有 ${prize.name} 的 ${has} 件，共需 ${prize.amount} 件：请先将其余的转给它。`,
    })
  }
}

async function heldOf({ chains }: Context, { chainId, owner }: StoredBox, prize: StoredPrize): Promise<bigint> {
  const { collection: address, tokenId, assetType } = prize
  return chains.get(chainId).read(async (client) => {
    if (assetType === ASSET_TYPE.ERC1155)
      return client.readContract({ address, abi: erc1155Abi, functionName: 'balanceOf', args: [owner, tokenId] })
    const holder = await client.readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
    return toAddress(holder) === owner ? 1n : 0n
  })
}
