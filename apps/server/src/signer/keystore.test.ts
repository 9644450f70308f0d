import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { KeystoreError, openKeystore, sealKeystore } from './keystore.ts'

/** From geth's own tests. */
const EXAMPLE = JSON.stringify({
  address: '7ef5a6135f1fd6a02593eedc869c6d41d934aef8',
  crypto: {
    cipher: 'aes-128-ctr',
    ciphertext: '1d0839166e7a15b9c1333fc865d69858b22df26815ccf601b28219b6192974e1',
    cipherparams: { iv: '8df6caa7ff1b00c4e871f002cb7921ed' },
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 8, p: 16, r: 8, salt: 'e5e6ef3f4ea695f496b643ebd3f75c0aa58ef4070e90c80c5d3fb0241bf1595c' },
    mac: '6d16dfde774845e4585357f24bce530528bc69f4f84e1e22880d34fa45c273e5',
  },
  id: '950077c7-71e3-4c44-a4a1-143919141ed4',
  version: 3,
})
const KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'

describe('openKeystore', () => {
  it('opens what geth made', async () => {
    for (const json of [EXAMPLE, EXAMPLE.replace('"crypto"', '"Crypto"')])
      expect(privateKeyToAddress(await openKeystore(json, 'foobar')).toLowerCase()).toBe('0x7ef5a6135f1fd6a02593eedc869c6d41d934aef8')
  })

  it('refuses another passphrase, a changed file and other kinds, and reveals nothing of them', async () => {
    await expect(openKeystore(EXAMPLE, 'foobaz')).rejects.toThrow(new KeystoreError('the passphrase does not fit'))
    await expect(openKeystore(EXAMPLE.replace('1d08', '1d09'), 'foobar')).rejects.toThrow('the passphrase does not fit')
    for (const other of [
      '',
      '{}',
      EXAMPLE.replace('scrypt', 'pbkdf2'),
      EXAMPLE.replace('"version":3', '"version":1'),
      EXAMPLE.replace('"n":8', '"n":1e12'),
    ])
      await expect(openKeystore(other, 'foobar')).rejects.toThrow('it is no version 3 keystore with scrypt')
  })
})

describe('sealKeystore', () => {
  it('is opened again by its passphrase alone, and is another text each time', async () => {
    const sealed = await sealKeystore(KEY, 'correct horse', 4_096)
    expect(sealed).not.toContain(KEY.slice(2))
    expect(await openKeystore(sealed, 'correct horse')).toBe(KEY)
    await expect(openKeystore(sealed, 'correct house')).rejects.toThrow('does not fit')
    expect(await sealKeystore(KEY, 'correct horse', 4_096)).not.toBe(sealed)
  })
})
