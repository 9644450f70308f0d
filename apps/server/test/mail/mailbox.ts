import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { sendDueLetters } from '../../src/modules/mail/service.ts'
import { CODE_LIFE_S } from '../../src/modules/mail-login/service.ts'
import type { Answer, TestServer } from '../market/harness.ts'

export type Mail = { readonly from: string; readonly to: string; readonly raw: string; readonly text: string; readonly subject: string }

export type MailServer = {
  readonly url: string
  readonly mails: Mail[]
  /** Recipients refused with this response. */
  readonly refused: Map<string, number>
  /** Whether it accepts sign-ins at all. */
  isOpen: boolean
  close(): Promise<void>
}

const USER = { name: 'plinth', password: 'smtp%secret' }

/** A real SMTP server on this machine, with a user and a password. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const refused = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, answer) => {
      if (handle.isOpen && username === USER.name && password === USER.password) answer(null, { user: username })
      else answer(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onRcptTo: ({ address }, _, answer) => {
      const responseCode = refused.get(address)
      answer(responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }))
    },
    onData: (stream, { envelope }, answer) => {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address).join(), raw, ...readMail(raw) })
        answer()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const handle: MailServer = {
    url: `smtp://${USER.name}:${encodeURIComponent(USER.password)}@127.0.0.1:${port}`,
    mails,
    refused,
    isOpen: true,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return handle
}

/** Subject and text of one of our mails, as its reader sees them. */
function readMail(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.replaceAll('\r\n', '\n').split('\n\n')
  const unfolded = head.replaceAll(/\n[ \t]+/g, ' ')
  const encoded = /^subject: (.*)$/im.exec(unfolded)?.[1] ?? ''
  const encoding = /^content-transfer-encoding: (.*)$/im.exec(unfolded)?.[1] ?? ''
  return { subject: decodeWords(encoded), text: decodeBody(body.join('\n\n'), encoding.toLowerCase()) }
}

function decodeWords(subject: string): string {
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quoted(body.replaceAll('=\n', '')) : body
}

function quoted(text: string): string {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  ).toString()
}

/** One browser at the mail sign-in: it keeps its cookies and can read captchas. */
export function aVisitor(server: TestServer, { ip, language = 'en' }: { ip?: string; language?: string } = {}) {
  const cookies = new Map<string, string>()
  const send = async (path: string, form: Record<string, string>): Promise<Answer> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await server.post(path, form, { ip, headers: { cookie, 'accept-language': language } })
    for (const kept of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = String(kept).split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return answer
  }
  /** The four letters of a new captcha, read where only a test can. */
  const see = async (): Promise<string> => {
    await send('/user/kaptcha', {})
    const hash = createHash('sha256')
      .update(cookies.get('plinth_picture') ?? '')
      .digest()
    const row = await server.context.db.selectFrom('picture_code').select('answer').where('id_hash', '=', hash).executeTakeFirst()
    return row?.answer ?? ''
  }
  return {
    send,
    see,
    /** As if it were another browser at the same address. */
    forget: () => cookies.clear(),
    register: async (email: string, password: string) => send('/user/register', { email, password, code: await see() }),
    sendCode: async (email: string) => send('/user/sendcode', { email, code: await see() }),
    logIn: async (email: string, password: string) => send('/user/userLogin', { email, password, code: await see() }),
  }
}

/** Sends what waits in the outbox, as the job does. */
export async function sendMail(server: TestServer): Promise<void> {
  while (await sendDueLetters(server.context));
}

/** The link in the newest letter: where it leads, and what stands behind its hash. */
export function linkIn(mails: readonly Mail[]): { url: string; link: string; email: string } {
  const url = /https?:\S+#\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  const [page = '', hash = ''] = url.split('#')
  const said = new URLSearchParams(hash)
  return { url: page, link: said.get('link') ?? '', email: said.get('email') ?? '' }
}

/** The eight digits of the newest letter. */
export const codeIn = (mails: readonly Mail[]): string => /\d{8}/.exec(mails.at(-1)?.subject ?? '')?.[0] ?? ''

export { CODE_LIFE_S }
