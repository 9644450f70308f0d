import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'

const WANTED = { maxBytes: 10_000, timeoutMs: 3_000, accept: '*/*' }

let server: Server
let port = 0
let hits: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
const fetchers: Fetcher[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '::', done))
  port = (server.address() as { port: number }).port
})
beforeEach(() => {
  hits = []
  answer = (_, response) => response.end('secret')
})
afterEach(async () => {
  await Promise.all(fetchers.splice(0).map((fetcher) => fetcher.close()))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function fetcherWith(options: FetcherOptions = {}): Fetcher {
  const fetcher = createFetcher({ ports: [port], ...options })
  fetchers.push(fetcher)
  return fetcher
}
/** These tests treat this machine as the public internet. */
const open = (options: FetcherOptions = {}) => fetcherWith({ isAllowed: () => true, resolve: async () => ['127.0.0.1'], ...options })

describe('what is never asked', () => {
  const AT = (host: string) => `http://${host}:${port}/`
  it.each([
    ['loopback', ['http://127.0.0.1', 'http://127.255.255.254', 'https://127.0.0.1']],
    ['loopback written short', ['http://127.1', 'http://127.0.1']],
    ['hexadecimal', ['http://0x7f.1', 'http://0x7f000001', 'http://0x7f.0x0.0x0.0x1']],
    ['decimal', ['http://2130706433', 'http://3232235777']],
    ['octal', ['http://0177.0.0.1', 'http://017700000001']],
    ['full-width and circled digits', ['http://１２７.0.0.1', 'http://①②⑦.⓪.⓪.①']],
    ['the unspecified address', ['http://0.0.0.0', 'http://0', 'http://[::]']],
    ['IPv6 loopback', ['http://[::1]', 'http://[0:0:0:0:0:0:0:1]']],
    ['IPv4 within IPv6', ['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', 'http://[::127.0.0.1]']],
    ['6to4, Teredo and NAT64', ['http://[2002:7f00:1::]', 'http://[2001:0:7f00:1::]', 'http://[64:ff9b::7f00:1]', 'http://[64:ff9b:1::1]']],
    ['private networks', ['http://10.0.0.1', 'http://172.16.0.1', 'http://172.31.255.255', 'http://192.168.1.1', 'http://[fd00::1]']],
    ['link-local and cloud metadata', ['http://169.254.169.254/latest/meta-data/', 'http://[fe80::1]', 'http://[fd00:ec2::254]']],
    ['carrier-grade NAT', ['http://100.64.0.1', 'http://100.127.255.255']],
    ['multicast and broadcast', ['http://224.0.0.1', 'http://239.255.255.250', 'http://255.255.255.255', 'http://[ff02::1]']],
    [
      'reserved, documentation, benchmarks',
      ['http://192.0.2.1', 'http://198.18.0.1', 'http://203.0.113.1', 'http://240.0.0.1', 'http://[2001:db8::1]'],
    ],
    ['other schemes', ['file:///etc/passwd', 'ftp://example.com', 'gopher://127.0.0.1:70/_x', 'javascript:alert(1)', 'ws://example.com']],
    ['credentials', ['http://user:pass@example.com', 'http://example.com@127.0.0.1']],
    [
      'ports of other services',
      ['http://example.com:22', 'http://example.com:5432', 'http://example.com:6379', 'https://example.com:8545'],
    ],
    [
      'what is no URL',
      ['', '//example.com', 'http://', 'http://exa mple.com', `http://example.com/${'a'.repeat(3_000)}`, 'http://[::1%25lo]'],
    ],
    [
      'backslashes and control characters',
      ['http:\\\\127.0.0.1', 'http://127.0.0.1\t/', 'ht\ntp://127.0.0.1', 'http://example.com\\@127.0.0.1'],
    ],
    ['dots of other scripts', ['http://127。0。0。1', 'http://127．0．0．1', 'http://127｡0｡0｡1', 'http://localhost。']],
    ['a trailing dot', ['http://127.0.0.1.', 'http://2130706433.', 'http://[::1].', 'http://localhost.']],
    [
      'escaped, and with what is left out of names',
      ['http://%31%32%37.0.0.1', 'http://127.0.0%2e1', 'http://loc\u00adalhost', 'http://127\u200b.0.0.1'],
    ],
    ['slashes too few or too many', ['http:127.0.0.1', 'http:/127.0.0.1', 'http:///127.0.0.1', 'HTTP://127.0.0.1']],
    [
      'names of the house',
      ['http://router.local', 'http://db.internal', 'http://metadata.google.internal', 'http://x.home.arpa', 'http://intranet'],
    ],
    ['numbers out of range', ['http://256.0.0.1', 'http://127.0.0.0.1', 'http://0x7f.0x100000000', 'http://4294967296', 'http://[:::1]']],
    ['data and blob, for which nothing is asked', ['data:text/plain,x', 'blob:http://example.com/x', 'about:blank', 'mailto:a@b.example']],
    [
      'ports that overflow or hide',
      ['http://127.0.0.1:65616', 'http://example.com:080443', 'http://127.0.0.1:080', 'http://example.com:8080#:80'],
    ],
  ])('%s', async (_, urls) => {
    const fetcher = fetcherWith({ resolve: async () => ['127.0.0.1'] })
    for (const url of urls) await expect(fetcher.get(url, WANTED), url).rejects.toMatchObject({ name: 'FetchRefused' })
    expect(hits).toEqual([])
  })

  it('the same addresses on a port that is allowed', async () => {
    const hosts = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0', '[::]']
    for (const host of hosts) await expect(fetcherWith().get(AT(host), WANTED), host).rejects.toMatchObject({ name: 'FetchRefused' })
    expect(hits).toEqual([])
    // They would have been reached.
    for (const host of hosts) expect((await open().get(AT(host), WANTED)).body.toString(), host).toBe('secret')
  })

  it.each([
    ['localhost and its dot', ['localhost', 'localhost.', 'LOCALHOST', 'x.localhost']],
    ['a name that resolves inwards', ['inside.example', '127.0.0.1.nip.example']],
  ])('%s', async (_, hosts) => {
    for (const host of hosts)
      await expect(fetcherWith({ resolve: async () => ['127.0.0.1'] }).get(AT(host), WANTED), host).rejects.toMatchObject({
        name: 'FetchRefused',
      })
    expect(hits).toEqual([])
  })

  it('a name with one private address among public ones', async () => {
    for (const addresses of [['8.8.8.8', '10.0.0.1'], ['2606:4700::1', '::1'], ['::ffff:127.0.0.1'], ['169.254.169.254']])
      await expect(fetcherWith({ resolve: async () => addresses }).get(AT('mixed.example'), WANTED)).rejects.toMatchObject({
        name: 'FetchRefused',
      })
    expect(hits).toEqual([])
  })

  it('a name that answers differently the second time: only the address that was looked at is called', async () => {
    let asked = 0
    const resolve = async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1']
    const fetcher = fetcherWith({ resolve, isAllowed: (address) => address === '127.0.0.2' })
    let local = ''
    answer = (request, response) => {
      local = request.socket.localAddress ?? ''
      response.end('first')
    }
    expect((await fetcher.get(AT('rebind.example'), WANTED)).body.toString()).toBe('first')
    expect([asked, local.replace('::ffff:', '')]).toEqual([1, '127.0.0.2'])
  })
})

describe('redirects', () => {
  const redirectTo = (location: string, status = 302) => {
    answer = (request, response) => {
      if (request.url === '/start') response.writeHead(status, { location }).end()
      else response.end('reached')
    }
  }
  const outside = () =>
    fetcherWith({
      resolve: async (host) => [host === 'outside.example' ? '127.0.0.3' : '127.0.0.1'],
      isAllowed: (address) => address === '127.0.0.3',
    })
  const START = () => `http://outside.example:${port}/start`

  it.each([301, 302, 303, 307, 308])('%i is judged like a new address', async (status) => {
    for (const inside of [
      `http://127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://inside.example:${port}/`,
      'file:///etc/passwd',
      'http://a:b@outside.example/',
    ]) {
      redirectTo(inside, status)
      await expect(outside().get(START(), WANTED), inside).rejects.toMatchObject({ name: 'FetchRefused' })
    }
    expect(new Set(hits)).toEqual(new Set(['/start']))
  })

  it('are followed three times, a fourth is too many', async () => {
    answer = (request, response) => {
      const turn = Number(request.url?.slice(1))
      if (turn === 0) response.end('arrived')
      else response.writeHead(302, { location: `/${turn - 1}` }).end()
    }
    expect((await open().get(`http://x.example:${port}/3`, WANTED)).body.toString()).toBe('arrived')
    await expect(open().get(`http://x.example:${port}/4`, WANTED)).rejects.toMatchObject({ name: 'FetchFailed' })
  })

  it('lead a trusted gateway nowhere inside', async () => {
    redirectTo(`http://127.0.0.1:${port}/other`)
    const fetcher = fetcherWith({ trusted: [`http://localhost:${port}`] })
    expect((await fetcher.get(`http://localhost:${port}/elsewhere`, WANTED)).body.toString()).toBe('reached')
    await expect(fetcher.get(`http://localhost:${port}/start`, WANTED)).rejects.toMatchObject({ name: 'FetchRefused' })
  })
})

describe('limits', () => {
  const url = () => `http://x.example:${port}/`
  const refusal = (options = WANTED) => expect(open().get(url(), options)).rejects

  it('a body above the limit, announced or not, stops early', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': '999999999' }).end('x')
    await refusal().toMatchObject({ name: 'FetchFailed', message: 'Too large' })
    let sent = 0
    answer = (_, response) => {
      const timer = setInterval(() => {
        sent += 65_536
        response.write(Buffer.alloc(65_536))
      }, 1)
      response.on('close', () => clearInterval(timer))
    }
    await refusal().toMatchObject({ message: 'Too large' })
    expect(sent).toBeLessThan(20_000_000)
  })

  it('what is packed is not unpacked', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
    await refusal().toMatchObject({ message: 'Packed with gzip' })
  })

  it('silence, a trickle and endless headers end in time', async () => {
    const began = Date.now()
    answer = () => undefined
    await refusal({ ...WANTED, timeoutMs: 300 }).toMatchObject({ name: 'FetchFailed' })
    answer = (_, response) => {
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    }
    await refusal({ ...WANTED, timeoutMs: 300 }).toMatchObject({ name: 'FetchFailed' })
    answer = (_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end()
    await refusal().toMatchObject({ name: 'FetchFailed' })
    expect(Date.now() - began).toBeLessThan(2_500)
  })

  it('what is no HTTP, a broken connection and an error answer can be tried again', async () => {
    const raw = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done))
    const rawPort = (raw.address() as { port: number }).port
    await expect(open({ ports: [rawPort] }).get(`http://x.example:${rawPort}/`, WANTED)).rejects.toMatchObject({ name: 'FetchFailed' })
    raw.close()
    answer = (_, response) => response.destroy()
    await refusal().toMatchObject({ name: 'FetchFailed' })
    answer = (_, response) => response.writeHead(500).end('x')
    await refusal().toMatchObject({ name: 'FetchFailed', message: 'Answered 500' })
    await expect(open({ resolve: async () => [] }).get(url(), WANTED)).rejects.toMatchObject({ name: 'FetchFailed' })
  })

  it('sends nothing of its own: no cookie, no credentials, no referrer', async () => {
    let headers: IncomingMessage['headers'] = {}
    answer = (request, response) => {
      headers = request.headers
      response.writeHead(200, { 'set-cookie': 'a=b' }).end()
    }
    await open().get(url(), WANTED)
    await open().get(url(), WANTED)
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })
})
