/** @module-tag more */
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { encodeAbiParameters, type Hex, stringToHex, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TextAnswer } from '../../test/chain/fake-node.ts'
import { CHAIN, ForeignItems } from '../../test/chain/foreign-items.ts'
import { ensureOfficialCollections } from '../modules/collections/service.ts'

let foreign: ForeignItems
beforeAll(async () => {
  foreign = await ForeignItems.open({ onWire: true })
})
afterEach(async () => {
  foreign.node.setTexts(undefined)
  await foreign.clear()
})
afterAll(() => foreign.close())

const result =
  (value: unknown): TextAnswer =>
  (response, id) =>
    void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: value }))
const failure =
  (error: unknown): TextAnswer =>
  (response, id) =>
    void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
const raw =
  (status: number, headers: Record<string, string>, body: string | Buffer): TextAnswer =>
  (response) =>
    void response.writeHead(status, headers).end(body)
const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint): string => toHex(value, { size: 32 }).slice(2)
/** A string with arbitrary bytes. */
const stringOf = (bytes: string): string =>
  `0x${word(32n)}${word(BigInt(bytes.length / 2))}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`

/** Writes without end, as fast as it is read. */
function pour(response: ServerResponse, start: string, more: string): void {
  response.write(start)
  const write = (): void => {
    while (!response.destroyed && response.write(more));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}

/** Final: a retry can't help. Later: another node may know, or this one once it recovers. */
const LIES: [string, TextAnswer, 'final' | 'later'][] = [
  ['a text without end', (response, id) => pour(response, `{"jsonrpc":"2.0","id":${id},"result":"0x`, '61'.repeat(32_000)), 'final'],
  ['an error without end', (response, id) => pour(response, `{"jsonrpc":"2.0","id":${id},"error":"`, 'x'.repeat(64_000)), 'final'],
  ['brackets without end', (response) => pour(response, '', '['.repeat(64_000)), 'final'],
  ['brackets, as many as fit', raw(200, {}, '['.repeat(2_900_000)), 'later'],
  ['a list of empty lists', raw(200, {}, `[${'[],'.repeat(900_000)}[]]`), 'later'],
  ['a gigabyte, packed into one megabyte', raw(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(200_000_000, '['))), 'final'],
  ['a byte now and then', (response) => void setInterval(() => response.write(' '), 200).unref(), 'later'],
  ['nothing at all', () => undefined, 'later'],
  [
    'half an answer',
    (response, id) => void response.writeHead(200, { 'content-length': '500' }).write(`{"id":${id},`, () => response.destroy()),
    'later',
  ],
  ['300 kB of letters', result(text('a'.repeat(150_000))), 'final'],
  ['a text just above the limit', result(text('a'.repeat(1_600_000))), 'final'],
  ['bytes that are no UTF-8', result(stringOf('fffec328a0a1e2'.repeat(20))), 'final'],
  ['half characters', result(stringOf('eda080'.repeat(20))), 'final'],
  ['NUL', result(text('\0'.repeat(100))), 'final'],
  ['nothing, as of no contract', result('0x'), 'final'],
  ['one byte', result('0x01'), 'final'],
  ['half a byte', result('0x012'), 'final'],
  ['a number where a text should be', result(`0x${word(7n)}`), 'final'],
  ['a place outside of the answer', result(`0x${word(2n ** 255n)}${word(1n)}`), 'final'],
  ['a place that is itself', result(`0x${word(0n)}`), 'final'],
  ['a length of 2^256 - 1', result(`0x${word(32n)}${word(2n ** 256n - 1n)}`), 'final'],
  ['a length of a gigabyte', result(`0x${word(32n)}${word(2n ** 30n)}${word(0n)}`), 'final'],
  ['a revert', failure({ code: 3, message: 'execution reverted', data: '0x' }), 'final'],
  [
    'a revert with a megabyte of reason',
    failure({ code: 3, message: 'execution reverted', data: `0x08c379a0${text('x'.repeat(1_000_000)).slice(2)}` }),
    'final',
  ],
  ['a panic', failure({ code: 3, message: 'execution reverted', data: `0x4e487b71${word(17n)}` }), 'final'],
  ['an error of its own', failure({ code: -32_603, message: 'internal error' }), 'later'],
  ['another question’s answer', (response, id) => result(text('ipfs://x'))(response, id + 1), 'later'],
  ['a list of answers', raw(200, {}, '[{"jsonrpc":"2.0","id":1,"result":"0x"}]'), 'later'],
  ['a page', raw(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>'), 'later'],
  ['the way to another machine', raw(302, { location: 'http://169.254.169.254/' }, ''), 'later'],
]
const WRONG_KINDS: [string, unknown][] = [
  ['a number', 7],
  ['true', true],
  ['an object', { toString: 'x' }],
  ['a list', [`0x${word(32n)}`]],
  ['letters', 'hello'],
  ['null', null],
]

async function readLie(answer: TextAnswer) {
  foreign.node.setTexts(answer)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const { row } = await foreign.read()
  clearInterval(watch)
  return { row, grown: most - before }
}

describe('a node that lies about tokenURI', () => {
  it.each(LIES)('with %s costs little and changes nothing (%#)', async (_, answer, end) => {
    const { row, grown } = await readLie(answer)
    expect(row).toMatchObject({ metadata: '', name: '', metadata_tries: end === 'later' ? 1 : expect.any(Number) })
    expect(row.metadata_next_at === null).toBe(end === 'final')
    expect(row.metadata_url.length).toBeLessThanOrEqual(2_000)
    expect(row.metadata_url.isWellFormed() && !row.metadata_url.includes('\0')).toBe(true)
    expect(grown).toBeLessThan(200_000_000)
    expect(foreign.hits).toEqual([])
  })

  it.each(WRONG_KINDS)('with %s instead of bytes', async (_, value) => {
    const { row } = await readLie(result(value))
    expect(row).toMatchObject({ metadata: '', name: '', metadata_url: '' })
  })

  it('is not set aside for what a contract made it answer, and serves the next one', async () => {
    const asideBefore = asides()
    await readLie(result(`0x${'61'.repeat(3_000_000)}`))
    expect(asides()).toBe(asideBefore)
    await foreign.clear()
    const honest = `data:application/json,${encodeURIComponent('{"name":"Heron"}')}`
    expect((await readLie(result(text(honest)))).row.name).toBe('Heron')
  })

  it('eight at a time stay within bounds, too', async () => {
    foreign.node.setTexts((response, id) => pour(response, `{"jsonrpc":"2.0","id":${id},"result":"0x`, '61'.repeat(32_000)))
    for (let id = 2n; id <= 8n; id++) await foreign.add(id)
    const { grown } = await readLie((response, id) => pour(response, `{"jsonrpc":"2.0","id":${id},"result":"0x`, '61'.repeat(32_000)))
    expect(grown).toBeLessThan(200_000_000)
  })
})

it('a node that lies about uri of an ERC1155 is met the same way', async () => {
  foreign.node.setTexts(result(stringOf('ff'.repeat(1_000))))
  const { row } = await foreign.read(undefined, 2)
  expect(row).toMatchObject({ metadata: '', name: '', metadata_next_at: null })
})

it.each([
  ['a megabyte', result(text('n'.repeat(1_000_000)))],
  ['NUL, turns and no UTF-8', result(stringOf(`${stringToHex('Pl\0in\u202Eth').slice(2)}ff`))],
  ['a text without end', LIES[0]?.[1] as TextAnswer],
  ['a revert', failure({ code: 3, message: 'execution reverted', data: '0x' })],
])('a node that lies about the name of a collection, with %s, keeps it short and readable', async (_, answer) => {
  foreign.node.setTexts(answer)
  for (const chain of foreign.server.context.chains.all) await ensureOfficialCollections(foreign.server.context, chain)
  const rows = await foreign.server.context.db.selectFrom('collection').select(['name', 'symbol']).where('chain_id', '=', CHAIN).execute()
  expect(rows).toHaveLength(2)
  for (const { name } of rows) {
    expect(name).toMatch(/^\p{L}[\p{L}\uFFFD ]*$/u)
    expect(name.length).toBeLessThanOrEqual(100)
  }
})

function asides(): number {
  return foreign.server.logged.filter((line) => line.includes('node set aside')).length
}
