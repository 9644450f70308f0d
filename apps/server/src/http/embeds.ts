import { isLanguage, type Language } from '@plinth/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type Embed, findEmbed } from '../read/pages/item-embeds.ts'
import { readPublic } from './desk.ts'
import { EMBED_HEADERS, embedPage, FRESH_S } from './embed-page.ts'
import { createLimiter } from './limits.ts'
import { escaped } from './page-head.ts'
import { languageOf } from './session.ts'

const CARD = { width: 400, height: 560 } as const
const LEAST = { width: 220, height: 300 } as const

/**
 * `/embed/…`: an item as a card in a frame of any other site, and the one page that may be framed. `/oembed`: where such a site finds
 * it, by https://oembed.com.
 */
export function registerEmbeds(app: FastifyInstance, context: Context): void {
  const { origins, limits } = context.config
  const origin = origins[0] ?? ''
  const limiter = createLimiter(context.clock)
  const isTooOften = ({ ip }: FastifyRequest): boolean => limiter.countIp('embed', ip, limits.requestsPerIp).waitS > 0
  const refuse = (reply: FastifyReply, status: number, text: string) => reply.code(status).type('text/plain').send(text)

  app.get<{ Params: { ids: string } }>('/embed/:ids', async (request, reply) => {
    if (isTooOften(request)) return refuse(reply, 429, 'Too many requests')
    const { searchParams } = new URL(request.url, 'http://page')
    const language = languageIn(searchParams) ?? languageOf(request)
    const embed = await readPublic(context, undefined, (context) =>
      findEmbed(context, request.params.ids, searchParams.get('chain'), language),
    )
    const theme = (['light', 'dark'] as const).find((one) => one === searchParams.get('theme'))
    reply.removeHeader('x-frame-options')
    reply.headers({ ...EMBED_HEADERS, vary: 'accept-language' })
    return reply
      .code(embed ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(embedPage(embed, { name: context.site.name(), origin, language, theme }))
  })

  app.get('/oembed', async (request, reply) => {
    if (isTooOften(request)) return refuse(reply, 429, 'Too many requests')
    const { searchParams } = new URL(request.url, 'http://page')
    // What a service does not offer is answered by 501, says the standard.
    if ((searchParams.get('format') ?? 'json') !== 'json') return refuse(reply, 501, 'Only format=json is offered')
    const asked = pageIn(searchParams.get('url') ?? '', origins)
    const language = languageIn(asked?.searchParams) ?? languageOf(request)
    const ids = asked && /^\/(?:detail|embed)\/([^/]+)\/?$/i.exec(asked.pathname)?.[1]
    const read = (context: Context) => findEmbed(context, decoded(ids ?? ''), asked?.searchParams.get('chain') ?? null, language)
    const embed = asked && ids ? await readPublic(context, undefined, read) : undefined
    if (!embed) return refuse(reply, 404, 'No work of this market has this address')
    return reply
      .headers({ 'cache-control': `public, max-age=${FRESH_S}`, vary: 'accept-language', 'access-control-allow-origin': '*' })
      .type('application/json')
      .send(JSON.stringify(oembedOf(embed, { origin, name: context.site.name() }, searchParams)))
  })
}

function oembedOf(embed: Embed, { origin, name }: { origin: string; name: string }, asked: URLSearchParams) {
  const width = withinOf(asked.get('maxwidth'), LEAST.width, CARD.width)
  const height = withinOf(asked.get('maxheight'), LEAST.height, CARD.height)
  const src = `${origin}${embed.path.replace(/^\/detail\//, '/embed/')}`
  return {
    version: '1.0',
    type: 'rich',
    title: embed.name,
    author_name: embed.maker,
    author_url: `${origin}${embed.makerPath}`,
    provider_name: name,
    provider_url: origin,
    cache_age: FRESH_S,
    ...thumbnailOf(embed, origin),
    html: `<iframe src="${escaped(src)}" title="${escaped(embed.name)}" width="${width}" height="${height}" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`,
    width,
    height,
  }
}

/** The three fields go together. */
function thumbnailOf({ picture, width, height }: Embed, origin: string) {
  if (picture === undefined || width === 0 || height === 0) return {}
  const part = Math.min(1, 600 / Math.max(width, height))
  return {
    thumbnail_url: `${origin}${picture}`,
    thumbnail_width: Math.max(1, Math.round(width * part)),
    thumbnail_height: Math.max(1, Math.round(height * part)),
  }
}

function withinOf(text: string | null, least: number, most: number): number {
  return text !== null && /^\d{1,5}$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : most
}

/** The URL, where it is one of this site. */
function pageIn(text: string, origins: readonly string[]): URL | undefined {
  const url = text.length <= 2_000 && URL.canParse(text) ? new URL(text) : undefined
  return url && origins.includes(url.origin) ? url : undefined
}

function languageIn(params: URLSearchParams | undefined): Language | undefined {
  const wanted = params?.get('lang') ?? ''
  return isLanguage(wanted) ? wanted : undefined
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
