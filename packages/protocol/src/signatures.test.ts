import { privateKeyToAccount } from 'viem/accounts'
import { numberToHex } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { isErc6492, isLowS, joinSignature, parseSignature, recoverSigner, recoverTextSigner, ZERO_SIGNATURE } from './signatures.ts'

const alice = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const ALICE = '0x1a642f0e3c3af545e7acbd38b07251b3990914f1'
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const R = 'ab'.repeat(32)
const S = '12'.repeat(32)

describe('parseSignature', () => {
  it('[TX-33] gives the zero signature for an empty one', () => {
    const zero = { v: 0, r: `0x${'00'.repeat(32)}`, s: `0x${'00'.repeat(32)}` }
    expect(parseSignature('')).toEqual(zero)
    expect(parseSignature('0x')).toEqual(zero)
  })

  it.each([
    ['00', 27],
    ['01', 28],
    ['1b', 27],
    ['1c', 28],
  ])('[TX-34] reads a v of 0x%s as %d', (byte, v) => {
    expect(parseSignature(`0x${R}${S}${byte}`)).toEqual({ v, r: `0x${R}`, s: `0x${S}` })
  })

  it.each([
    `0x${R}${S}02`,
    `0x${R}${S}1a`,
    `0x${R}${S}1d`,
    `0x${R}${S}ff`,
    `0x${R}${S}`,
    `0x${R}${S}1b00`,
    `${R}${S}1b`,
    `0x${'zz'.repeat(65)}`,
    'rubbish',
  ])('[TX-35] refuses %s', (text) => {
    expect(() => parseSignature(text)).toThrow('Invalid signature')
  })

  it('[TX-43] gives lower-case parts', () => {
    const upper = `0x${R.toUpperCase()}${S}1B`
    expect(parseSignature(upper).r).toBe(`0x${R}`)
  })

  it('is undone by joinSignature', () => {
    expect(joinSignature(parseSignature(`0x${R}${S}1c`))).toBe(`0x${R}${S}1c`)
    expect(joinSignature(ZERO_SIGNATURE)).toBe('0x')
  })
})

describe('recovering', () => {
  it('names the signer of a digest and of a text', async () => {
    const digest = `0x${'5a'.repeat(32)}` as const
    expect(await recoverSigner(digest, parseSignature(await alice.sign({ hash: digest })))).toBe(ALICE)
    expect(
      await recoverTextSigner('Hello login 1795167388', parseSignature(await alice.signMessage({ message: 'Hello login 1795167388' }))),
    ).toBe(ALICE)
  })

  it('refuses the mirror signature with a high s', async () => {
    const digest = `0x${'5a'.repeat(32)}` as const
    const low = parseSignature(await alice.sign({ hash: digest }))
    const high = { v: low.v === 27 ? 28 : 27, r: low.r, s: numberToHex(N - BigInt(low.s), { size: 32 }) } as const
    expect(isLowS(low)).toBe(true)
    expect(isLowS(high)).toBe(false)
    await expect(recoverSigner(digest, high)).rejects.toMatchObject({ code: 'HIGH_S' })
  })

  it('draws the line of s at half the order', () => {
    expect(isLowS({ s: numberToHex(N / 2n, { size: 32 }) })).toBe(true)
    expect(isLowS({ s: numberToHex(N / 2n + 1n, { size: 32 }) })).toBe(false)
  })

  it('refuses the zero signature, and one that recovers nothing', async () => {
    const digest = `0x${'5a'.repeat(32)}` as const
    await expect(recoverSigner(digest, ZERO_SIGNATURE)).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
    await expect(recoverSigner(digest, { ...ZERO_SIGNATURE, v: 27 })).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
  })
})

describe('isErc6492', () => {
  it('knows the suffix', () => {
    expect(isErc6492(`0x${'00'.repeat(64)}${'6492'.repeat(16)}`)).toBe(true)
    expect(isErc6492(`0x${R}${S}1b`)).toBe(false)
  })
})
