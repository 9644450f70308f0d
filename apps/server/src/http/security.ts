import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Chains } from '../chain/chains.ts'
import type { Context } from '../context.ts'

/** The market uses none of these; wallets in the browser have pages of their own. */
const UNUSED = 'accelerometer camera geolocation gyroscope hid magnetometer microphone midi payment serial usb'
const PERMISSIONS = UNUSED.replaceAll(/\w+/g, '$&=()').replaceAll(' ', ', ')

/**
 * Headers of pages and files; calls have `callHeaders`. The site runs only its own code; it connects to itself and to the networks'
 * public endpoints.
 */
export function registerSecurity(app: FastifyInstance, { config, chains }: Pick<Context, 'config' | 'chains'>): void {
  // Wallets on phones connect through the relay of WalletConnect, where the operator offers it.
  const relay = config.site.walletConnectProjectId === '' ? [] : ['wss://relay.walletconnect.org', 'wss://relay.walletconnect.com']
  // A frame shows the document of /doc (document A §2), wherever the operator hosts it.
  const { doc } = config.site
  const documents = URL.canParse(doc) ? [new URL(doc).origin] : []
  app.addHook('onRequest', (_, reply, next) => {
    reply.header('permissions-policy', PERMISSIONS)
    next()
  })
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
        connectSrc: ["'self'", () => endpointsOf(chains), ...relay],
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
    strictTransportSecurity: isHttps(config),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // As frame-ancestors, for browsers without it.
    frameguard: { action: 'deny' },
  })
}

function isHttps({ origins }: Pick<Context['config'], 'origins'>): boolean {
  return origins.every((origin) => origin.startsWith('https:'))
}

/** The operator may change them at run time. */
function endpointsOf({ all }: Chains): string {
  const origins = all.flatMap(({ config: { network } }) => (network.rpc === '' ? [] : [new URL(network.rpc).origin]))
  return [...new Set(origins)].join(' ')
}

/** A document of ours may be in a frame of ours, and runs no scripts. */
export const FRAMED_HEADERS = {
  'content-security-policy': "default-src 'none';style-src 'unsafe-inline';object-src 'self';frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
} as const

/** The same headers for the answers to all calls, which are data: opened as a page they show and run nothing. */
export function callHeaders(config: Pick<Context['config'], 'origins'>): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(isHttps(config) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
