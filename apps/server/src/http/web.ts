import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config.ts'
import { FRAMED_HEADERS } from './security.ts'

/** The built web app: hashed files for good, everything else asked again, and index.html for every page of the app. */
export function registerWeb(app: FastifyInstance, { webDir }: ServerConfig): void {
  if (webDir !== undefined) {
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
  // Returns no reply: each promise made of one hangs two listeners on the response, and the file plugin makes two already.
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && request.headers.accept?.includes('text/html') === true
    if (webDir !== undefined && isPage) reply.header('cache-control', 'no-cache').sendFile('index.html')
    else reply.code(404).type('text/plain').send('Not found')
  })
}
