import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CATALOGUE } from '../catalogue.ts'
import { Announcement } from './catalogue.ts'
import { readMetadata } from './items.ts'
import { pageFields } from './page.ts'
import { Person, User } from './people.ts'
import { record } from './record.ts'
import { address, big, codeOf, flag, hash, int, itemKey, listOf, text, uint256 } from './wire.ts'

const ALICE = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const alice = toAddress(ALICE)

describe('single values', () => {
  it('[API-10] reads numbers and flags that travel as form text', () => {
    expect(z.decode(int, '-1')).toBe(-1)
    expect(z.decode(flag, 'true')).toBe(true)
    expect(z.decode(flag, '0')).toBe(false)
    expect(z.decode(big, '340282366920938463463374607431768211456')).toBe(2n ** 128n)
  })

  it('writes amounts as decimal strings and flags as booleans', () => {
    expect(z.encode(big, 10n ** 30n)).toBe('1000000000000000000000000000000')
    expect(z.encode(flag, false)).toBe(false)
  })

  it('[TX-38] refuses more than 78 digits and anything above 2^256-1', () => {
    expect(z.safeDecode(big, '1'.repeat(79)).success).toBe(false)
    expect(z.safeDecode(uint256, (2n ** 256n).toString()).success).toBe(false)
    expect(z.decode(uint256, (2n ** 256n - 1n).toString())).toBe(2n ** 256n - 1n)
  })

  it('refuses signs, points, exponents and leading zeros in amounts', () => {
    for (const bad of ['-1', '1.5', '1e18', '01', '0x10', ' 1', '']) expect(z.safeDecode(big, bad).success, bad).toBe(false)
  })

  it('reads addresses in any case and answers them lower-case', () => {
    expect(z.decode(address, ALICE)).toBe(ALICE.toLowerCase())
    expect(z.safeDecode(address, '0x12').success).toBe(false)
  })

  it('[TX-09] takes the signed text with and without its leading 0x', () => {
    const digest = 'ab'.repeat(32)
    expect(z.decode(hash, digest)).toBe(`0x${digest}`)
    expect(z.decode(hash, `0x${digest}`)).toBe(`0x${digest}`)
  })

  it('reads lists as comma text and as JSON text', () => {
    const list = listOf(big)
    expect(z.decode(list, '1,2, 3')).toEqual([1n, 2n, 3n])
    expect(z.decode(list, '["1",2]')).toEqual([1n, 2n])
    expect(z.encode(list, [1n, 2n])).toBe('1,2')
    expect(z.safeDecode(list, '[1,').success).toBe(false)
  })

  it('reads codes as number or documented word', () => {
    const code = codeOf({ SALE: 1, EDIT_SALE: 2 })
    expect(z.decode(code, 'EDIT_SALE')).toBe(2)
    expect(z.decode(code, 'sale')).toBe(1)
    expect(z.decode(code, '2')).toBe(2)
    expect(z.safeDecode(code, '3').success).toBe(false)
  })

  it('reads address:tokenId, also with the third part old clients send', () => {
    expect(z.decode(itemKey, `${ALICE}:7:false`)).toEqual({ collection: alice, tokenId: 7n })
    expect(z.safeDecode(itemKey, `${ALICE}:-7`).success).toBe(false)
  })

  it('refuses NUL in text, which the database can’t hold', () => {
    expect(text(10).safeParse('a\u0000b').success).toBe(false)
  })
})

describe('record', () => {
  const Pair = record({ token: [['buyToken', 'buyerToken'], address], amount: ['buyValue', big], note: ['note', z.string().optional()] })

  it('writes every spelling and reads the first one present', () => {
    const wire = z.encode(Pair, { token: alice, amount: 5n })
    expect(wire).toEqual({ buyToken: alice, buyerToken: alice, buyValue: '5', note: undefined })
    expect(z.decode(Pair, { buyerToken: ALICE, buyValue: '5' })).toEqual({ token: alice, amount: 5n })
  })

  it('refuses a record in which no spelling is present', () => {
    expect(z.safeDecode(Pair, { buyValue: '5' }).success).toBe(false)
  })

  it('keeps constant wire fields', () => {
    const Kept = record({ id: ['id', big] }, { auctions: [] })
    expect(z.encode(Kept, { id: 1n })).toEqual({ id: '1', auctions: [] })
  })
})

describe('pages', () => {
  const Paged = record(pageFields())

  it('[FMT-03] starts at page 1 with 20 rows and takes size for limit', () => {
    expect(z.decode(Paged, {})).toEqual({ page: 1, limit: 20 })
    expect(z.decode(Paged, { page: '3', size: '5' })).toEqual({ page: 3, limit: 5 })
  })

  it('refuses page 0 and more than 100 rows', () => {
    expect(z.safeDecode(Paged, { page: '0' }).success).toBe(false)
    expect(z.safeDecode(Paged, { limit: '101' }).success).toBe(false)
  })
})

describe('documented spellings', () => {
  it('[DATA-01] a user carries address and coinbase, lower-case, and isFollow', () => {
    const wire = z.encode(User, {
      id: 1n,
      address: alice,
      nickname: 'Alice',
      avatar: '',
      brief: '',
      bannerUrl: '',
      shortUrl: '',
      loginType: '1',
      isFollowed: false,
      createdAt: 1,
    })
    expect(wire).toMatchObject({ id: '1', address: alice, coinbase: alice, isFollow: false, loginType: '1' })
  })

  it('[DATA-17] an announcement carries tittle and title', () => {
    const wire = z.encode(Announcement, { id: 1n, lang: 'en', title: 'Open', content: 'We are open.', createdAt: 1 })
    expect(wire).toMatchObject({ tittle: 'Open', title: 'Open', lang: 'en' })
  })

  it('a person always has an address', () => {
    expect(z.safeDecode(Person, { nickname: '', avatar: '' }).success).toBe(false)
  })

  it('[API-03] every call has the path of its own name, lower or mixed case as documented', () => {
    for (const [segment, calls] of Object.entries(CATALOGUE))
      for (const [name, entry] of Object.entries(calls)) expect(entry.path).toBe(`/${segment}/${name.replaceAll('.', '/')}`)
  })
})

describe('readMetadata', () => {
  it('reads trait_type and key, and keeps what is well-formed', () => {
    const read = readMetadata(
      '{"name":"Lily","image":"ipfs://x","attributes":[{"trait_type":"Sky","value":"low"},{"key":"Boat","value":1}]}',
    )
    expect(read).toMatchObject({
      name: 'Lily',
      image: 'ipfs://x',
      attributes: [
        { key: 'Sky', value: 'low' },
        { key: 'Boat', value: '1' },
      ],
    })
  })

  it('answers empty fields for hostile text', () => {
    for (const bad of ['', 'not json', '[]', 'null', '{"name":{},"attributes":"x"}'])
      expect(readMetadata(bad)).toEqual({ name: '', description: '', image: '', animationUrl: '', attributes: [] })
  })
})
