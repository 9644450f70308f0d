import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { TrustProxy } from '../config/config.ts'
import type { Context } from '../context.ts'
import { ipKey } from './limits.ts'

/** The networks that fastify's `trustProxy` knows by name. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Bounds open connections, of all visitors together and of one address: silent ones take no other visitor's place. The address is the
 * socket's peer. A trusted proxy brings the connections of many, so that the bound per visitor is its own to keep.
 */
export function registerConnectionLimits(app: FastifyInstance, { config, metrics }: Pick<Context, 'config' | 'metrics'>): void {
  const { server } = app
  const isProxy = proxyTest(config.trustProxy)
  const open = new Map<string, number>()
  server.maxConnections = config.maxConnections
  server.on('drop', () => metrics.refused.inc({ limit: 'connections' }))
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const from = ipKey(remoteAddress)
    const others = open.get(from) ?? 0
    if (others >= config.limits.connectionsPerIp) {
      metrics.refused.inc({ limit: 'connectionsPerIp' })
      socket.destroy()
      return
    }
    open.set(from, others + 1)
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1
      if (left === 0) open.delete(from)
      else open.set(from, left)
    })
  })
}

/** Whether a peer is one of the proxies; behind a number of them, every peer is. */
function proxyTest(trustProxy: TrustProxy): (address: string) => boolean {
  if (typeof trustProxy === 'number') return () => trustProxy > 0
  const proxies = new BlockList()
  for (const network of trustProxy.flatMap((entry) => NAMED[entry] ?? entry)) {
    const [address, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), undefined]
    if (bits === undefined) proxies.addAddress(address.toString(), address.kind())
    else proxies.addSubnet(address.toString(), bits, address.kind())
  }
  return (address) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
