import type { Readable } from 'node:stream'
import type { Texts } from '@plinth/api'
import type { Said, StoreFaultCode } from './store-faults.ts'

/** Bytes of a content, both ends included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** Stores contents under their CIDs; the bytes of a CID never change. */
export type ContentStore = {
  /** Moves the file at `path` into the store, atomically; an existing content stays. @throws ContentStoreFault */
  put(cid: string, path: string): Promise<void>
  /** @throws ContentStoreFault, also as the stream's error */
  read(cid: string, range?: ByteRange): Promise<Readable>
  /** Whether it is there, without its bytes; absent where only reading tells. @throws ContentStoreFault */
  readonly has?: (cid: string) => Promise<boolean>
  /** A missing content is no error. @throws ContentStoreFault */
  remove(cid: string): Promise<void>
  /** Changes nothing. @throws ContentStoreFault with what is wrong */
  examine(): Promise<void>
  /** The path of the file, if contents are on this machine's disk. */
  readonly localPath?: (cid: string) => string
}

/** The store failed on a request; its message is for the log and the operator, and holds no secret. */
export class ContentStoreFault extends Error {
  override readonly name: string = 'ContentStoreFault'
  readonly code: StoreFaultCode
  /** The message in every language. */
  readonly sentences: Texts

  constructor({ code, ...sentences }: Said, options?: ErrorOptions) {
    super(sentences.en, options)
    this.code = code
    this.sentences = sentences
  }
}

/** The store does not answer, or reports a fault of its own: a later attempt may succeed. */
export class ContentStoreAway extends ContentStoreFault {
  override readonly name = 'ContentStoreAway'
}

/** The store answers that it has no such content. */
export class ContentMissing extends ContentStoreFault {
  override readonly name = 'ContentMissing'
}

/** Local disk, any S3, or an IPFS node (decision 36). Contains secrets: it never goes into the log. */
export type StorageConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly region: string
      /** With its folder, if there is one: `bucket/folder`. */
      readonly bucket: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }
  /** The node's RPC, as Kubo has it under /api/v0. */
  | { readonly kind: 'ipfs'; readonly api: string; readonly token: string | undefined }
