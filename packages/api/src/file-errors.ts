import type { ErrorRow } from './error-row.ts'

/** Refusals of a file, 4401 to 4410 and 4422 of the registry. */
export const FILE_ERRORS = {
  FILE_REFERENCED: { errno: 4401, en: 'The file is in use.', zh: '文件正在使用中。', retry: false },
  FILE_TOO_LARGE: { errno: 4402, en: 'The file is above {megabytes} MB.', zh: '文件超过 {megabytes} MB。', retry: false },
  FILE_TYPE: {
    errno: 4403,
    en: 'This kind of file can’t be taken. Use gif, png, jpeg, webp, or sound and video.',
    zh: '不支持该文件类型，请使用 gif、png、jpeg、webp 或音视频。',
    retry: false,
  },
  FILE_MISSING: { errno: 4404, en: 'Please choose a file.', zh: '请选择文件。', retry: false },
  FILE_BROKEN: { errno: 4405, en: 'The file is damaged or not what it says.', zh: '文件已损坏或与类型不符。', retry: false },
  COVER_MISSING: { errno: 4406, en: 'Sound and video need a cover picture.', zh: '音频和视频需要封面图片。', retry: false },
  STORAGE_FULL: {
    errno: 4407,
    en: 'The market’s disk is full, so nothing was stored. Please try again later.',
    zh: '本站磁盘已满，内容未保存，请稍后再试。',
    retry: true,
  },
  FILE_QUOTA: {
    errno: 4408,
    en: 'You have stored as much as one account may within a day. Try again tomorrow.',
    zh: '你今天上传的文件已达上限，请明天再试。',
    retry: false,
  },
  STORAGE_AWAY: {
    errno: 4409,
    en: 'Files can’t be stored just now. Please try again in a moment.',
    zh: '暂时无法保存文件，请稍后再试。',
    retry: true,
  },
  PICTURES_BUSY: {
    errno: 4410,
    en: 'Too many pictures are being worked on just now. Please try again in a moment.',
    zh: '正在处理的图片过多，请稍后再试。',
    retry: true,
  },
  PICTURE_TOO_LARGE: {
    errno: 4422,
    en: 'The picture has too many pixels or frames. At most 64 megapixels and {side} pixels on a side can be taken.',
    zh: '图片的像素或帧数过多：最多 6400 万像素，单边不超过 {side} 像素。',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>
