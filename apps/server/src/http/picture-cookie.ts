import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, RequestContext } from '../context.ts'
import { PICTURE_LIFE_S } from '../modules/pictures/service.ts'

const NAME = 'plinth_picture'

/** The id of the picture that this browser was shown last: no script reads the cookie, no other site sends it (decision 17). */
export function pictureOf({ config }: Context, request: FastifyRequest, reply: FastifyReply): RequestContext['picture'] {
  const sent = request.headers.cookie?.split(';').map((part) => part.trim())
  const id = sent?.find((part) => part.startsWith(`${NAME}=`))?.slice(NAME.length + 1)
  const isHttps = config.origins[0]?.startsWith('https:') ?? false
  return {
    id: id !== undefined && /^[\w-]{32}$/.test(id) ? id : undefined,
    keep: (next) => {
      const rules = [
        'HttpOnly',
        'SameSite=Strict',
        `Path=${config.prefix}/user`,
        `Max-Age=${PICTURE_LIFE_S}`,
        ...(isHttps ? ['Secure'] : []),
      ]
      reply.header('set-cookie', [`${NAME}=${next}`, ...rules].join('; '))
    },
  }
}
