import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'

export type Balancer = { readonly port: number; close(): Promise<void> }

/** A proxy with keep-alive on both sides. It asks the next process where no connection was made, and never sends a request twice. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  let turn = 0
  const pass = (asked: IncomingMessage, response: ServerResponse, body: Buffer, tries: readonly number[]): void => {
    const [port, ...others] = tries
    if (port === undefined) return void response.writeHead(502).end('no process is there')
    const { connection: _, ...headers } = asked.headers
    const options = { host: '127.0.0.1', port, path: asked.url, method: asked.method, headers, agent }
    const sent = request(options, (answer) => {
      const { connection: __, ...passed } = answer.headers
      response.writeHead(answer.statusCode ?? 502, passed)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    sent.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') return pass(asked, response, body, others)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end(String('code' in error ? error.code : error.message))
    })
    sent.end(body)
  }
  const server = createServer(async (asked, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    const first = turn++ % ports.length
    pass(asked, response, Buffer.concat(chunks), [...ports.slice(first), ...ports.slice(0, first)])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type Line = { readonly port: number; cut(): void; mend(): void; close(): Promise<void> }

/** The way to the database, which can be cut. */
export async function startLine(to: { readonly host: string; readonly port: number }): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createTcpServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to.port, to.host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      isCut = false
    },
    close: async () => {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
