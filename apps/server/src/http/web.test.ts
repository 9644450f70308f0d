import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import { createApp } from './app.ts'
import { prune } from './web-files.ts'

let server: TestServer
const webDir = mkdtempSync(join(tmpdir(), 'plinth-web-'))
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  mkdirSync(join(webDir, 'networks'))
  writeFileSync(join(webDir, 'networks', 'ethereum.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
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
    for (const url of ['/', '/auctions', `/account/0x${'12'.repeat(20)}`, '/search?keyword=moon']) {
      const answer = await get(url, HTML)
      expect([answer.statusCode, answer.headers['cache-control']], url).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('Plinth</title>')
    }
  })

  it('leaves an unknown path of /v1 to its problem documents', async () => {
    for (const url of ['/v1', '/v1/nothing', '/v1/items/of/none']) {
      const answer = await get(url, HTML)
      expect([answer.statusCode, answer.headers['content-type']], url).toEqual([404, 'application/problem+json'])
      expect(answer.json(), url).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('[F-54] answers 404 with the app for a path or a thing that does not exist', async () => {
    const item = `/detail/0x${'12'.repeat(20)}:3?chain=31337`
    for (const url of [
      '/nowhere',
      '/404',
      item,
      '/detail/0x12:3',
      '/account/al',
      `/collection/0x${'12'.repeat(20)}`,
      '/blindbox/detail/99',
    ]) {
      const answer = await get(url, HTML)
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('<title>')
    }
  })

  it('[F-54] answers the copies of network logos that clients ask for, and no other file under that name', async () => {
    for (const name of ['ethereum.svg', 'ethereum.svg!300x300', 'ethereum.svg!100x100']) {
      const { statusCode, headers } = await get(`/networks/${name}`)
      expect([name, statusCode, headers['content-type']]).toEqual([name, 200, expect.stringContaining('image/svg+xml')])
    }
    for (const name of ['none.svg!300x300', 'ethereum.svg!x', '..%2ffavicon.svg', '%2e%2e!300x300'])
      expect((await get(`/networks/${name}`)).statusCode, name).toBe(404)
  })

  it('[F-54] leaves every path below the prefix of the calls to them: another method than POST is 503', async () => {
    for (const [url, accept] of [
      ['/api/nothing', '*/*'],
      ['/api/nothing/at/all', HTML],
      ['/api/', HTML],
      ['/api/user/info', HTML],
    ] as const) {
      const answer = await get(url, accept)
      expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 200, { errno: 503 }])
    }
    expect((await server.app.inject({ method: 'POST', url: '/api/nothing' })).json()).toMatchObject({ errno: 507 })
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

it('says that the answer to a path depends on language and kind that were asked for', async () => {
  expect(String((await get('/account/nobody', HTML)).headers.vary)).toMatch(/\baccept\b(?!-).*accept-language/)
  expect(String((await get('/nothing.txt')).headers.vary)).toMatch(/\baccept\b(?!-)/)
})

describe('/livez, /healthz and /readyz', () => {
  it('say whether the process lives, and whether the index keeps up', async () => {
    for (const path of ['/livez', '/healthz']) expect((await get(path)).json()).toEqual({ ok: true })
    const { db } = server.context
    const at = (number: number) => db.updateTable('chain_cursor').set({ number }).execute()
    const degraded = async () => (await get('/readyz')).json().degraded
    await db.deleteFrom('chain_cursor').execute()
    expect(await degraded()).toEqual(['chain 31337 not indexed'])
    await db
      .insertInto('chain_cursor')
      .values({ chain_id: 31337, number: 5, hash: Buffer.alloc(32), epoch: 1, stopped: null, updated_at: 0 })
      .execute()
    server.context.chains.default.noteHead({ number: 7, timestamp: 100 })
    const state = { chainId: 31337, head: 7, indexed: 5, lag: 2, lagSeconds: null, silentSeconds: 0, stopped: false, reached: true }
    expect((await get('/readyz')).json()).toEqual({ ok: true, problems: [], degraded: [], chains: [state] })
    server.context.chains.default.noteHead({ number: 100, timestamp: 100 })
    expect(await degraded()).toEqual(['chain 31337 behind'])
    await at(100)
    expect(await degraded()).toEqual([])
    expect((await get('/readyz')).statusCode).toBe(200)
  })
})

describe('[F-37] an upgrade below running processes and open tabs', () => {
  const market = () => server.context
  const ask = async (app: FastifyInstance, url: string, accept = '*/*') => app.inject({ method: 'GET', url, headers: { accept } })
  const pageOf = async (app: FastifyInstance) => (await ask(app, '/', HTML)).body
  const statuses = (app: FastifyInstance, ...names: string[]) =>
    Promise.all(names.map(async (name) => (await ask(app, `/assets/${name}.js`)).statusCode))
  /** What `git pull` and a start make of the folder of the web app. */
  const build = (name: string) => {
    rmSync(webDir, { recursive: true })
    mkdirSync(join(webDir, 'assets'), { recursive: true })
    writeFileSync(join(webDir, 'index.html'), `<!doctype html><title>Plinth</title><script src="/assets/${name}.js"></script>`)
    writeFileSync(join(webDir, 'assets', `${name}.js`), `export const name = '${name}'`)
  }

  it('leaves each process its build and gives tabs former files for a week, within bounds', async () => {
    const apps = [server.app]
    for (const name of ['second-1b', 'third-2c']) {
      build(name)
      apps.push(await createApp(market()))
    }
    const [first, second, third] = apps as [FastifyInstance, FastifyInstance, FastifyInstance]
    expect(await pageOf(first)).not.toContain('<script src="/assets')
    expect(await pageOf(second)).toContain('second-1b.js')
    expect(await pageOf(third)).toContain('third-2c.js')
    const all = ['index-abc123', 'second-1b', 'third-2c']
    for (const app of apps) expect(await statuses(app, ...all)).toEqual([200, 200, 200])
    expect((await ask(third, '/assets/second-1b.js')).headers['cache-control']).toContain('immutable')
    expect((await ask(first, '/favicon.svg')).statusCode).toBe(200)
    expect((await ask(third, '/favicon.svg')).statusCode).toBe(404)

    server.clock.advance(8 * 86_400)
    build('fourth-3d')
    const fourth = await createApp(market())
    expect(await statuses(fourth, ...all, 'fourth-3d')).toEqual([404, 404, 404, 200])

    const folder = join(market().config.mediaDir, 'web')
    const own = readdirSync(join(folder, 'builds')).map((name) => join(folder, 'builds', name))
    await prune(folder, { own, now: server.clock.now(), mostBytes: 10 })
    expect(await statuses(fourth, 'fourth-3d')).toEqual([404])
    expect(await pageOf(fourth)).toContain('fourth-3d.js')
    for (const app of [second, third, fourth]) await app.close()
  })

  it('serves the build from its own folder where it can’t be kept', async () => {
    build('fifth-4e')
    const { config } = market()
    const app = await createApp({ ...market(), config: { ...config, mediaDir: join(webDir, 'index.html') } })
    expect(await pageOf(app)).toContain('fifth-4e.js')
    expect(await statuses(app, 'fifth-4e')).toEqual([200])
    expect(server.logged.join('')).toContain('web files not kept')
    await app.close()
  })
})
