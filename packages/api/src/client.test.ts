import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { argumentProblem, withoutAbsent } from './call.ts'
import { CATALOGUE } from './catalogue.ts'
import { ApiError, createClient } from './client.ts'

type Sent = { url: string; init: RequestInit }

function fakeServer(answer: unknown, status = 200) {
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } })
  }
  return { sent, fetch }
}

const headers = (sent: Sent | undefined) => new Headers(sent?.init.headers)

describe('createClient', () => {
  it('[API-01, API-02, API-09] posts a form with the token in its header', async () => {
    const { sent, fetch } = fakeServer({ data: { totalCount: 3, unreadCount: 1 } })
    const client = createClient({ fetch, token: () => 'secret', language: () => 'zh' })
    expect(await client.notices.count({})).toEqual({ total: 3, unread: 1 })
    expect(sent[0]?.url).toBe('/api/notices/count')
    expect(sent[0]?.init.method).toBe('POST')
    expect(sent[0]?.init.body).toBeInstanceOf(URLSearchParams)
    expect(headers(sent[0]).get('Finger-Nft-Token')).toBe('secret')
    expect(headers(sent[0]).get('Accept-Language')).toBe('zh')
  })

  it('sends an empty header when there is no token', async () => {
    const { sent, fetch } = fakeServer({})
    await createClient({ fetch }).user.logout({})
    expect(headers(sent[0]).get('Finger-Nft-Token')).toBe('')
  })

  it('joins lists with commas and leaves absent fields out', async () => {
    const { sent, fetch } = fakeServer({ data: { list: [], total: 0, page: 1, limit: 20, pages: 0 } })
    await createClient({ fetch }).home.list({ page: 1, limit: 20, categories: [1n, 2n], chainId: -1 })
    expect(String(sent[0]?.init.body)).toBe('page=1&limit=20&size=20&cate=1%2C2&chainId=-1')
  })

  it('[API-04] sends files as multipart under the documented part name', async () => {
    const { sent, fetch } = fakeServer({
      data: {
        id: '1',
        url: '/static/upload/x.png',
        key: 'x',
        name: 'a.png',
        type: 'image/png',
        size: 3,
        ipfshash: 'ipfs://x',
        width: 1,
        height: 1,
      },
    })
    const stored = await createClient({ fetch }).storage.upload({}, { files: [new Blob(['abc'])] })
    expect(stored).toMatchObject({ id: 1n, cid: 'x' })
    const body = sent[0]?.init.body
    expect(body).toBeInstanceOf(FormData)
    expect((body as FormData).getAll('file')).toHaveLength(1)
  })

  it('throws the server’s errno and sentence', async () => {
    const { fetch } = fakeServer({ errno: 4102, errmsg: 'The order has expired.', code: 'ORDER_EXPIRED' })
    const failure = await createClient({ fetch })
      .user.profile({})
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ errno: 4102, code: 'ORDER_EXPIRED', message: 'The order has expired.', call: 'user.profile' })
  })

  it('takes errno 0 for success', async () => {
    const { fetch } = fakeServer({ errno: 0, data: [] })
    expect(await createClient({ fetch }).announcement.list({})).toEqual([])
  })

  it('[ERR-03] turns a network failure into errno 400 with its message', async () => {
    const client = createClient({ fetch: async () => Promise.reject(new Error('socket hang up')) })
    await expect(client.category.list({})).rejects.toMatchObject({ errno: 400, message: 'socket hang up', code: 'NETWORK_FAILURE' })
  })

  it('[API-05, FMT-01] gives up after the time-out', async () => {
    const never = (_: unknown, init: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    await expect(createClient({ fetch: never, timeoutMs: 20 }).category.list({})).rejects.toMatchObject({ errno: 400 })
  })

  it('notifies the listener of every failure', async () => {
    const seen: number[] = []
    const { fetch } = fakeServer({ errno: 501, errmsg: 'Please log in first.' })
    await createClient({ fetch, onError: (error) => seen.push(error.errno) })
      .user.profile({})
      .catch(() => undefined)
    expect(seen).toEqual([501])
  })

  it('reads an item that does not exist as undefined', async () => {
    const { fetch } = fakeServer({})
    const collection = toAddress('0x1111111111111111111111111111111111111111')
    expect(await createClient({ fetch }).nft.detail({ collection, tokenId: 1n })).toBeUndefined()
  })
})

describe('arguments', () => {
  it('counts empty text and the words null and undefined as absent', () => {
    expect(withoutAbsent({ a: '', b: 'null', c: 'undefined', d: null, e: '0', f: false })).toEqual({ e: '0', f: false })
  })

  it('distinguishes a missing argument from a wrong one', () => {
    const missing = CATALOGUE.user.stat.request.safeParse({})
    const wrong = CATALOGUE.user.stat.request.safeParse({ address: '0x12' })
    expect(missing.error && argumentProblem(missing.error, {})).toMatchObject({ code: 'BAD_ARGUMENT', field: 'address' })
    expect(wrong.error && argumentProblem(wrong.error, { address: '0x12' })).toMatchObject({ code: 'BAD_ARGUMENT_VALUE', field: 'address' })
  })

  it('names a missing argument that has several spellings', () => {
    const missing = CATALOGUE.contract.info.request.safeParse({})
    expect(missing.error && argumentProblem(missing.error, {})).toMatchObject({ code: 'BAD_ARGUMENT', field: 'caddress' })
  })
})
