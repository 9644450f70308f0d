import { afterEach, describe, expect, it } from 'vitest'
import { LOCAL, patientStorage, readStored, writeStored } from './storage.ts'

const kept = new Map<string, string>()
let isFull = false
const open = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    kept.set(key, value)
  },
  removeItem: (key: string) => void kept.delete(key),
}
let isClosed = false
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  get: () => {
    if (isClosed) throw new DOMException('denied', 'SecurityError')
    return open
  },
})

afterEach(() => {
  isFull = false
  isClosed = false
  writeStored(LOCAL.token, undefined)
})

describe('stored values', () => {
  it('[CFG-08] are kept in the browser', () => {
    writeStored(LOCAL.token, 'abc')
    expect(kept.get('Authorization')).toBe('abc')
    expect(readStored(LOCAL.token)).toBe('abc')
  })

  it('live for the page where the storage is closed', () => {
    isClosed = true
    writeStored(LOCAL.token, 'abc')
    patientStorage.setItem('x', '1')
    expect([readStored(LOCAL.token), patientStorage.getItem('x')]).toEqual(['abc', '1'])
    writeStored(LOCAL.token, undefined)
    expect(readStored(LOCAL.token)).toBeUndefined()
  })

  it('are the new ones where the storage is full and still holds old ones', () => {
    writeStored(LOCAL.token, 'old')
    isFull = true
    writeStored(LOCAL.token, 'new')
    expect(readStored(LOCAL.token)).toBe('new')
    isFull = false
    writeStored(LOCAL.token, 'newest')
    expect([readStored(LOCAL.token), kept.get('Authorization')]).toEqual(['newest', 'newest'])
  })
})
