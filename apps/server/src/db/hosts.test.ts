import { describe, expect, it } from 'vitest'
import { hostUrls, nameOfHost } from './hosts.ts'

describe('hosts of DATABASE_URL', () => {
  it('[SCALE-02] are several, parted by commas, each with a port of its own', () => {
    expect(hostUrls('postgres://plinth:a%40b@db1:5433,db2,[::1]:5434/market?sslmode=require')).toEqual([
      'postgres://plinth:a%40b@db1:5433/market?sslmode=require',
      'postgres://plinth:a%40b@db2/market?sslmode=require',
      'postgres://plinth:a%40b@[::1]:5434/market?sslmode=require',
    ])
  })

  it('[SCALE-02] a single one is returned as it stands', () => {
    for (const url of ['postgres://plinth@db/market', 'postgresql://db', '/var/run/postgresql market', 'postgres:///market?host=/run/pg'])
      expect(hostUrls(url)).toEqual([url])
  })

  it('are named without user and password', () => {
    expect(nameOfHost('postgres://plinth:hunter22@db:5433/market')).toBe('db:5433')
    expect(nameOfHost('postgres:///market')).toBe('its socket')
  })
})
