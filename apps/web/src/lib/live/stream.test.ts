import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventFrame } from '@plinth/api'
import { afterEach, describe, expect, it } from 'vitest'
import { openStream } from './stream.ts'

const HEAD = { topic: 'head', chainId: 31_337, number: 7, timestamp: 1_700_000_000 }
const frame = (id: number) => `id: ${id}\nevent: head\ndata: ${JSON.stringify({ ...HEAD, number: id })}\n\n`

type Asked = { url: string; token: string }

/** A real server on loopback that sends what the test asks for. */
async function serve(answer: (response: ServerResponse, times: number) => void) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', token: String(request.headers['finger-nft-token']) })
    answer(response, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    fetch: ((path: string, init: RequestInit) => fetch(origin + path, init)) as typeof fetch,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('the event stream', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  async function listen(answer: (response: ServerResponse, times: number) => void, token = () => 'key') {
    const server = await serve(answer)
    const [received, turns, openedAt]: [EventFrame[], boolean[], (string | undefined)[]] = [[], [], []]
    let last: string | undefined
    const onEvent = (each: EventFrame) => {
      received.push(each)
      last = each.id ?? last
    }
    const turn = (isOpen: boolean, at?: string) => {
      turns.push(isOpen)
      if (isOpen) openedAt.push(at)
    }
    const stream = openStream({ token, after: () => last, onEvent, turn, fetch: server.fetch, firstPauseMs: 20 })
    ends.push(server.stop, stream.close)
    return { ...server, received, turns, openedAt, stream }
  }

  const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

  it('resumes after a cut from the last id it received, with the token', async () => {
    const { asked, received, turns } = await listen((response, times) => {
      open(response).write(frame(times))
      if (times === 1) setTimeout(() => response.destroy(), 20)
    })
    await expect.poll(() => received.length).toBe(2)
    expect(asked).toEqual([
      { url: '/events', token: 'key' },
      { url: '/events?after=1', token: 'key' },
    ])
    expect(turns).toEqual([true, false, true])
  })

  it('is open once it says from where on nothing is missed, not before', async () => {
    let said: (() => void) | undefined
    const { turns } = await listen((response) => {
      open(response).flushHeaders()
      said = () => void response.write(': here\nid: 7\n\n')
    })
    await expect.poll(() => said, { timeout: 10_000 }).toBeDefined()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(turns).toEqual([])
    said?.()
    await expect.poll(() => turns, { timeout: 10_000 }).toEqual([true])
  })

  it('says after which event it lacks nothing, at each opening', async () => {
    const { openedAt } = await listen((response, count) => open(response).end(`: here\nid: ${count}\n\n`))
    await expect.poll(() => openedAt.slice(0, 2), { timeout: 10_000 }).toEqual(['1', '2'])
  })

  it('comes back after refusals, later each time', async () => {
    const times: number[] = []
    const { received } = await listen((response, count) => {
      times.push(Date.now())
      if (count < 5) response.writeHead(503).end()
      else open(response).write(frame(1))
    })
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(gaps[3]).toBeGreaterThan(80)
  })

  it('restarts at once for another account', async () => {
    let token = 'alice'
    const { asked, received, stream } = await listen(
      (response, count) => open(response).write(frame(count)),
      () => token,
    )
    await expect.poll(() => received.length).toBe(1)
    token = 'bob'
    stream.restart()
    await expect.poll(() => received.length).toBe(2)
    expect(asked.map((each) => each.token)).toEqual(['alice', 'bob'])
  })

  it('ends for good when it is closed', async () => {
    const { asked, received, stream } = await listen((response) => open(response).write(frame(1)))
    await expect.poll(() => received.length).toBe(1)
    stream.close()
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(asked).toHaveLength(1)
  })
})
