import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError, type Language } from '@plinth/api'
import { isLocalChain } from '@plinth/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { codeOf, isKnownPage, type PageHead, plainHead, readPageHead } from '../views/page-heads.ts'
import { failure } from './envelope.ts'
import { createLimiter, ipKey, type Limiter } from './limits.ts'
import { withHead } from './page-head.ts'
import { FRAMED_HEADERS } from './security.ts'
import { languageOf } from './session.ts'

/** Serves the built web app: hashed files as immutable, everything else revalidated, and index.html for every page of the app. */
export function registerWeb(app: FastifyInstance, context: Context): void {
  const { webDir } = context.config
  if (webDir !== undefined) {
    // Home is a page like the others, not a folder's index.
    app.get('/', (_, reply) => reply.callNotFound())
    // Clients ask for a smaller copy of every picture (document A §9); a drawing has every size.
    app.get<{ Params: { file: string } }>('/networks/:file', (request, reply) => {
      const [, file] = /^(\w[\w-]*\.svg)(?:!\d{1,4}x\d{1,4})?$/.exec(request.params.file) ?? []
      return file === undefined ? reply.callNotFound() : reply.sendFile(`networks/${file}`)
    })
    app.register(fastifyStatic, {
      root: webDir,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(webDir, 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (path.endsWith('.pdf')) for (const [name, value] of Object.entries(FRAMED_HEADERS)) reply.header(name, value)
      },
    })
  }
  const limiter = createLimiter(context.clock)
  app.setNotFoundHandler(async (request, reply) => {
    // The static files' route takes GET and HEAD from the calls' own answer (decision 6).
    if (request.url.startsWith(`${context.config.prefix}/`)) return reply.send(failure(new AppError('UNSUPPORTED'), languageOf(request)))
    const url = pageOf(request)
    if (webDir === undefined || !url) return reply.code(404).type('text/plain').send('Not found')
    return sendPage(context, limiter, webDir, url, request, reply)
  })
}

/** The URL of a page, undefined where a file was requested. */
function pageOf({ method, url, headers }: FastifyRequest): URL | undefined {
  const [path = '', ...query] = url.split('?')
  const whole = `http://page${path}?${query.join('?')}`
  if ((method !== 'GET' && method !== 'HEAD') || !URL.canParse(whole)) return undefined
  const page = new URL(whole)
  return headers.accept?.includes('text/html') === true || isKnownPage(page) ? page : undefined
}

async function sendPage(context: Context, limiter: Limiter, webDir: string, url: URL, request: FastifyRequest, reply: FastifyReply) {
  const { origins } = context.config
  const language = languageOf(request)
  const head = await headOf(context, limiter, url, language, request)
  const page = await readFile(join(webDir, 'index.html'), 'utf8')
  const files = await filesOf(webDir, url, language)
  const isPlayMoney = isLocalChain(context.chains.default.id)
  const body = withHead(page, head, { name: context.site.name(), origin: origins[0] ?? '', language, files, isPlayMoney })
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language', etag })
  if (!head.isMissing && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply
    .code(head.isMissing ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(body)
}

/** The build's own list of the files of each page, and of each language's texts. Empty for a build from before that list. */
async function filesOf(webDir: string, url: URL, language: Language): Promise<readonly string[]> {
  const code = codeOf(url)
  if (code === undefined) return []
  const pages: Readonly<Record<string, readonly string[]>> = JSON.parse(
    await readFile(join(webDir, 'pages.json'), 'utf8').catch(() => '{}'),
  )
  // Home shows only texts that the app includes; the visitor may not have chosen Chinese here.
  const texts = code === 'home' || language !== 'en' ? [] : pages[language]
  return [...new Set([...(pages[code] ?? []), ...(texts ?? [])])]
}

/** The longest wait for a title. */
const HEAD_MS = 1_000

/** A page goes without its own title where the database is away or slow, or the visitor requests too many. */
async function headOf(context: Context, limiter: Limiter, url: URL, language: Language, request: FastifyRequest): Promise<PageHead> {
  const plain = plainHead(context, url, language)
  if (limiter.take(ipKey(request.ip), context.config.limits.requestsPerIp) > 0) return plain
  const late = Promise.withResolvers<PageHead>()
  const timer = setTimeout(() => late.resolve(plain), HEAD_MS)
  const read = readPageHead(context, url, language).catch((error: unknown) => {
    context.log.warn('page without its title', { id: request.id, error })
    return plain
  })
  return Promise.race([read, late.promise]).finally(() => clearTimeout(timer))
}
