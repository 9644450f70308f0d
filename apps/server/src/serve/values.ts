import { isIP } from 'node:net'
import { z } from 'zod'
import type { TrustProxy } from '../config/config.ts'
import { hostUrls } from '../db/hosts.ts'

/** Settings come as text; each message is the rest of a sentence that begins with the setting's name. */

export function whole(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
}

export const port = whole(1, 65_535)

export const origin = z
  .string()
  .refine((text) => isOrigin(text), 'must be the address visitors open, such as https://market.example, without a path')
  .transform((text) => new URL(text).origin)

/** Several hosts are parted by commas. */
export const databaseUrl = z
  .string()
  .refine(
    (text) => hostUrls(text).every((url) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')),
    'must be a URL such as postgres://user:password@host:5432/plinth',
  )
  .refine(
    (text) => decoded(URL.parse(hostUrls(text)[0] ?? '')?.password ?? '') !== undefined,
    'must be a URL such as postgres://user:password@host:5432/plinth, each % of the password written %25',
  )

/** Of one standby each. */
export const databaseUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .refine(
    (urls) => urls.every((url) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')),
    'must be URLs such as postgres://user:password@host:5432/plinth, parted by commas',
  )

export const prefix = z.string().regex(/^(\/[\w-]+)+$/, 'must be a path such as /api')

export const listenAt = z
  .string()
  .refine(
    (text) => /^unix:\/.+$/.test(text) || (/^(.+):(\d{1,5})$/.test(text) && Number(text.split(':').at(-1)) <= 65_535),
    'must be host:port, such as 127.0.0.1:4300, or unix:/path/of/socket',
  )

export const signerUrl = z.string().refine((text) => {
  if (/^unix:\/.+$/.test(text)) return true
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && url.username === ''))
}, 'must be https://…, http://… or unix:/path/of/socket')

export const smtpUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    [url.username, url.password].every((part) => decoded(part) !== undefined)
  )
}, 'must be a URL such as smtps://user:password@host:465')

export const mailFrom = z.string().regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an e-mail address')

/** By S3's rules for names, optionally with a folder. */
export const bucket = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*$/,
    'must be the name of a bucket, with a folder behind it if you like: bucket/folder',
  )
  .refine((text) => !text.split('/').some((part) => part === '.' || part === '..'), 'can’t have . or .. in its path')

/** Bases of gateways, the best first. */
export const gateways = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().replace(/\/+$/, '')))
  .refine(
    (bases) => bases.every(isGateway),
    'must be URLs parted by commas, such as https://ipfs.io, without a user, a query or a fragment',
  )

/** The URL of the operator's own storage. */
export const storeUrl = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine(isGateway, 'must be a URL that begins with http:// or https://, without a user, a query or a fragment')

const TRUST = 'must be how many proxies stand in front (0 to 10), or their addresses and networks, such as 10.0.0.0/8'

/** "true" would trust any X-Forwarded-For that a visitor sends. */
export const trustProxy = z
  .string()
  .transform((text): TrustProxy => (/^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())))
  .refine((value) => (typeof value === 'number' ? value <= 10 : value.every(isNetwork)), TRUST)

/** The CID is appended to it; and a URL with a password is never called. */
function isGateway(base: string): boolean {
  const url = URL.parse(base)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(base)
}

/** Undefined for a bare %, at which the drivers would throw. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const widest = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === ''
}
