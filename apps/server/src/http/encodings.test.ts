import { describe, expect, it } from 'vitest'
import { encodingFor } from './encodings.ts'

describe('encodingFor', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['zstd;q=0, br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['identity, gzip;q=0.2', undefined],
    ['nonsense;;;q=x,,', undefined],
  ])('[READ-02] of Accept-Encoding %s is %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
    expect(encodingFor(header)).toBe(encoding)
  })
})
