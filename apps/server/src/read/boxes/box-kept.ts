import { type BoxCreditRecord, type BoxKeptRecord, TICKET_KIND } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { listBoxPayTokens } from '../../modules/boxes/service.ts'
import { creditsFor, type KeptPrizes, keptFor } from '../../state/boxes/kept.ts'
import { findBoxByHash, prizesOf } from '../../state/boxes/store.ts'
import { payTokenOf, payTokensOf, type Reads } from '../orders.ts'
import { boxPayTokenOf } from './boxes.ts'

type Asked = { readonly chainIds: readonly number[]; readonly account: Address; readonly boxId?: bigint | undefined }

/** What the contracts of these chains hold for an account; of one series where it is given. */
export async function presentKept(context: Reads, { chainIds, account, boxId }: Asked) {
  const { db } = context
  const where = { chainIds, account }
  const [kept, credits, tokens] = await Promise.all([keptFor(db, where), creditsFor(db, where), payTokensOf(context, chainIds)])
  const records = await Promise.all(kept.map((row) => keptRecord(context, account, row)))
  return {
    list: records.flatMap((row) => (row && (boxId === undefined || row.boxId === boxId) ? [row] : [])),
    credits: credits.map((credit): BoxCreditRecord => {
      const { symbol, decimals } = payTokenOf(tokens, credit.chainId, credit.token)
      return { ...credit, account, symbol, decimals }
    }),
  }
}

/** Leaves out series that are not the market's. */
async function keptRecord(context: Reads, account: Address, row: KeptPrizes): Promise<BoxKeptRecord | undefined> {
  const { db } = context
  const { chainId, contract, box: hash, place: index, count } = row
  const box = await findBoxByHash(db, { chainId, contract, hash })
  if (!box) return undefined
  const named = { chainId, contract, boxHash: hash, boxId: BigInt(box.id), account, index, count }
  if (index === TICKET_KIND) {
    const ticket = boxPayTokenOf(await listBoxPayTokens(context, [chainId]), box)
    const { address: collection, tokenId, type, name, metadata } = ticket
    return { ...named, collection, tokenId, type, name, image: '', metadata }
  }
  const prize = (await prizesOf(db, [box.id])).get(box.id)?.[index]
  if (!prize) return undefined
  const { collection, tokenId, assetType: type, name, image, metadata } = prize
  return { ...named, collection, tokenId, type, name, image, metadata }
}
