import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import type { Db } from './database.ts'
import { gated } from './gate.ts'

const [ALICE, BOB] = [toAddress(`0x${'a1'.repeat(20)}`), toAddress(`0x${'b0'.repeat(20)}`)]
const LONG_MS = 60_000

/** Reads that end when the test says so, of a database that none of them asks. */
function openGate() {
  const db = {} as Db
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    begin: (name: string, who?: typeof ALICE, mostMs = LONG_MS) =>
      gated(
        db,
        'portfolio',
        mostMs,
        () =>
          new Promise<string>((done) => {
            begun.push(name)
            ends.set(name, () => done(name))
          }),
        who,
      ),
    end: async (name: string, read: Promise<string>) => {
      ends.get(name)?.()
      expect(await read).toBe(name)
    },
  }
}

describe('reads that cost what they find', () => {
  it('[PORT-08] run once for an account, which leaves a place to the others', async () => {
    const { begun, begin, end } = openGate()
    const [first, second, third] = [begin('first', ALICE), begin('second', ALICE), begin('third', ALICE)]
    const other = begin('other', BOB)
    await expect.poll(() => begun).toEqual(['first', 'other'])
    await end('other', other)
    expect(begun).toEqual(['first', 'other'])
    await end('first', first)
    await expect.poll(() => begun).toEqual(['first', 'other', 'second'])
    await end('second', second)
    await expect.poll(() => begun).toEqual(['first', 'other', 'second', 'third'])
    await end('third', third)
  })

  it('run twice at once where they are of no account, in the order in which they came', async () => {
    const { begun, begin, end } = openGate()
    const [first, second, third] = [begin('first'), begin('second'), begin('third')]
    await expect.poll(() => begun).toEqual(['first', 'second'])
    await end('second', second)
    await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
    await end('first', first)
    await end('third', third)
  })

  it('wait no longer than their time, and take no place after it', async () => {
    const { begun, begin, end } = openGate()
    const first = begin('first', ALICE)
    await expect(begin('late', ALICE, 20)).rejects.toMatchObject({ code: 'LIST_NOT_READY' })
    await end('first', first)
    const next = begin('next', ALICE)
    await expect.poll(() => begun).toEqual(['first', 'next'])
    await end('next', next)
  })
})
