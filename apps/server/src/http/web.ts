import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import { AppError, type Language } from '@plinth/api'
import { isLocalChain } from '@plinth/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isKnownPage, type PageHead, plainHead, readPageHead, routeOf } from '../read/pages/page-heads.ts'
import { readPublic } from './desk.ts'
import { failure } from './envelope.ts'
import { createLimiter, type Limiter } from './limits.ts'
import { withHead } from './page-head.ts'
import { FRAMED_HEADERS } from './security.ts'
import { languageOf } from './session.ts'
import { openWebFiles, type WebFiles } from './web-files.ts'

/** Serves the built web app: hashed files as immutable, everything else revalidated, and index.html for every page of the app. */
export async function registerWeb(app: FastifyInstance, context: Context): Promise<void> {
  const { webDir } = context.config
  const web = webDir === undefined ? undefined : await openWebFiles(context, webDir)
  if (web) {
    app.addHook('onClose', async () => web.stop())
    // Home is a page like the others, not a folder's index.
    app.get('/', (_, reply) => reply.callNotFound())
    // Clients ask for a smaller copy of every picture (document A §9); a drawing has every size.
    app.get<{ Params: { file: string } }>('/networks/:file', (request, reply) => {
      const [, file] = /^(\w[\w-]*\.svg)(?:!\d{1,4}x\d{1,4})?$/.exec(request.params.file) ?? []
      return file === undefined ? reply.callNotFound() : reply.sendFile(`networks/${file}`)
    })
    app.register(fastifyStatic, {
      root: [...web.roots],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(web.assets)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        // The guide, which the page /doc shows in a frame.
        if (path.endsWith('.pdf')) for (const [name, value] of Object.entries(FRAMED_HEADERS)) reply.header(name, value)
      },
    })
  }
  const limiter = createLimiter(context.clock)
  app.setNotFoundHandler(async (request, reply) => {
    // The static files' route takes GET and HEAD from the calls' own answer (decision 6).
    if (request.url.startsWith(`${context.config.prefix}/`)) return reply.send(failure(new AppError('UNSUPPORTED'), languageOf(request)))
    const url = pageOf(request)
    if (!web || !url) return reply.code(404).header('vary', 'accept').type('text/plain').send('Not found')
    return sendPage(context, limiter, web, url, request, reply)
  })
}

/** The URL of a page, undefined where a file was requested. */
function pageOf({ method, url, headers }: FastifyRequest): URL | undefined {
  const whole = `http://page${url}`
  if ((method !== 'GET' && method !== 'HEAD') || !URL.canParse(whole)) return undefined
  const page = new URL(whole)
  return headers.accept?.includes('text/html') === true || isKnownPage(page) ? page : undefined
}

async function sendPage(context: Context, limiter: Limiter, web: WebFiles, url: URL, request: FastifyRequest, reply: FastifyReply) {
  const { origins } = context.config
  const language = languageOf(request)
  const head = await headOf(context, limiter, url, language, request)
  const files = filesOf(web, url, language)
  const isPlayMoney = isLocalChain(context.chains.default.id)
  const body = withHead(web.index, head, { name: context.site.name(), origin: origins[0] ?? '', language, files, isPlayMoney })
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept, accept-language', etag })
  if (!head.isMissing && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply
    .code(head.isMissing ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(body)
}

/** Files that the head preloads: the page's own, and its language's texts. */
function filesOf({ pages }: WebFiles, url: URL, language: Language): readonly string[] {
  const route = routeOf(url)
  if (route === undefined) return []
  // Home shows only texts that the app includes. A browser that prefers another language may show English: the page's switch decides.
  const texts = route === 'home' || language !== 'en' ? [] : pages[language]
  return [...new Set([...(pages[route] ?? []), ...(texts ?? [])])]
}

/** The longest wait for a title. */
const HEAD_MS = 1_000

/** A page goes without its own title where the database is away or slow, or the visitor requests too many. */
async function headOf(context: Context, limiter: Limiter, url: URL, language: Language, request: FastifyRequest): Promise<PageHead> {
  const plain = plainHead(context, url, language)
  if (limiter.countIp('page', request.ip, context.config.limits.requestsPerIp).waitS > 0) return plain
  const late = Promise.withResolvers<PageHead>()
  const timer = setTimeout(() => late.resolve(plain), HEAD_MS)
  const reading = readPublic(context, undefined, (context) => readPageHead(context, url, language))
  const read = reading.catch((error: unknown) => {
    context.log.warn('page without its title', { id: request.id, error })
    return plain
  })
  return Promise.race([read, late.promise]).finally(() => clearTimeout(timer))
}
