import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import type { Schema } from '../schemas/record.ts'
import { big, count, rowId, text } from '../schemas/wire.ts'

/** A stored file (decision 36): `url` is relative to the site, `ipfshash` its real CID. */
export interface StoredFile extends z.output<typeof storedFile> {}
const storedFile = record({
  id: ['id', big],
  url: ['url', z.string()],
  cid: ['key', z.string()],
  name: ['name', z.string()],
  type: ['type', z.string()],
  size: ['size', count],
  ipfsUrl: ['ipfshash', z.string()],
  width: ['width', count],
  height: ['height', count],
})
export const StoredFile: Schema<StoredFile> = storedFile

const UPLOAD_ERRORS = [
  'FILE_TOO_LARGE',
  'FILE_TYPE',
  'FILE_MISSING',
  'FILE_BROKEN',
  'PICTURE_TOO_LARGE',
  'FILE_QUOTA',
  'PICTURES_BUSY',
] as const

export const storage = {
  upload: call('/storage/upload', {
    about: 'Stores one file under its content address.',
    auth: 'login',
    body: 'multipart',
    files: { part: 'file', max: 1 },
    request: record({}),
    response: StoredFile,
    errors: UPLOAD_ERRORS,
  }),
  multiupload: call('/storage/multiupload', {
    about: 'Stores a sound or video and its cover, in this order.',
    auth: 'login',
    body: 'multipart',
    files: { part: 'files', max: 2 },
    request: record({}),
    response: z.array(StoredFile),
    errors: UPLOAD_ERRORS,
  }),
  avatar: call('/storage/avatar', {
    about: 'Stores a picture for a profile; a drawing (SVG) as the pixels it draws.',
    auth: 'login',
    body: 'multipart',
    files: { part: 'file', max: 1 },
    request: record({}),
    response: StoredFile,
    errors: UPLOAD_ERRORS,
  }),
  list: call('/storage/list', {
    about: 'The caller’s own uploads, newest first.',
    auth: 'login',
    request: record(pageFields()),
    response: pageOf(StoredFile),
  }),
  read: call('/storage/read', {
    about: 'One of the caller’s own uploads.',
    auth: 'login',
    request: record({ id: ['id', rowId] }),
    response: StoredFile,
    errors: ['NOT_FOUND', 'NOT_AUTHORISED'],
  }),
  update: call('/storage/update', {
    about: 'Gives one of the caller’s own uploads another name.',
    auth: 'login',
    request: record({ id: ['id', rowId], name: ['name', text(200, 1)] }),
    response: StoredFile,
    errors: ['NOT_FOUND', 'NOT_AUTHORISED'],
  }),
  delete: call('/storage/delete', {
    about: 'Forgets one of the caller’s own uploads, unless an item, a collection or the caller’s profile uses it.',
    auth: 'login',
    request: record({ id: ['id', rowId] }),
    response: Empty,
    errors: ['NOT_FOUND', 'NOT_AUTHORISED', 'FILE_REFERENCED'],
  }),
} satisfies Calls
