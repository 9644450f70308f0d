import * as zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'

/** What Chromium sends. */
const BROWSER = 'gzip, deflate, br, zstd'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ publicUrl: 'https://plinth.test' })
})
afterAll(() => server.close())

const get = (url: string, encoding?: string) =>
  server.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
const list = (encoding?: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/config/fetch',
    headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
  })

describe('compression', () => {
  it.each([
    [BROWSER, 'zstd', zlib.zstdDecompressSync],
    ['gzip, deflate, br', 'br', zlib.brotliDecompressSync],
    ['gzip', 'gzip', zlib.gunzipSync],
  ] as const)('of an answer to "%s" is %s, whole and with its length', async (accepted, encoding, open) => {
    const plain = await list()
    expect(plain.rawPayload.length).toBeGreaterThan(1_024)
    const packed = await list(accepted)
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('accept-encoding'),
      'content-length': String(packed.rawPayload.length),
    })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length * 0.7)
    const nowGone = (text: string) => text.replace(/"now":\d+/, '')
    expect(nowGone(open(packed.rawPayload).toString())).toBe(nowGone(plain.body))
  })

  it('leaves small answers, and clients that accept none, alone', async () => {
    const small = await server.app.inject({ method: 'POST', url: '/api/user/info', headers: { 'accept-encoding': BROWSER } })
    expect([small.headers['content-encoding'], small.json().errno]).toEqual([undefined, 401])
    expect((await list('identity')).headers).not.toHaveProperty('content-encoding')
  })

  it('[F-54] reaches /openapi.json, whose copies depend on the encoding', async () => {
    const plain = await get('/openapi.json')
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    const packed = await get('/openapi.json', BROWSER)
    expect(packed.headers).toMatchObject({ 'content-encoding': 'zstd', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    expect(zlib.zstdDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  })
})

describe('security headers', () => {
  const OF_BOTH = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }

  it('of calls are those of pages, with a policy that shows and runs nothing', async () => {
    for (const method of ['POST', 'GET'] as const) {
      const { headers } = await server.app.inject({ method, url: '/api/config/fetch' })
      expect(headers).toMatchObject({ ...OF_BOTH, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" })
    }
    const page = await get('/openapi')
    expect(page.headers['permissions-policy']).toContain('camera=()')
    expect(page.headers).toMatchObject({ ...OF_BOTH, 'content-security-policy': expect.stringContaining("script-src 'self'") })
  })

  it('of a call hold over http no promise of https', async () => {
    const plain = await openTestServer()
    expect((await plain.post('/config/fetch')).headers).not.toHaveProperty('strict-transport-security')
    await plain.close()
  })
})
