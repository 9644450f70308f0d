import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import { allAddresses } from '../../chain/editions.ts'
import type { OfficialSender } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, transact } from '../../db/database.ts'
import { readKept } from '../../db/kept.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

/** Senders whose sales pay no buyer fee: those of the configuration, and the operator's. */
export async function officialSenders(db: Db, chains: readonly Chain[]): Promise<Map<number, OfficialSender[]>> {
  const found = new Map(chains.map((chain) => [chain.id, [...(chain.config.officialSenders ?? [])]]))
  if (found.size === 0) return found
  const rows = await readKept(db, 'official senders', () => db.selectFrom('official_sender').selectAll().execute())
  for (const row of rows) found.get(row.chain_id)?.push({ collection: addressOf(row.collection), sender: addressOf(row.sender) })
  return found
}

type Sender = OfficialSender & { readonly chainId: number }

/** From now on buyers pay no fee for sales of this account in that collection (decision 26). */
export async function addSender(context: Context, operator: Operator, { chainId, collection, sender }: Sender): Promise<void> {
  const chain = chainOf(context, chainId)
  refuseNobody(chain, collection, sender)
  const known = await context.db
    .selectFrom('collection')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(collection))
    .executeTakeFirst()
  if (!known)
    throw new OperatorRefused(`${collection} is no collection of this market on chain ${chainId}.`, {
      zh: `${collection} 不是本站在链 ${chainId} 上的合集。`,
      field: 'collection',
    })
  await transact(context.db, async (tx) => {
    const there = (await officialSenders(tx, [chain])).get(chainId) ?? []
    if (there.some((one) => one.collection === collection && one.sender === sender))
      throw new OperatorRefused(`${sender} is an official sender of ${collection} already.`, {
        zh: `${sender} 已是该合集的官方发售账户。`,
        field: 'sender',
      })
    await tx
      .insertInto('official_sender')
      .values({ chain_id: chainId, collection: bytes(collection), sender: bytes(sender) })
      .execute()
    await recordAudit(tx, context.clock, operator, { what: 'senders add', subject: subjectOf(chainId, collection), details: { sender } })
  })
}

/** A seller signs its orders, which neither the zero address nor our own contracts can do. @throws OperatorRefused */
function refuseNobody({ config: { contracts } }: Chain, collection: Address, sender: Address): void {
  if (sender === ZERO_ADDRESS)
    throw new OperatorRefused('The zero address sells nothing: name the account that signs the orders.', {
      zh: '零地址不会出售任何作品：请填写签署订单的账户。',
      field: 'sender',
    })
  if (sender === collection || allAddresses(contracts).includes(sender))
    throw new OperatorRefused(
      `${sender} is a contract of the market itself, which sells nothing: name the account that signs the orders.`,
      {
        zh: `${sender} 是本站自己的合约，不会出售作品：请填写签署订单的账户。`,
        field: 'sender',
      },
    )
}

export async function removeSender(context: Context, operator: Operator, { chainId, collection, sender }: Sender): Promise<void> {
  await transact(context.db, async (tx) => {
    const gone = await tx
      .deleteFrom('official_sender')
      .where('chain_id', '=', chainId)
      .where('collection', '=', bytes(collection))
      .where('sender', '=', bytes(sender))
      .returning('chain_id')
      .executeTakeFirst()
    if (!gone)
      throw new OperatorRefused(`${sender} is no official sender of ${collection} that was added here: others stand in PLINTH_CHAINS.`, {
        zh: `${sender} 不是在此添加的官方发售账户；其余账户写在配置中（PLINTH_CHAINS）。`,
      })
    await recordAudit(tx, context.clock, operator, { what: 'senders remove', subject: subjectOf(chainId, collection), details: { sender } })
  })
}

function subjectOf(chainId: number, collection: string): string {
  return `collection ${chainId}/${collection}`
}
