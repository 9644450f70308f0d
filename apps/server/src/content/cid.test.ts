/** @module-tag more */
import { createCipheriv, createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlackHoleBlockstore } from 'blockstore-core'
import { type ImporterOptions, importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cidOf, FORM } from './cid.ts'

const MIB = 1_048_576

/** As the tests of Kubo make their files: the ChaCha20 keystream under the SHA-256 of a seed. */
function* bytesOf(size: number, seed: string): Generator<Uint8Array> {
  const stream = createCipheriv('chacha20', createHash('sha256').update(seed).digest(), Buffer.alloc(16))
  for (let left = size; left > 0; left -= MIB) yield stream.update(Buffer.alloc(Math.min(left, MIB)))
}

async function imported(content: Iterable<Uint8Array>, form: ImporterOptions): Promise<string> {
  for await (const { cid } of importer([{ content: iterate(content) }], new BlackHoleBlockstore(), form)) return cid.toString()
  throw new Error('Nothing was imported')
}

async function* iterate(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-cid-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cidOfBytes = (bytes: Uint8Array) => {
  const path = join(folder, 'content')
  writeFileSync(path, bytes)
  return cidOf(path)
}

describe('the address of a content', () => {
  // Published in `test/cli/add_test.go` of ipfs/kubo, made by Kubo itself.
  it('is that of `ipfs add --cid-version=1` for what fits into one block', async () => {
    expect(await cidOfBytes(Buffer.from('hello world'))).toBe('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  })

  it.each([
    // Blocks of 262,144 bytes, at most 174 under a node: the largest file that fits, and the smallest with one more level.
    ['legacy-cid-v0', 44_544 * 1_024, 'v0-seed', {}, 'QmUbBALi174SnogsUzLpYbD4xPiBSFANF4iztWCsHbMKh2'],
    ['legacy-cid-v0', 44_800 * 1_024, 'v0-seed', {}, 'QmepeWtdmS1hHXx1oZXsPUv6bMrfRRKfZcoPPU4eEfjnbf'],
    // CIDv1 over raw leaves, as ours, but with blocks of a MiB.
    ['test-cid-v1', 175 * MIB, 'v1-seed', { chunkSize: MIB }, 'bafybeidhd7lo2n2v7lta5yamob3xwhbxcczmmtmhquwhjesi35jntf7mpu'],
  ] as const)('follows Kubo’s profile %s with %i bytes', async (profile, size, seed, chunks, published) => {
    const form = profile === 'legacy-cid-v0' ? { ...FORM, cidVersion: 0 as const, rawLeaves: false } : FORM
    const chunker = 'chunkSize' in chunks ? { chunker: fixedSize(chunks) } : {}
    expect(await imported(bytesOf(size, seed), { ...form, ...chunker })).toBe(published)
  })

  // Computed by @ipld/unixfs 3.0.0, which shares no code with our importer: blocks of 262,144 raw bytes, 174 under a node.
  it.each([
    [262_143, 'bafkreiddmjdysh7udqbxwshctfs7nescejyn6lzrs3uacdgzylrnksnluu'],
    [262_144, 'bafkreiaqo5v2ve2cqyrewdm4nx5ml2boqsnnsqrlg46cfad3rryt4xlrze'],
    [262_145, 'bafybeicqtzfb5sxd6o5wlnqpxrqwughic5ol4mc7trsevu4bw7jf7fgvk4'],
    [524_288, 'bafybeifij2bfsnxdnbk7x2uauvivarw27uqshy6u2f474bdocetlg4sd44'],
    [174 * 262_144, 'bafybeiebvrqr6fwbkpv7na4ns5qs2iy6wzw6vrdykxbmtipmak3ryfwxjq'],
    [174 * 262_144 + 1, 'bafybeih77qccoq5ax7vvpgllxelqogdvjaighvwpjla6neev4n4pspdvhq'],
  ])('is what another implementation says of %i bytes', async (size, known) => {
    expect(await cidOfBytes(Buffer.concat([...bytesOf(size, 'plinth')]))).toBe(known)
  })
})
