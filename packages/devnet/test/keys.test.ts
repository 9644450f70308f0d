import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS, keepKeys, planAddresses } from '../src/index.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plinth-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('keepKeys', () => {
  it('makes three different keys once, readable by their user alone', () => {
    const keys = keepKeys(dataDir)
    expect(new Set(Object.values(keys)).size).toBe(3)
    expect(keepKeys(dataDir)).toEqual(keys)
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'keys/fee-signer')).mode & 0o777).toBe(0o600)
  })

  it('refuses a damaged key instead of making another', () => {
    keepKeys(dataDir)
    writeFileSync(join(dataDir, 'keys/operator'), '0x12\n')
    expect(() => keepKeys(dataDir)).toThrow('holds no private key')
  })
})

describe('DEMO_ACCOUNTS', () => {
  it('are the first accounts of the well-known mnemonic', () => {
    expect(DEMO_ACCOUNTS.map(({ name }) => name)).toEqual(['Alice', 'Bob', 'Carol', 'Dan', 'Zhang Wei', 'Eve'])
    expect(DEMO_ACCOUNTS[0]).toMatchObject({
      address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    })
  })
})

describe('planAddresses', () => {
  it('differ from chain to chain', () => {
    const all = [planAddresses(31337), planAddresses(31338)].flatMap((addresses) => Object.values(addresses))
    expect(new Set(all).size).toBe(all.length)
  })
})
