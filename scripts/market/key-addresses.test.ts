import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findKeyAddresses } from './key-addresses.ts'

const keyOf = (digits: string): Hex => `0x${digits.repeat(32)}`
const addressOf = (digits: string) => toAddress(privateKeyToAddress(keyOf(digits)))

describe('whose keys a market has', () => {
  let data: string
  const keystores = () => join(data, 'keystores')
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'plinth-keys-'))
    for (const folder of ['keys', 'keystores']) mkdirSync(join(data, folder))
    for (const [name, plain, kept] of [
      ['miner', '01', '11'],
      ['fee-signer', '02', '12'],
    ] as const) {
      writeFileSync(join(data, 'keys', name), `${keyOf(plain)}\n`)
      writeFileSync(join(keystores(), `${name}.json`), JSON.stringify({ address: addressOf(kept).slice(2) }))
    }
  })
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  it('is known where they lie here, keystores before plain ones, and none is opened', () => {
    expect(findKeyAddresses({}, data)).toEqual({ miner: addressOf('01'), feeSigner: addressOf('02') })
    expect(findKeyAddresses({ PLAIN_KEYS_DIR: join(data, 'keys') }, '/nowhere')).toEqual(findKeyAddresses({}, data))
    expect(findKeyAddresses({ KEYSTORE_DIR: keystores() }, data)).toEqual({ miner: addressOf('11'), feeSigner: addressOf('12') })
  })

  it('is not known of a signer elsewhere, whatever still lies here, nor of what can’t be read', () => {
    expect(findKeyAddresses({ SIGNER_URL: 'https://signer.example' }, data)).toBeUndefined()
    rmSync(join(data, 'keys', 'miner'))
    mkdirSync(join(data, 'keys', 'miner'))
    expect(findKeyAddresses({}, data)).toBeUndefined()
    writeFileSync(join(keystores(), 'miner.json'), 'not JSON')
    expect(findKeyAddresses({ KEYSTORE_DIR: keystores() }, data)).toBeUndefined()
    expect(findKeyAddresses({}, '/nowhere')).toBeUndefined()
  })
})
