import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Cookie } from '../context.ts'
import { CAPTCHA_LIFE_S } from '../modules/captcha/service.ts'
import { CODE_LIFE_S, KNOWN_LIFE_S } from '../modules/mail-login/service.ts'

const ID = /^[\w-]{32}$/

/** The mail log-in's cookies (decision 17): no script reads them, no other site sends them, and none of them signs in. */
export function cookiesOf(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const cookie = (name: string, shape: RegExp, lifeS: number): Cookie => {
    const sent = request.headers.cookie?.split(';').map((part) => part.trim())
    const value = sent?.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
    return {
      value: value !== undefined && shape.test(value) ? value : undefined,
      // Fastify appends the cookies of one answer.
      keep: (next) => void reply.header('set-cookie', [`${name}=${next}`, ...rules(context, lifeS)].join('; ')),
    }
  }
  return {
    picture: cookie('plinth_picture', ID, CAPTCHA_LIFE_S),
    codeRequest: cookie('plinth_code', ID, CODE_LIFE_S),
    knownBrowser: cookie('plinth_known', /^[\w.~-]{1,500}$/, KNOWN_LIFE_S),
  }
}

function rules({ config }: Context, lifeS: number): string[] {
  const isHttps = config.origins[0]?.startsWith('https:') ?? false
  return ['HttpOnly', 'SameSite=Strict', `Path=${config.prefix}/user`, `Max-Age=${lifeS}`, ...(isHttps ? ['Secure'] : [])]
}
