import { createReadStream } from 'node:fs'
import { BlackHoleBlockstore } from 'blockstore-core'
import { importer } from 'ipfs-unixfs-importer'

/** How IPFS nodes cut and address what is added with `--cid-version=1`: raw leaves, 256 KiB chunks, 174 links. */
export const FORM = { cidVersion: 1, rawLeaves: true } as const

/** An address of ours in any text, for JavaScript and PostgreSQL: CIDv1 in base32 of a SHA-256, of a raw block or a node. */
export const CID_FORM = 'baf[ky][a-z2-7]{55}'

/** The CIDs of our own form in a text, wherever they occur in it. */
export function cidsIn(text: string): string[] {
  return text.match(new RegExp(CID_FORM, 'g')) ?? []
}

/** The address that IPFS nodes give the same bytes. */
export async function cidOf(path: string): Promise<string> {
  const source = [{ content: createReadStream(path) }]
  for await (const { cid } of importer(source, new BlackHoleBlockstore(), FORM)) return cid.toString()
  throw new Error('Nothing was imported')
}
