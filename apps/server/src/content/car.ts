import { Readable } from 'node:stream'
import { CarWriter } from '@ipld/car'
import { importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import { FORM } from './cid.ts'

/** Content that does not match its CID: the disk has failed, or the bytes were changed from outside. */
class ContentDamaged extends Error {
  override readonly name = 'ContentDamaged'
}

/**
 * Contents as one CAR, block by block as IPFS nodes store them: any node can import them, under the same addresses as here. Each
 * is a root; a block that several share is written once. Ends with ContentDamaged where the bytes give another address.
 */
export function readCar(cids: readonly string[], read: (cid: string) => Readable | Promise<Readable>): Readable {
  const { writer, out } = CarWriter.create(cids.map((cid) => CID.parse(cid)))
  const written = new Set<string>()
  const blocks = {
    put: async (cid: CID, bytes: Uint8Array | AsyncIterable<Uint8Array>) => {
      if (!(bytes instanceof Uint8Array)) throw new TypeError('A block comes whole')
      if (written.has(cid.toString())) return cid
      written.add(cid.toString())
      await writer.put({ cid, bytes })
      return cid
    },
  }
  const work = async () => {
    for (const cid of cids)
      for await (const made of importer([{ content: await read(cid) }], blocks, FORM))
        if (made.cid.toString() !== cid) throw new ContentDamaged(`${cid} is not what its address says: restore it from a backup.`)
    await writer.close()
  }
  const stream = Readable.from(out)
  work().catch((error: Error) => stream.destroy(error))
  return stream
}
