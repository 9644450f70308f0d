import { exporter, type RawNode, type UnixFSFile } from 'ipfs-unixfs-exporter'
import type { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import type { ByteRange } from './content-store.ts'

export type Blocks = { get(cid: CID): AsyncGenerator<Uint8Array> }
/** A file as the importer cuts it (FORM): one raw block, or nodes whose leaves are raw blocks. */
export type FileNode = RawNode | UnixFSFile

/** Blocks requested in advance: a fast reader waits for none, and a slow one holds no more than these. */
const AHEAD = 4

/** The node of a file; undefined where it is something else. @throws what `blocks` throws */
export async function findFileNode(cid: CID | string, blocks: Blocks): Promise<FileNode | undefined> {
  const entry = await exporter(cid, blocks)
  return entry.type === 'raw' || entry.type === 'file' ? entry : undefined
}

/**
 * The bytes of a file, or a range of them, at the reader's pace: the exporter's own `content()` reads to the end of the file
 * while its reader waits, and keeps all of it.
 */
export async function* readFileNode(node: FileNode, blocks: Blocks, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const [start, end] = range ? [range.start, range.end + 1] : [0, Number.POSITIVE_INFINITY]
  if (node.type === 'raw') yield node.node.subarray(start, end)
  else yield* inTime(leavesOf(node, blocks, start, end), (leaf) => readLeaf(leaf, blocks))
}

/** A raw block, and the range of its bytes. */
type Leaf = { readonly cid: CID; readonly start: number; readonly end: number }

async function* leavesOf({ node, unixfs }: UnixFSFile, blocks: Blocks, start: number, end: number): AsyncGenerator<Leaf> {
  let at = 0
  for (const [index, { Hash: cid }] of node.Links.entries()) {
    const size = Number(unixfs.blockSizes[index])
    const part = { start: Math.max(start - at, 0), end: Math.min(end - at, size) }
    at += size
    if (part.start >= part.end) continue
    if (cid.code === raw.code) yield { cid, ...part }
    else {
      const inner = await findFileNode(cid, blocks)
      if (inner?.type !== 'file') throw new Error(`${cid} is no part of a file`)
      yield* leavesOf(inner, blocks, part.start, part.end)
    }
  }
}

async function readLeaf({ cid, start, end }: Leaf, blocks: Blocks): Promise<Uint8Array> {
  for await (const block of blocks.get(cid)) return block.subarray(start, end)
  throw new Error(`${cid} has no bytes`)
}

async function* inTime<T, R>(all: AsyncIterable<T>, read: (one: T) => Promise<R>): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  for await (const one of all) {
    const reading = read(one)
    // A failure is thrown at this block's turn, if a reader is left by then.
    reading.catch(() => undefined)
    begun.push(reading)
    const first = begun.length < AHEAD ? undefined : begun.shift()
    if (first) yield await first
  }
  for (const reading of begun) yield await reading
}
