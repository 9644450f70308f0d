import type { IncomingMessage, ServerResponse } from 'node:http'
import { TOKEN_HEADER } from '@plinth/api'
import { V1_PREFIX } from '@plinth/api/v1'
import type { FastifyInstance } from 'fastify'
import { clientAddress } from './connections.ts'
import { countRequest, type Desk, noteAnswer, passedIn } from './desk.ts'
import type { DirectAnswers } from './direct-answers.ts'
import { type Encoding, encoded } from './encodings.ts'
import { encodingOf, etagOf, isMatch } from './etags.ts'
import type { Known } from './known-requests.ts'
import { quotaHeaders } from './limits.ts'
import { newRequestId } from './request-ids.ts'
import { callResponseHeaders, JSON_TYPE, v1ResponseHeaders } from './response-headers.ts'

/** A longer form is read as all others. */
const MOST_BODY = 2_048
const TOKEN = TOKEN_HEADER.toLowerCase()
const FORM_OR_JSON = /^application\/(x-www-form-urlencoded|json)\b/

/** What is sent of a kept answer in one encoding. */
type Ready = { readonly bytes: Buffer; readonly etag: string; readonly headers: readonly string[] }

/**
 * Answers public reads before routes and hooks: from the kept answer where the very bytes of the request have been asked before, else by
 * `direct`. What is sent, counted and logged is what they would; all else goes to them.
 */
export function registerKeptAnswers(app: FastifyInstance, desk: Desk, direct: DirectAnswers): void {
  const { server } = app
  const [handler] = server.listeners('request').slice(-1) as [(request: IncomingMessage, response: ServerResponse) => void]
  const answer = createKeptAnswers(desk, direct)
  server.off('request', handler)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => answer(request, response, () => handler(request, response)))
}

type Answer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

function createKeptAnswers(desk: Desk, direct: DirectAnswers): Answer {
  const { context, answers, known } = desk
  const { prefix } = context.config
  const addressOf = clientAddress(context.config.trustProxy)
  const fixed = { POST: flat(callResponseHeaders(context.config)), GET: flat(v1ResponseHeaders(context.config)) }
  const ready = new WeakMap<Buffer, Map<Encoding | undefined, Ready>>()

  const readyOf = (body: Buffer, accepted: string | undefined, method: 'GET' | 'POST'): Ready => {
    const encoding = encodingOf(body, accepted)
    const all = ready.get(body) ?? new Map<Encoding | undefined, Ready>()
    ready.set(body, all)
    const made = all.get(encoding)
    if (made) return made
    const bytes = encoding === undefined ? body : encoded(body, encoding)
    const etag = method === 'GET' ? etagOf(body, encoding) : ''
    const coding = encoding === undefined ? [] : ['content-encoding', encoding]
    const headers = ['content-type', JSON_TYPE, 'content-length', String(bytes.length), ...coding, ...fixed[method]]
    const one = { bytes, etag, headers: etag === '' ? headers : ['etag', etag, ...headers] }
    all.set(encoding, one)
    return one
  }

  /** Whether its answer was kept, and sent. */
  const send = (request: IncomingMessage, response: ServerResponse, asked: Known, method: 'GET' | 'POST'): boolean => {
    if (!answers) return false
    const startedAt = context.clock.nowMs()
    const body = answers.peek(asked.name)
    if (!body) return false
    const quotas = countRequest(desk, addressOf(request), direct.costOf(asked.call))
    if (passedIn(quotas).length > 0) return false
    const id = newRequestId()
    const { headers, bytes: sent, etag } = readyOf(body, request.headers['accept-encoding'] as string | undefined, method)
    if (method === 'GET' && isMatch(request.headers['if-none-match'], etag)) {
      response.writeHead(304, ['x-request-id', id, 'etag', etag, ...fixed.GET])
      response.end()
    } else {
      response.writeHead(200, ['x-request-id', id, ...headers, ...(method === 'POST' ? flat(quotaHeaders(Object.values(quotas))) : [])])
      response.end(sent)
    }
    noteAnswer(context, { id, call: asked.call, errno: 0, ms: context.clock.nowMs() - startedAt })
    return true
  }

  /** Whether it is answered here. */
  const take = (request: IncomingMessage, response: ServerResponse, asked: Known | undefined, method: 'GET' | 'POST'): boolean => {
    if (!asked) return false
    const isAnyones = method === 'GET' || (request.headers[TOKEN] ?? '') === ''
    if (isAnyones && send(request, response, asked, method)) return true
    const quotas = countRequest(desk, addressOf(request), direct.costOf(asked.call))
    if (passedIn(quotas).length > 0) return false
    direct.answer(asked, { request, response, quotas })
    return true
  }

  return (request, response, pass) => {
    const { method, url = '', headers } = request
    if (context.stopping.signal.aborted || headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined)
      return pass()
    if (method === 'GET' && url.startsWith(`${V1_PREFIX}/`) && headers['content-length'] === undefined) {
      known.mark(request, url)
      return take(request, response, known.find(url), 'GET') ? undefined : pass()
    }
    const length = Number(headers['content-length'])
    const type = headers['content-type'] ?? ''
    const isForm = method === 'POST' && length > 0 && length <= MOST_BODY && FORM_OR_JSON.test(type) && url.startsWith(`${prefix}/`)
    if (!isForm) return pass()
    // A form this short comes with its headers, and has been read by then.
    process.nextTick(() => {
      if (request.readableLength !== length || request.destroyed) return pass()
      const form = request.read() as Buffer
      const bytes = `${url}\n${type}\n${form.toString('latin1')}`
      known.mark(request, bytes)
      if (take(request, response, known.find(bytes) ?? direct.decode(url, type, form), 'POST')) return
      request.unshift(form)
      pass()
    })
  }
}

function flat(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}
