import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encoded, encodingFor, LEAST_BYTES } from './encodings.ts'

/** Of a kept answer it is computed once. */
const tagOf = new WeakMap<Buffer, string>()

/** A strong validator: equal for equal bytes alone. Each encoding is a representation of its own (RFC 9110, 8.8.3.3). */
export function etagOf(body: Buffer, encoding: Encoding | undefined): string {
  const tag = tagOf.get(body) ?? createHash('sha256').update(body).digest('base64url').slice(0, 22)
  tagOf.set(body, tag)
  return encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
}

/** Whether the client has this representation already: `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
export function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || (tag.startsWith('W/') ? tag.slice(2) : tag) === etag
  })
}

/** The encoding in which a body is sent. */
export function encodingOf(body: Buffer, accepted: string | undefined): Encoding | undefined {
  return body.length < LEAST_BYTES ? undefined : encodingFor(accepted)
}

/** Sends a body with its ETag, compressed, or 304 where the client has it. For routes with `compress: false`. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  { type, cacheControl }: { readonly type: string; readonly cacheControl: string },
): FastifyReply {
  const encoding = encodingOf(body, request.headers['accept-encoding'])
  const etag = etagOf(body, encoding)
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding === undefined ? body : encoded(body, encoding))
}
