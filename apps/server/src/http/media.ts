import { Readable } from 'node:stream'
import { AppError } from '@plinth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ByteRange, ContentStoreFault } from '../content/content-store.ts'
import type { Context } from '../context.ts'
import { type Copy, createThumbnails } from '../media/thumbnails.ts'
import { createLimiter, ipKey, quotaHeaders } from './limits.ts'

/** `/ipfs/{cid}[!WxH]` and `/static/upload/{cid}.{ext}[!WxH]` (decision 36, document A §9). */
export function registerMedia(app: FastifyInstance, context: Context): void {
  const thumbnails = createThumbnails(context.media)
  const limiter = createLimiter(context.clock)

  const answer = async (request: FastifyRequest, reply: FastifyReply, name: string, needsExtension: boolean): Promise<unknown> => {
    const quota = limiter.countIp('media', request.ip, context.config.limits.mediaPerIp)
    if (quota.waitS > 0) {
      context.metrics.refused.inc({ limit: 'media' })
      return reply
        .code(429)
        .headers(quotaHeaders([quota]))
        .type('text/plain')
        .send('Too many requests')
    }
    const match = /^([a-z0-9]{20,100})(?:\.([a-z0-9]{2,5}))?(?:!(\d{1,4}x\d{1,4}))?$/.exec(name)
    const [, cid = '', extension, size] = match ?? []
    const media = match ? await context.media.find(context.db, cid) : undefined
    const isNamed = needsExtension ? extension === media?.extension : extension === undefined
    if (!media || !isNamed) return reply.code(404).type('text/plain').send('Not found')
    const copy = await thumbnails.get(media, size, { shares: [`address ${ipKey(request.ip)}`] }, request.headers.accept)
    if (!copy) return reply.code(404).type('text/plain').send('Not found')
    // The format of the copy depends on the Accept header.
    if (size !== undefined) reply.header('vary', 'accept')
    return send(request, reply, copy, `"${cid}${size ?? ''}${copy.mime === media.mime ? '' : copy.mime.slice('image'.length)}"`)
  }
  const guarded = (request: FastifyRequest, reply: FastifyReply, name: string, needsExtension: boolean): Promise<unknown> =>
    answer(request, reply, name, needsExtension).catch((error: unknown) => {
      const isBusy = error instanceof AppError && error.code === 'PICTURES_BUSY'
      if (!isBusy && !(error instanceof ContentStoreFault)) throw error
      if (isBusy) context.metrics.refused.inc({ limit: 'pictures' })
      else context.log.error('storage away', { id: request.id, error })
      return reply.code(503).headers({ 'retry-after': '5', 'cache-control': 'no-store' }).type('text/plain').send('Not available now')
    })
  // Parts and lengths count the bytes as stored.
  const asStored = { compress: false } as const
  app.get<{ Params: { name: string } }>('/ipfs/:name', asStored, (request, reply) => guarded(request, reply, request.params.name, false))
  app.get<{ Params: { name: string } }>('/static/upload/:name', asStored, (request, reply) =>
    guarded(request, reply, request.params.name, true),
  )
}

/** Content never changes under its address, so it is kept for good; parts of it are served to players that seek. */
async function send(request: FastifyRequest, reply: FastifyReply, copy: Copy, etag: string): Promise<unknown> {
  const { size } = copy
  const isKnown = request.headers['if-none-match']?.includes(etag) ?? false
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : undefined
  const isRead = request.method !== 'HEAD' && !isKnown && range !== 'unsatisfiable'
  // Read before the headers are sent: a store may be unavailable.
  const body = isRead ? await copy.read(range) : Readable.from([])
  reply.headers({
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Users' uploads never act as a page of this site.
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': copy.mime,
  })
  if (isKnown) return reply.code(304).send()
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
  if (!range) return reply.header('content-length', size).send(body)
  reply.code(206).headers({ 'content-range': `bytes ${range.start}-${range.end}/${size}`, 'content-length': range.end - range.start + 1 })
  return reply.send(body)
}

/** One range of bytes; several at once are answered with the whole, which RFC 9110 allows. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
