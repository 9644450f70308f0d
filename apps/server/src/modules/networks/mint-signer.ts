import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { findCollection } from '../../state/collections/store.ts'
import { OperatorRefused } from '../operators/service.ts'

/** The signer of the market's vouchers: stored at its start, so that a process without the key knows it too. */
export async function mintSignerOfMarket({ db }: Context, { id, config }: Chain): Promise<Address> {
  const own = await findCollection(db, id, config.contracts.official721)
  if (own && own.signer !== ZERO_ADDRESS) return own.signer
  throw new OperatorRefused(`The market has not run on chain ${id} yet: start it once.`, {
    zh: `本站尚未在链 ${id} 上运行过，请先启动一次。`,
  })
}
