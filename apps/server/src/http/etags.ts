import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answers.ts'
import { positionHeader } from './response-headers.ts'

/** Whether the client has this representation already: `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || (tag.startsWith('W/') ? tag.slice(2) : tag) === etag
  })
}

/** Sends a body with its ETag, compressed, or 304 where the client has it. For routes with `compress: false`. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { type, cacheControl }: { readonly type: string; readonly cacheControl: string },
): FastifyReply {
  const encoding = answer.encodingFor(request.headers['accept-encoding'])
  const etag = answer.etag(encoding)
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding', ...positionHeader(answer.position) })
  if (isMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.type(type).send(answer.in(encoding))
}
