import type { Banner } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { type Db, transact } from '../../db/database.ts'
import { findItem } from '../../state/items/store.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { holdNamed } from '../uploads/service.ts'

export type NewBanner = {
  readonly chainId: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly image: string
  readonly titleEn: string
  readonly titleZh: string
  readonly textEn: string
  readonly textZh: string
}

/** @throws OperatorRefused for an item that visitors can't open, or a picture that the page may not show */
export async function addBanner(context: Context, operator: Operator, banner: NewBanner): Promise<number> {
  const { chainId, collection, tokenId, image, titleEn, titleZh, textEn, textZh } = banner
  chainOf(context, chainId)
  const item = await findItem(context.db, { chainId, collection, tokenId })
  if (!item?.isVisible)
    throw new OperatorRefused(`There is no item ${tokenId} of ${collection} on chain ${chainId} that visitors see.`, {
      zh: `链 ${chainId} 上没有访客可见的作品：${collection} / ${tokenId}。`,
      field: 'token',
    })
  if (!/^\/(ipfs|static)\/[\w./!-]+$/.test(image))
    throw new OperatorRefused('The picture must be one of this site, such as /ipfs/bafy…: upload it first.', {
      zh: '图片须为本站路径，例如 /ipfs/bafy…：请先上传。',
      field: 'image',
    })
  return transact(context.db, async (tx) => {
    await holdNamed(context, tx, image)
    const words = { title_en: titleEn, title_zh: titleZh, text_en: textEn, text_zh: textZh }
    const { id } = await tx
      .insertInto('banner')
      .values({ chain_id: chainId, address: collection, token_id: String(tokenId), image, ...words })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, context.clock, operator, { what: 'banners add', subject: `banner ${id}`, details: { ...banner } })
    return id
  })
}

export async function removeBanner(context: Context, operator: Operator, id: number): Promise<void> {
  await transact(context.db, async (tx) => {
    const gone = await tx.deleteFrom('banner').where('id', '=', id).returning('title_en').executeTakeFirst()
    if (!gone)
      throw new OperatorRefused(`There is no banner ${id} of the operator: others stand in the configuration (SITE_CONFIG).`, {
        zh: `没有编号为 ${id} 的横幅；其余横幅写在配置中（SITE_CONFIG）。`,
      })
    await recordAudit(tx, context.clock, operator, { what: 'banners remove', subject: `banner ${id}`, details: gone })
  })
}

/** Banners that the operator added at run time. */
export async function ownBanners(db: Db): Promise<(Banner & { readonly id: number })[]> {
  const rows = await db.selectFrom('banner').selectAll().orderBy('id').execute()
  return rows.map(({ id, chain_id: chainId, address, token_id: tokenId, image, ...words }) => ({
    id,
    chainId,
    address,
    tokenId,
    image,
    title: { en: words.title_en, zh: words.title_zh },
    text: { en: words.text_en, zh: words.text_zh },
  }))
}
