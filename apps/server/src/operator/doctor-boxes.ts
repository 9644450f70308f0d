import type { Address } from '@plinth/protocol'
import { formatEther } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { bytes } from '../db/database.ts'
import { readBox, type StoredBox } from '../modules/boxes/store.ts'
import { type Finding, ill, well, worry } from './finding.ts'

/** A reveal costs a fraction of a cent to some dollars; below, the keeper stops in the middle of a busy evening. */
const LITTLE_COIN = 10n ** 16n
/** A draw follows its request within some blocks. */
const SLOW_S = 300

/** Whether somebody draws the boxes that visitors open. */
export async function examineBoxes(context: Context, chain: Chain, keeper: Address | undefined): Promise<Finding[]> {
  const boxes = await openBoxes(context, chain)
  if (boxes.length === 0) return []
  const about = [`keeper on ${chain.id}`, `链 ${chain.id} 的保管账户`] as const
  const names = (some: readonly StoredBox[]) => some.map(({ id }) => `box ${id}`).join(', ')
  const ids = (some: readonly StoredBox[]) => `盲盒 ${some.map(({ id }) => id).join('、')}`
  const foreign = boxes.filter(({ owner }) => owner !== keeper)
  const stopped = boxes.filter(({ isStopped }) => isStopped)
  const short = boxes.filter(({ bond, waiting, bondEach, isStopped }) => !isStopped && bond < BigInt(waiting + 1) * bondEach)
  const usedUp = boxes.filter(({ requests, chainEnd, isStopped }) => !isStopped && requests >= chainEnd)
  const late = await lateBoxes(context, chain, boxes)
  return [
    foreign.length === 0
      ? well(about, [`It owns ${names(boxes)}.`, `拥有${ids(boxes)}。`])
      : ill(about, [
          `${keeper ? `${keeper} does not own ${names(foreign)}` : 'No key is named'}: give the role jobs the owner's by KEEPER_KEYSTORE, or no draw is made, and buyers get their money back and the bond.`,
          `${keeper ? `${keeper} 并不拥有${ids(foreign)}` : '未指定密钥'}：请通过 KEEPER_KEYSTORE 为 jobs 角色提供其所有者的密钥，否则无法开盒，买家将取回款项及保证金。`,
        ]),
    ...(keeper ? [await examinePurse(chain, keeper)] : []),
    ...(late.length > 0
      ? [
          ill(about, [
            `Draws of ${names(late)} are awaited for ${SLOW_S / 60} minutes and longer: is the role jobs running with the key?`,
            `${ids(late)}的开盒已等待 ${SLOW_S / 60} 分钟以上：持有密钥的 jobs 角色是否在运行？`,
          ]),
        ]
      : []),
    ...(stopped.length > 0
      ? [
          ill(about, [
            `A draw of ${names(stopped)} was missed, so that they can't be opened: see \`box missed\`, then \`box re-anchor\`.`,
            `${ids(stopped)}有一次开盒未完成，现已暂停：请查看“未完成的开盒”，再执行“开盒失败后恢复”。`,
          ]),
        ]
      : []),
    ...(usedUp.length > 0
      ? [
          worry(about, [
            `The secret words of ${names(usedUp)} are used up: \`box commit\`.`,
            `${ids(usedUp)}的密语已用完：请“提交新的密语”。`,
          ]),
        ]
      : []),
    ...(short.length > 0
      ? [
          worry(about, [
            `The bond of ${names(short)} is too small for another box: \`box deposit\`.`,
            `${ids(short)}的保证金不足以再开一盒：请“追加保证金”。`,
          ]),
        ]
      : []),
  ]
}

/** On sale or to come, and whatever is awaited; those that are over or sold out need nothing. */
async function openBoxes({ db }: Context, chain: Chain): Promise<StoredBox[]> {
  const rows = await db
    .selectFrom('blind_box')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('is_registered', '=', true)
    .where(({ or, and, eb, ref }) => or([eb('waiting', '>', 0), and([eb('end_time', '>', chain.now()), eb('opened', '<', ref('boxes'))])]))
    .orderBy('id')
    .execute()
  return rows.map(readBox)
}

async function lateBoxes({ db }: Context, chain: Chain, boxes: readonly StoredBox[]): Promise<StoredBox[]> {
  const waiting = boxes.filter((box) => box.waiting > 0)
  const oldest = await Promise.all(waiting.map((box) => oldestRequest(db, box)))
  return waiting.filter((_, index) => (oldest[index] ?? Number.POSITIVE_INFINITY) < chain.now() - SLOW_S)
}

/** Requests are drawn in order: the oldest one that waits is the first after those that are closed. */
async function oldestRequest(db: Context['db'], { chainId, contract, hash, requests }: StoredBox): Promise<number | undefined> {
  const events = db
    .selectFrom('box_event')
    .where('chain_id', '=', chainId)
    .where('contract', '=', bytes(contract))
    .where('box', '=', bytes(hash))
  const { closed } = await events
    .select(({ fn }) => fn.countAll<number>().as('closed'))
    .where('kind', 'in', ['revealed', 'refunded'])
    .executeTakeFirstOrThrow()
  if (closed >= requests) return undefined
  return (await events.select('at').where('kind', '=', 'requested').where('request', '=', closed).executeTakeFirst())?.at
}

async function examinePurse(chain: Chain, keeper: Address): Promise<Finding> {
  const about = [`keeper's purse on ${chain.id}`, `链 ${chain.id} 保管账户的余额`] as const
  const coin = await chain.ask((node) => node.getBalance({ address: keeper })).catch(() => undefined)
  if (coin === undefined) return worry(about, ['No node says what is in it.', '没有节点告知其余额。'])
  const has = `${formatEther(coin)} ${chain.config.network.symbol}`
  const says = [`${keeper} has ${has} to pay for reveals.`, `${keeper} 有 ${has} 用于支付开盒的网络费。`] as const
  if (coin === 0n) return ill(about, [`${says[0]} Send it some: no draw can be made.`, `${says[1]}请向其转入主币，否则无法开盒。`])
  return coin < LITTLE_COIN ? worry(about, says) : well(about, says)
}
