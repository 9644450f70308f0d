import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config.ts'

/** Headers of every answer. The site runs only its own code; it talks to itself and to the networks' public endpoints. */
export function registerSecurity(app: FastifyInstance, config: ServerConfig): void {
  const endpoints = config.chains
    .map(({ network }) => network.rpc)
    .filter((rpc) => rpc !== '')
    .map((rpc) => new URL(rpc).origin)
  // Phones answer through the relay of WalletConnect, where the operator offers it.
  const relay = config.site.walletConnectProjectId === '' ? [] : ['wss://relay.walletconnect.org', 'wss://relay.walletconnect.com']
  // The document of /doc stands in a frame (document A §2), wherever the operator keeps it.
  const { doc } = config.site
  const documents = URL.canParse(doc) ? [new URL(doc).origin] : []
  const isHttps = config.origins.every((origin) => origin.startsWith('https:'))
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...new Set(endpoints), ...relay],
        workerSrc: ["'self'"],
        frameSrc: ["'self'", ...documents],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // Wallet pop-ups answer their opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // As frame-ancestors, for browsers that don't know it.
    frameguard: { action: 'deny' },
  })
}

/** A document of ours may stand in a frame of ours, and runs nothing. */
export const FRAMED_HEADERS = {
  'content-security-policy': "default-src 'none';style-src 'unsafe-inline';object-src 'self';frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
} as const
