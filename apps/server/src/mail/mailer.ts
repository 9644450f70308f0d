import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/config.ts'

export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends mail. Throws `MailRefused` where a retry would fail too. */
export type Mailer = { send(letter: Letter): Promise<void>; close(): void }

/** The mail server will never accept this letter. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** A letter is text of ours: nothing in it may name a file or an address to be fetched. */
const TEXT_ONLY = { disableFileAccess: true, disableUrlAccess: true }

export function createMailer(config: MailConfig): Mailer {
  return 'folder' in config ? folderMailer(config) : smtpMailer(config)
}

/** Checks whether letters could be sent now, without sending one. @throws what the mail server or the folder reports */
export async function checkMail(config: MailConfig): Promise<void> {
  if ('folder' in config) {
    await mkdir(config.folder, { recursive: true, mode: 0o700 })
    return
  }
  const transport = transportOf(config)
  await transport.verify().finally(() => transport.close())
}

function transportOf({ smtpUrl }: { smtpUrl: string }) {
  const { hostname, port, protocol, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const auth = username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password is never sent over a network in clear text.
    requireTLS: username !== '' && !isHere,
    ...auth,
    ...TIMEOUTS,
    ...TEXT_ONLY,
  })
}

function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = transportOf({ smtpUrl })
  return {
    send: async (letter) => {
      try {
        await transport.sendMail({ from, ...letter })
      } catch (error) {
        if (isForGood(error)) throw new MailRefused('The mail server refused the letter', { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx to the letter itself is final; to the greeting or the password, the settings are wrong and can be fixed. */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** Writes each letter as a file that any mail program opens, for operators without a mail server. */
function folderMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...TEXT_ONLY })
  return {
    send: async (letter) => {
      const { message } = await transport.sendMail({ from, ...letter })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
      // Programs that watch the folder see whole letters only.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, `${name}.eml`))
    },
    close: () => transport.close(),
  }
}
