import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'

let server: TestServer
const webDir = mkdtempSync(join(tmpdir(), 'plinth-web-'))
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Plinth</title>')
  writeFileSync(join(webDir, 'assets', 'index-abc123.js'), 'export {}')
  writeFileSync(join(webDir, 'guide.pdf'), '%PDF-1.7')
  writeFileSync(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  server = await openTestServer({ webDir, site: { doc: 'https://papers.test/guide.pdf' } })
})
afterAll(async () => {
  await server.close()
  rmSync(webDir, { recursive: true, force: true })
})

const get = (url: string, accept = '*/*') => server.app.inject({ method: 'GET', url, headers: { accept } })
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('the web app', () => {
  it('is index.html for every page, never kept', async () => {
    for (const url of ['/', '/detail/0x12:3?chain=31337', '/account/alice', '/collection/0x12']) {
      const answer = await get(url, HTML)
      expect([answer.statusCode, answer.headers['cache-control']], url).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Plinth</title>')
    }
  })

  it('hangs no more listeners on an answer than node expects', async () => {
    const warned: Error[] = []
    const note = (warning: Error) => warned.push(warning)
    process.on('warning', note)
    await get('/detail/0x12:3', HTML)
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warned).toEqual([])
  })

  it('keeps hashed files for good and asks again for the others', async () => {
    const asset = await get('/assets/index-abc123.js')
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    })
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('answers 404 for a file that is not there', async () => {
    expect((await get('/assets/index-old.js')).statusCode).toBe(404)
    expect((await get('/robots.txt')).statusCode).toBe(404)
    expect((await get('/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
    expect((await server.app.inject({ method: 'POST', url: '/somewhere' })).statusCode).toBe(404)
  })

  it('runs only its own code', async () => {
    const { headers } = await get('/', HTML)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain(`connect-src 'self' ${server.node?.url}`)
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin-allow-popups' })
  })
})

describe('[SHELL-20] the document', () => {
  it('may stand in a frame of this site alone, and runs nothing', async () => {
    const { headers } = await get('/guide.pdf')
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-frame-options': 'SAMEORIGIN' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/)
    const page = await get('/doc', HTML)
    expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY' })
    expect(page.headers['content-security-policy']).toMatch(/frame-src 'self' https:\/\/papers\.test;.*frame-ancestors 'none'/)
  })
})

describe('/healthz and /readyz', () => {
  it('say whether the process lives and the index keeps up', async () => {
    expect((await get('/healthz')).json()).toEqual({ ok: true })
    const { db } = server.context
    const at = (number: number) => db.updateTable('chain_cursor').set({ number }).execute()
    await db.deleteFrom('chain_cursor').execute()
    expect((await get('/readyz')).statusCode).toBe(503)
    await db
      .insertInto('chain_cursor')
      .values({ chain_id: 31337, number: 5, hash: Buffer.alloc(32), epoch: 1, stopped: null, updated_at: 0 })
      .execute()
    server.context.chains.default.noteHead({ number: 7, timestamp: 100 })
    const state = { chainId: 31337, head: 7, indexed: 5, lag: 2, lagSeconds: null, silentSeconds: 0, stopped: false }
    expect((await get('/readyz')).json()).toEqual({ ok: true, problems: [], chains: [state] })
    server.context.chains.default.noteHead({ number: 100, timestamp: 100 })
    expect((await get('/readyz')).statusCode).toBe(503)
    await at(100)
    expect((await get('/readyz')).statusCode).toBe(200)
  })
})
