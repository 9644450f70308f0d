import { type Address, toAddress } from '@plinth/protocol'
import { blindBoxAbi, prizeCollectionAbi } from '@plinth/protocol/abi'
import { formatEther, type Hex, parseEventLogs } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { addressOf, bytes, hexOf } from '../db/database.ts'
import { readBox, type StoredBox } from '../state/boxes/store.ts'
import { type Finding, ill, well, worry } from './finding.ts'

/**
 * A reveal costs a fraction of a cent to some dollars; below this balance the reveal operator stops in the middle of a busy
 * evening.
 */
const LITTLE_COIN = 10n ** 16n
/** A draw follows its request within some blocks. */
const SLOW_S = 300

/** Checks that a reveal operator draws the boxes that visitors open. */
export async function examineBoxes(context: Context, chain: Chain, revealOperator: Address | undefined): Promise<Finding[]> {
  const strange = await examineForeign(context, chain, revealOperator)
  const boxes = await openBoxes(context, chain)
  if (boxes.length === 0) return strange
  const about = [`keeper on ${chain.id}`, `链 ${chain.id} 的保管账户`] as const
  const names = (some: readonly StoredBox[]) => some.map(({ id }) => `box ${id}`).join(', ')
  const ids = (some: readonly StoredBox[]) => `盲盒 ${some.map(({ id }) => id).join('、')}`
  const foreign = boxes.filter(({ owner }) => owner !== revealOperator)
  const stopped = boxes.filter(({ isStopped }) => isStopped)
  const short = boxes.filter(({ bond, waiting, bondEach, isStopped }) => !isStopped && bond < BigInt(waiting + 1) * bondEach)
  const usedUp = boxes.filter(({ requests, chainEnd, isStopped }) => !isStopped && requests >= chainEnd)
  const late = await lateBoxes(context, chain, boxes)
  return [
    ...strange,
    foreign.length === 0
      ? well(about, [`It owns ${names(boxes)}.`, `拥有${ids(boxes)}。`])
      : ill(about, [
          `${revealOperator ? `${revealOperator} does not own ${names(foreign)}` : 'No key is named'}: give the role jobs the owner's by KEEPER_KEYSTORE, or no draw is made, and buyers get their money back and the bond.`,
          `${revealOperator ? `${revealOperator} 并不拥有${ids(foreign)}` : '未指定密钥'}：请通过 KEEPER_KEYSTORE 为 jobs 角色提供其所有者的密钥，否则无法开盒，买家将取回款项及保证金。`,
        ]),
    ...(revealOperator ? [await examineBalance(chain, revealOperator)] : []),
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

/** Foreign registrations that are checked, newest first: each asks the node for a receipt. */
const MOST_FOREIGN = 200

/**
 * Series of other accounts that mint prizes of this market. Contracts of the first edition let any account register them; later
 * ones ask the collection, which serves its owner and the accounts the owner names.
 */
async function examineForeign(context: Context, chain: Chain, revealOperator: Address | undefined): Promise<Finding[]> {
  const { blindBox, prizeCollection } = chain.config.contracts
  const rows = await context.db
    .selectFrom('box_event')
    .select(['account', 'tx_hash'])
    .where('chain_id', '=', chain.id)
    .where('contract', '=', bytes(blindBox))
    .where('kind', '=', 'registered')
    .orderBy('block_number', 'desc')
    .limit(MOST_FOREIGN)
    .execute()
  const others = rows.flatMap(({ account, tx_hash }) => (account && addressOf(account) !== revealOperator ? [hexOf(tx_hash)] : []))
  const found = new Map<Hex, Address>()
  for (const hash of new Set(others)) {
    const receipt = await chain.read((node) => node.getTransactionReceipt({ hash })).catch(() => undefined)
    for (const { args } of parseEventLogs({ abi: blindBoxAbi, eventName: 'BoxRegistered', logs: receipt?.logs ?? [] }))
      if (args.order.key.sellAssets.some(({ token }) => toAddress(token) === prizeCollection)) found.set(args.box, toAddress(args.owner))
  }
  const judged = await Promise.all(
    [...found].map(async ([box, owner]) => ({ name: `${box} (${owner})`, is: await servedOf(chain, owner) })),
  )
  const namesOf = (is: Served) => judged.flatMap((one) => (one.is === is ? [one.name] : [])).join(', ')
  const [open, ended] = [namesOf('open'), namesOf('no')]
  const about = [`prizes on ${chain.id}`, `链 ${chain.id} 的奖品`] as const
  return [
    ...(open === ''
      ? []
      : [
          ill(about, [
            `${prizeCollection} serves any account, and others mint its prizes: ${open}. This can't be ended: name prizes to come in a collection of newer contracts.`,
            `${prizeCollection} 不限制账户，他人正在铸造其奖品：${open}。这无法终止，今后的奖品请在新版合约的合集中添加。`,
          ]),
        ]),
    ...(ended === ''
      ? []
      : [
          worry(about, [
            `Accounts that ${prizeCollection} no longer serves still have series with its prizes, which go on: ${ended}.`,
            `${prizeCollection} 已取消许可的账户仍有使用其奖品的系列，这些系列会继续：${ended}。`,
          ]),
        ]),
  ]
}

type Served = 'yes' | 'no' | 'open'

/** A collection of the first edition has no such function, and is open to any account. */
async function servedOf(chain: Chain, owner: Address): Promise<Served> {
  const address = chain.config.contracts.prizeCollection
  const args = [owner] as const
  return chain
    .read((node) => node.readContract({ address, abi: prizeCollectionAbi, functionName: 'serves', args }))
    .then(
      (isServed): Served => (isServed ? 'yes' : 'no'),
      (): Served => 'open',
    )
}

/** Series on sale, upcoming or with pending draws; those that are over or sold out need nothing. */
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

/** Requests are drawn in order: the oldest pending one is the first after the closed ones. */
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

async function examineBalance(chain: Chain, revealOperator: Address): Promise<Finding> {
  const about = [`keeper's purse on ${chain.id}`, `链 ${chain.id} 保管账户的余额`] as const
  const coin = await chain.read((node) => node.getBalance({ address: revealOperator })).catch(() => undefined)
  if (coin === undefined) return worry(about, ['No node says what is in it.', '没有节点告知其余额。'])
  const has = `${formatEther(coin)} ${chain.config.network.symbol}`
  const says = [`${revealOperator} has ${has} to pay for reveals.`, `${revealOperator} 有 ${has} 用于支付开盒的网络费。`] as const
  if (coin === 0n) return ill(about, [`${says[0]} Send it some: no draw can be made.`, `${says[1]}请向其转入主币，否则无法开盒。`])
  return coin < LITTLE_COIN ? worry(about, says) : well(about, says)
}
