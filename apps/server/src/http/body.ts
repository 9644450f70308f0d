import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { AppError, type Call } from '@plinth/api'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../context.ts'

export type Received = { readonly fields: Record<string, unknown>; readonly files: UploadedFile[] }
export type ReceiveOptions = { readonly folder: string; readonly fileBytes: number; readonly bodyBytes: number }

const MAX_FIELDS = 50

/**
 * Reads the fields and files of a call, in either encoding (decision 8). Files stream to `folder`, so memory stays
 * bounded; `received` holds them even when this throws, for the caller to remove.
 * @throws AppError BAD_ARGUMENT_VALUE, FILE_TOO_LARGE
 */
export async function receive(request: FastifyRequest, call: Call, options: ReceiveOptions, received: Received): Promise<void> {
  if (request.isMultipart()) return receiveParts(request, call, options, received).catch(refuseMalformed)
  const body = request.body
  if (body === undefined || body === null) return
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'body', reason: 'not an object' })
  Object.assign(received.fields, body)
}

async function receiveParts(request: FastifyRequest, call: Call, options: ReceiveOptions, received: Received): Promise<void> {
  const max = call.files?.max ?? 0
  const limits = {
    fileSize: options.fileBytes,
    fieldSize: options.bodyBytes,
    files: max + 1,
    fields: MAX_FIELDS,
    parts: MAX_FIELDS + max + 1,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new AppError('BAD_ARGUMENT_VALUE', { field: part.fieldname, reason: 'too large' })
      received.fields[part.fieldname] = part.value
    } else if (part.fieldname !== call.files?.part || received.files.length >= max) {
      part.file.resume()
      throw new AppError('BAD_ARGUMENT_VALUE', { field: part.fieldname.slice(0, 50), reason: 'not a file of this call' })
    } else {
      await receiveFile(part, options, received)
    }
  }
}

/** The parser's errors have no type of their own; those of the disk have a system code (ENOSPC). */
function refuseMalformed(error: unknown): never {
  const isOurs = error instanceof AppError || (error instanceof Error && 'code' in error && /^(FST_|E[A-Z])/.test(String(error.code)))
  if (isOurs) throw error
  throw new AppError('BAD_ARGUMENT_VALUE', { field: 'body', reason: 'malformed' }, { cause: error })
}

async function receiveFile(part: MultipartFile, options: ReceiveOptions, received: Received): Promise<void> {
  const path = join(options.folder, randomUUID())
  const index = received.files.push({ path, name: fileName(part.filename), size: 0 }) - 1
  await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
  if (part.file.truncated) throw new AppError('FILE_TOO_LARGE', { megabytes: Math.floor(options.fileBytes / 1_048_576) })
  received.files[index] = { path, name: fileName(part.filename), size: part.file.bytesRead }
}

/** The last part of the browser's file name, printable and short; only ever shown, never a path. */
function fileName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[/\\]/).at(-1) ?? ''
  return last.replaceAll(/\p{C}/gu, '').slice(-200)
}
